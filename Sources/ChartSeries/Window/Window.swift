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

extension Window {
    /// The number of rows per call, small enough for their numbers to stay in the processor's cache.
    private static let rowsAtOnce = 256

    /// Calls a closure with the numbers of the window's rows, several rows at a time.
    ///
    /// - Parameters:
    ///   - columns: The positions of columns.
    ///   - table: The table of the window.
    ///   - take: Receives row after row, each as its x and then its values in the columns; NaN is a missing value.
    /// - Complexity: O(number of rows · number of columns).
    public func readRows(of columns: [Int], in table: Table, _ take: (Span<Double>) -> Void) {
        let sources: [(values: ColumnValues, known: [Double]?)] =
            [(table.x, nil)] + columns.map { (table.columns[$0].values, known(ofColumn: $0)) }
        for source in sources { source.values.bring(rows, knowing: source.known) }
        let width = sources.count
        var cells = [Double](repeating: 0, count: min(rows.count, Self.rowsAtOnce) * width)
        for start in stride(from: 0, to: rows.count, by: Self.rowsAtOnce) {
            let positions = start..<min(start + Self.rowsAtOnce, rows.count)
            for (place, source) in sources.enumerated() {
                source.values.copy(rows, positions, knowing: source.known, into: &cells, from: place, by: width)
            }
            take(cells.span.extracting(first: positions.count * width))
        }
    }

    /// Copies the values of the window's rows.
    ///
    /// - Parameters:
    ///   - column: The position of a column.
    ///   - table: The table of the window.
    /// - Returns: One value per row; NaN is a missing value.
    /// - Complexity: O(number of rows).
    public func values(ofColumn column: Int, in table: Table) -> [Double] {
        table.columns[column].values.values(at: rows, knowing: known(ofColumn: column))
    }

    private func known(ofColumn column: Int) -> [Double]? { known?.column == column ? known?.values : nil }
}
