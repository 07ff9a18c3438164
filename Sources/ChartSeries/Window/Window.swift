/// The rows that answer a window request, as indices into the table.
public struct Window: Sendable, Equatable {
    /// The smallest x of the request.
    public let from: Double
    /// The largest x of the request.
    public let to: Double
    /// The chosen rows.
    public let rows: RowIndices
    /// The row before the window, from which the line enters at the left edge.
    public let before: Int?
    /// The row after the window, to which the line leaves at the right edge.
    public let after: Int?
    /// The number of table rows in the window.
    public let sourceRows: Int
    /// The method that chose the rows, never `auto`.
    public let method: WindowMethod
    /// Whether the line through `before`, `rows` and `after` fills the same pixels as the line through all rows.
    ///
    /// This holds for each plotted column, drawn without antialiasing at the requested width.
    public var isExact: Bool
    /// The width in x of a pixel column, bin or bar; `nil` if the rows have no such width.
    ///
    /// For bars it is the usual length of the step.
    public let bucket: Double?
    /// The values of the rows that were read while the rows were chosen, so that they need not be read again.
    var known: KnownValues?
    /// The bars, if the method is `calendar`; `rows` are then the first rows of their steps.
    public var aggregation: Aggregation?
}
