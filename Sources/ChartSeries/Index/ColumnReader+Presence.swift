extension ColumnReader {
    /// Finds the first row from `row` on and before `end` whose value is in a band.
    ///
    /// - Complexity: O(log n) with an index, plus the rows in blocks that may, but do not, have such a value.
    func firstRow(in band: ValueBand, from row: Int, before end: Int) -> Int? {
        firstRow(from: row, before: end, where: { band.contains($0) }, mayHave: { $0.reaches(band, $1) })
    }

    /// Finds the first row from `row` on and before `end` whose value is missing or outside a band.
    ///
    /// - Complexity: O(log n) with an index.
    func firstRow(outside band: ValueBand, from row: Int, before end: Int) -> Int? {
        firstRow(from: row, before: end, where: { !band.contains($0) }, mayHave: { !$0.isWithin(band, $1) })
    }

    /// Finds the last row from `start` on and before `row` whose value is in a band.
    ///
    /// - Complexity: O(log n) with an index, plus the rows in blocks that may, but do not, have such a value.
    func lastRow(in band: ValueBand, from start: Int, before row: Int) -> Int? {
        lastRow(from: start, before: row, where: { band.contains($0) }, mayHave: { $0.reaches(band, $1) })
    }

    /// Finds the last row from `start` on and before `row` whose value is missing or outside a band.
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
