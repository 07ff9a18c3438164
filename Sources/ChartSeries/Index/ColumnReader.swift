/// Reads a column's values and its index; valid only within the closure that receives it.
struct ColumnReader {
    /// The values of the rows.
    let values: RowReader
    /// The levels of the index, smallest blocks first; empty if the column has no index.
    let levels: [IndexLevel]
    /// The number of rows.
    let rowCount: Int
}

extension Column {
    /// Calls a closure with a reader of the values and the index, both before a map of the column.
    ///
    /// - Complexity: O(1) for stored values; O(n) for regular values, which it computes first.
    func withReader<Result>(_ body: (ColumnReader) -> Result) -> Result? {
        defer { withExtendedLifetime(index) {} }
        let levels = index.map { index in
            index.memory.levels.prefix { IndexLayout.blockCount(ofRows: index.rowCount, level: $0.number) > 0 }
        }
        return values.unmapped.withReader(of: values.indices) { reader in
            body(ColumnReader(values: reader, levels: Array(levels ?? []), rowCount: values.count))
        }
    }
}
