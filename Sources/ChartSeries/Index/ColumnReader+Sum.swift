extension ColumnReader {
    /// Returns the sum and the number of the present values of some rows.
    ///
    /// It adds the sums of blocks of 256 rows or more, so the last digits may differ from those of a sum row by row.
    /// The same rows of the same column always give the same sum.
    ///
    /// - Complexity: O(log n) with an index, O(n) without.
    func sum(of rows: Range<Int>) -> (sum: Double, count: Int) {
        var total = 0.0
        var missingCount = 0
        var row = rows.lowerBound
        while row < rows.upperBound {
            if let level = largestBlock(from: row, before: rows.upperBound, unless: { level, _ in level.number == 0 }) {
                total += level.sum(row >> level.rowShift)
                missingCount += level.missingCount(row >> level.rowShift)
                row += 1 << level.rowShift
            } else {
                let value = values[row]
                if value.isNaN { missingCount += 1 } else { total += value }
                row += 1
            }
        }
        return (total, rows.count - missingCount)
    }
}
