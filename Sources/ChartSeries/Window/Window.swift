/// The rows that answer a window request, as indices into the table.
public struct Window: Sendable, Equatable {
    /// The smallest x that was asked for.
    public let from: Double
    /// The largest x that was asked for.
    public let to: Double
    /// The chosen rows.
    public let rows: RowIndices
    /// The row before the window, to which a line is drawn at its left edge.
    public let before: Int?
    /// The row after the window, to which a line is drawn at its right edge.
    public let after: Int?
    /// How many rows the window holds in the table.
    public let sourceRows: Int
    /// The method that chose the rows, never `auto`.
    public let method: WindowMethod
    /// Whether the line through `before`, `rows` and `after` fills the same pixels as the line through all rows.
    ///
    /// The promise is for each plotted column, drawn without antialiasing on the requested width.
    public var isExact: Bool
    /// The x width of a pixel column, bin or bar, where rows were chosen or gathered by such; a bar's is the usual one of
    /// its step.
    public let bucket: Double?
    /// Values of the chosen rows that were met while they were chosen, so that nobody need look them up.
    var known: KnownValues?
    /// The bars, where rows were gathered by civil time; `rows` are then the first rows of their steps.
    public var aggregation: Aggregation?
}
