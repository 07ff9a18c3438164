/// Reads a column's values and its index, valid as long as the closure that lends it.
struct ColumnReader {
    /// The values of the rows.
    let values: RowReader
    /// The levels of the index, from the one of the smallest blocks; none where the column has no index.
    let levels: [IndexLevel]
    /// The number of rows.
    let rowCount: Int
}

extension Column {
    /// Lends a reader of the values and the index.
    ///
    /// - Complexity: O(1), but O(n) where values are regular, which are made for the purpose.
    func withReader<Result>(_ body: (ColumnReader) -> Result) -> Result? {
        defer { withExtendedLifetime(index) {} }
        let levels = index.map { index in
            index.memory.levels.prefix { IndexLayout.blockCount(ofRows: index.rowCount, level: $0.number) > 0 }
        }
        return values.withReader(of: values.indices) { reader in
            body(ColumnReader(values: reader, levels: Array(levels ?? []), rowCount: values.count))
        }
    }
}
