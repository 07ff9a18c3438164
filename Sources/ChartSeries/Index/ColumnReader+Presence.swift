extension ColumnReader {
    /// The first row from one on whose value is in a band, before another.
    ///
    /// - Complexity: O(log n) with an index, and the number of rows in blocks that only may have such a value.
    func firstRow(in band: ValueBand, from row: Int, before end: Int) -> Int? {
        firstRow(from: row, before: end, where: { band.contains($0) }, mayHave: { $0.reaches(band, $1) })
    }

    /// The first row from one on whose value is missing or outside of a band, before another.
    ///
    /// - Complexity: O(log n) with an index.
    func firstRow(outside band: ValueBand, from row: Int, before end: Int) -> Int? {
        firstRow(from: row, before: end, where: { !band.contains($0) }, mayHave: { !$0.isWithin(band, $1) })
    }

    /// The last row before one whose value is in a band, from another on.
    ///
    /// - Complexity: O(log n) with an index, and the number of rows in blocks that only may have such a value.
    func lastRow(in band: ValueBand, from start: Int, before row: Int) -> Int? {
        lastRow(from: start, before: row, where: { band.contains($0) }, mayHave: { $0.reaches(band, $1) })
    }

    /// The last row before one whose value is missing or outside of a band, from another on.
    ///
    /// - Complexity: O(log n) with an index.
    func lastRow(outside band: ValueBand, from start: Int, before row: Int) -> Int? {
        lastRow(from: start, before: row, where: { !band.contains($0) }, mayHave: { !$0.isWithin(band, $1) })
    }

    @inline(__always)
    private func firstRow(
        from start: Int, before end: Int, where isSought: (Double) -> Bool, mayHave: (IndexLevel, Int) -> Bool
    ) -> Int? {
        var row = start
        while row < end {
            if let level = largestBlock(from: row, before: end, unless: mayHave) {
                row += 1 << level.rowShift
            } else if isSought(values[row]) {
                return row
            } else {
                row += 1
            }
        }
        return nil
    }

    @inline(__always)
    private func lastRow(
        from start: Int, before end: Int, where isSought: (Double) -> Bool, mayHave: (IndexLevel, Int) -> Bool
    ) -> Int? {
        var row = end
        while row > start {
            if let level = largestBlock(before: row, from: start, unless: mayHave) {
                row -= 1 << level.rowShift
            } else if isSought(values[row - 1]) {
                return row - 1
            } else {
                row -= 1
            }
        }
        return nil
    }
}
