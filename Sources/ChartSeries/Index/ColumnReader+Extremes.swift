extension ColumnReader {
    /// The extremes of some rows.
    ///
    /// - Complexity: O(log n) with an index, O(n) without.
    func extremes(of rows: Range<Int>) -> Extremes {
        if let search = search(rows) { return extremes(of: search) }
        var extremes = Extremes(at: rows.lowerBound)
        for row in rows { extremes.add(values[row], row: row) }
        return extremes
    }

    /// Finds the extremes of some rows, and where to look for the first row of each.
    ///
    /// The rows are covered by windows of fixed size that overlap: the first and the last 32 rows, the first and the last
    /// 8 whole blocks between them, and so on upwards. Overlap does no harm, since the first row of an extreme is kept,
    /// and a loop whose length does not depend on the rows costs no wrong guess of the processor.
    ///
    /// - Parameter rows: The rows.
    /// - Returns: What was found, or `nil` where rows are fewer than a window has.
    /// - Complexity: O(log n) with an index, O(n) without.
    @inline(__always)
    func search(_ rows: Range<Int>) -> ExtremesSearch? {
        guard rows.count > 64, !levels.isEmpty else { return scan(rows) }
        let lastRows = rows.upperBound &- 32
        var head = ExtremesSearch(values.extremesOfBlock(from: rows.lowerBound), from: rows.lowerBound, level: -1)
        var tail = ExtremesSearch(values.extremesOfBlock(from: lastRows), from: lastRows, level: -1)
        var lower = (rows.lowerBound &+ 31) &>> IndexLayout.blockShift
        var upper = rows.upperBound &>> IndexLayout.blockShift
        var number = 0
        while upper &- lower > 16 {
            let level = levels[number]
            head.add(behind: level.extremesOfEight(from: lower), from: lower, level: number)
            tail.add(before: level.extremesOfEight(from: upper &- 8), from: upper &- 8, level: number)
            lower = (lower &+ 7) &>> IndexLayout.fanOutShift
            upper = upper &>> IndexLayout.fanOutShift
            number &+= 1
        }
        let level = levels[number]
        if upper &- lower < 8 {
            head.add(behind: level.extremesOfFew(from: lower, to: upper), from: lower, level: number)
        } else {
            head.add(behind: level.extremesOfEight(from: lower), from: lower, level: number)
            head.add(behind: level.extremesOfEight(from: upper &- 8), from: upper &- 8, level: number)
        }
        head.add(behind: tail)
        return head
    }

    /// Looks up the first row of each extreme.
    @inline(__always)
    func extremes(of search: ExtremesSearch) -> Extremes {
        var extremes = Extremes(at: firstRow(of: .minimum, in: search))
        extremes.maximumRow = firstRow(of: .maximum, in: search)
        extremes.minimum = search.pair.x
        extremes.maximum = -search.pair.y
        return extremes
    }

    @inline(never)
    private func scan(_ rows: Range<Int>) -> ExtremesSearch? {
        guard rows.count >= 32 else { return nil }
        var found = ExtremesSearch(values.extremesOfBlock(from: rows.lowerBound), from: rows.lowerBound, level: -1)
        for row in stride(from: rows.lowerBound + 32, to: rows.upperBound, by: 32) {
            let start = min(row, rows.upperBound - 32)
            found.add(behind: values.extremesOfBlock(from: start), from: start, level: -1)
        }
        return found
    }

    /// Blocks behind the rows that were searched may be read too: the one that is sought lies before them.
    @inline(__always)
    private func firstRow(of end: ColumnEnd, in search: ExtremesSearch) -> Int {
        let start = search.start(of: end)
        let number = search.level(of: end)
        let extreme = search.pair[end.rawValue]
        guard number < 0 else {
            let level = levels[number]
            return level.firstRow(of: end, extreme, from: start, to: rowCount &>> level.rowShift)
        }
        switch end {
        case .minimum: return values.firstRowOfBlock(from: start, notAbove: extreme)
        case .maximum: return values.firstRowOfBlock(from: start, notBelow: -extreme)
        }
    }
}
