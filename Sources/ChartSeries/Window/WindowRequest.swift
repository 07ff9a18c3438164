/// What rows a client wants to see: a range of x, the columns that it plots, and how many rows it can take.
public struct WindowRequest: Sendable {
    /// The smallest x of the window.
    public var from: Double
    /// The largest x of the window, which belongs to it.
    public var to: Double
    /// The columns that are plotted, as positions in the table's `columns`.
    public var columns: [Int]
    /// How the rows are chosen.
    public var method: WindowMethod
    /// How many pixel columns the window is drawn on, at least 1.
    public var width: Int
    /// The most rows that the window may have, at least 1.
    public var maximumRows: Int
    /// Makes the value by which a row counts out of its x, such as the start of its civil day; `nil` is x itself.
    public var key: (@Sendable (Double) -> Double)?

    /// Asks for the rows between two x.
    ///
    /// - Parameters:
    ///   - from: The smallest x of the window, finite.
    ///   - to: The largest x of the window, finite and not below `from`.
    ///   - columns: The columns that are plotted, as positions in the table's `columns`.
    ///   - method: How the rows are chosen.
    ///   - width: How many pixel columns the window is drawn on, at least 1.
    ///   - maximumRows: The most rows that the window may have, at least 1.
    ///   - key: Makes the value by which a row counts; it never decreases where x grows.
    public init(
        from: Double,
        to: Double,
        columns: [Int],
        method: WindowMethod = .auto,
        width: Int,
        maximumRows: Int,
        key: (@Sendable (Double) -> Double)? = nil
    ) {
        self.from = from
        self.to = to
        self.columns = columns
        self.method = method
        self.width = width
        self.maximumRows = maximumRows
        self.key = key
    }
}
