extension Window {
    /// How many rows are lent at once: their numbers stay near while they are written.
    private static let rowsAtOnce = 256

    /// Lends the numbers of the window's rows, some rows at a time.
    ///
    /// - Parameters:
    ///   - columns: The positions of columns.
    ///   - table: The table of the window.
    ///   - take: Takes the x of a row and its values in the columns, NaN where they are missing, and then those of the next.
    /// - Complexity: O(number of the rows · number of columns).
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
    /// - Returns: One value for each row, NaN where it is missing.
    /// - Complexity: O(number of the rows).
    public func values(ofColumn column: Int, in table: Table) -> [Double] {
        table.columns[column].values.values(at: rows, knowing: known(ofColumn: column))
    }

    private func known(ofColumn column: Int) -> [Double]? { known?.column == column ? known?.values : nil }
}
