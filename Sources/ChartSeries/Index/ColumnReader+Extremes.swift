extension ColumnReader {
    /// Returns the extremes of some rows.
    ///
    /// - Complexity: O(log n) with an index, O(n) without.
    func extremes(of rows: Range<Int>) -> Extremes {
        if let search = search(rows) { return extremes(of: search) }
        var extremes = Extremes(at: rows.lowerBound)
        for row in rows { extremes.add(values[row], row: row) }
        return extremes
    }

    /// Finds the extremes of some rows, and the block in which to look up the first row of each.
    ///
    /// The search starts with the few blocks of the highest level that lie within the rows. It descends into a block
    /// that an edge of the rows cuts only if this block could hold a more extreme value, which is rare. On each level
    /// it reads windows of a fixed size, which avoids branch mispredictions. The windows may overlap. This is harmless,
    /// because the search keeps the first row of an extreme.
    ///
    /// - Parameter rows: The rows.
    /// - Returns: The result; `nil` for fewer than 32 rows.
    /// - Complexity: O(log n) with an index, O(n) without.
    @inline(__always)
    func search(_ rows: Range<Int>) -> ExtremesSearch? {
        guard rows.count > 64, !levels.isEmpty else { return scan(rows) }
        var lower = (rows.lowerBound &+ 31) &>> IndexLayout.blockShift
        var upper = rows.upperBound &>> IndexLayout.blockShift
        var number = 0
        while upper &- lower > 16 {
            lower = (lower &+ 7) &>> IndexLayout.fanOutShift
            upper = upper &>> IndexLayout.fanOutShift
            number &+= 1
        }
        let level = levels[number]
        var found: ExtremesSearch
        if upper &- lower < 8 {
            found = ExtremesSearch(level.extremesOfFew(from: lower, to: upper), from: lower, level: number)
        } else {
            found = ExtremesSearch(level.extremesOfEight(from: lower), from: lower, level: number)
            found.add(behind: level.extremesOfEight(from: upper &- 8), from: upper &- 8, level: number)
        }
        addHead(of: rows, to: &found, before: lower, level: number)
        addTail(of: rows, to: &found, behind: upper, level: number)
        return found
    }

    /// Adds the rows before a block, if the preceding block could hold an extreme.
    @inline(__always)
    private func addHead(of rows: Range<Int>, to found: inout ExtremesSearch, before block: Int, level number: Int) {
        var (block, number) = (block, number)
        while block &<< levels[number].rowShift > rows.lowerBound,
            found.isReached(before: levels[number].extremes(block &- 1))
        {
            guard number > 0 else {
                let start = rows.lowerBound
                return found.add(before: values.extremesOfBlock(from: start), from: start, level: -1)
            }
            number &-= 1
            let level = levels[number]
            block = (rows.lowerBound &+ (1 &<< level.rowShift &- 1)) &>> level.rowShift
            found.add(before: level.extremesOfEight(from: block), from: block, level: number)
        }
    }

    /// Adds the rows from a block on, if the block could hold an extreme or is incomplete and so not in the index.
    @inline(__always)
    private func addTail(of rows: Range<Int>, to found: inout ExtremesSearch, behind block: Int, level number: Int) {
        var (block, number) = (block, number)
        while block &<< levels[number].rowShift < rows.upperBound,
            (block &+ 1) &<< levels[number].rowShift > rowCount
                || found.isReached(behind: levels[number].extremes(block))
        {
            guard number > 0 else {
                let start = rows.upperBound &- 32
                return found.add(behind: values.extremesOfBlock(from: start), from: start, level: -1)
            }
            number &-= 1
            let level = levels[number]
            block = rows.upperBound &>> level.rowShift
            found.add(behind: level.extremesOfEight(from: block &- 8), from: block &- 8, level: number)
        }
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

    /// Finds the first row of an extreme; it may read blocks after the searched rows, but the sought one comes first.
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
