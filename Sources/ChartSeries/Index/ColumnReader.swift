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

extension ColumnReader {
    /// Returns the extremes of those values in some rows that lie in a band.
    ///
    /// - Complexity: O(log n) with an index, plus the rows in blocks that have values both inside and outside the band.
    func extremes(of rows: Range<Int>, in band: ValueBand) -> Extremes {
        let all = extremes(of: rows)
        if all.isEmpty || band.contains(all) { return all }
        var found = Extremes(at: rows.lowerBound)
        var row = rows.lowerBound
        while row < rows.upperBound {
            let level = largestBlock(from: row, before: rows.upperBound) { level, block in
                level.reaches(band, block) && !band.contains(level.extremes(block))
            }
            guard let level else {
                if band.contains(values[row]) { found.add(values[row], row: row) }
                row += 1
                continue
            }
            let block = row >> level.rowShift
            if level.reaches(band, block) {
                let pair = level.extremes(block)
                found.add(pair.x, row: level.row(of: .minimum, in: block))
                found.add(-pair.y, row: level.row(of: .maximum, in: block))
            }
            row += 1 << level.rowShift
        }
        return found
    }

    /// Finds the largest block that starts at a row and can be handled as a whole.
    ///
    /// - Parameters:
    ///   - row: The first row of the block.
    ///   - end: The row that the block must not go beyond.
    ///   - isMixed: Whether a block of a level must be split into smaller ones.
    /// - Returns: The level of the block; `nil` if there is none.
    @inline(__always)
    func largestBlock(from row: Int, before end: Int, unless isMixed: (IndexLevel, Int) -> Bool) -> IndexLevel? {
        var number = 0
        while number < levels.count, levels[number].isEdge(row), row + 1 << levels[number].rowShift <= end {
            number += 1
        }
        while number > 0 {
            number -= 1
            if !isMixed(levels[number], row >> levels[number].rowShift) { return levels[number] }
        }
        return nil
    }

    /// Finds the largest block that ends before a row and can be handled as a whole.
    ///
    /// - Parameters:
    ///   - row: The row after the block.
    ///   - start: The row that the block must not begin before.
    ///   - isMixed: Whether a block of a level must be split into smaller ones.
    /// - Returns: The level of the block; `nil` if there is none.
    @inline(__always)
    func largestBlock(before row: Int, from start: Int, unless isMixed: (IndexLevel, Int) -> Bool) -> IndexLevel? {
        var number = 0
        while number < levels.count, levels[number].isEdge(row), row - 1 << levels[number].rowShift >= start {
            number += 1
        }
        while number > 0 {
            number -= 1
            if !isMixed(levels[number], row >> levels[number].rowShift - 1) { return levels[number] }
        }
        return nil
    }
}

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

extension ColumnReader {
    /// How many ranges ahead the memory of a range is prefetched.
    private static let lookAhead = 6
    /// How many ranges are searched before the rows of their extremes are looked up.
    private static let searchedTogether = 8

    /// Finds the extremes of many ranges in turn.
    ///
    /// It searches a few ranges before it looks up the rows of their extremes, so that prefetches can complete.
    ///
    /// - Parameters:
    ///   - ranges: Ranges of rows, ascending.
    ///   - positions: The positions in `ranges` to search.
    ///   - take: Receives the position and the extremes of each range.
    @inline(__always)
    func extremes(ofEach ranges: [Range<Int>], _ positions: Range<Int>, take: (Int, Extremes) -> Void) {
        var found = [ExtremesSearch?](repeating: nil, count: Self.searchedTogether)
        for first in stride(from: positions.lowerBound, to: positions.upperBound, by: Self.searchedTogether) {
            let end = min(first + Self.searchedTogether, positions.upperBound)
            for position in first..<end {
                if position + Self.lookAhead < positions.upperBound {
                    let next = ranges[position + Self.lookAhead]
                    prefetch(around: next.upperBound, distance: next.count)
                }
                found[position - first] = search(ranges[position])
                if let search = found[position - first] { prefetchRows(of: search) }
            }
            for position in first..<end {
                take(position, found[position - first].map { extremes(of: $0) } ?? extremes(of: ranges[position]))
            }
        }
    }
}

extension Column {
    /// Asks the system to load from disk what a search for the extremes of consecutive ranges will read.
    ///
    /// - Parameter ranges: The ranges; each starts about where the previous one ends.
    func bringExtremes(ofEach ranges: [Range<Int>]) {
        guard values.isPaged, let first = ranges.first, let last = ranges.last else { return }
        let edges = ranges.map(\.lowerBound) + [last.upperBound]
        values.bring(edges, reach: IndexLayout.blockSize)
        index?.memory.bring(edges: edges, distance: (last.upperBound - first.lowerBound) / ranges.count)
    }
}

extension ColumnReader {
    /// Prefetches the positions that give the rows of found extremes.
    @inline(__always)
    func prefetchRows(of search: ExtremesSearch) {
        for end in [ColumnEnd.minimum, .maximum] {
            let number = search.level(of: end)
            if number >= 0 {
                CacheLine.prefetch(from: levels[number].positionsAddress(search.start(of: end)), count: 1)
            }
        }
    }

    /// Prefetches the index blocks for the extremes of two ranges that meet at a row.
    ///
    /// It does not prefetch values: those at an edge are rarely read, and prefetching them all would cost more.
    ///
    /// - Parameters:
    ///   - row: The row where one range ends and the next starts.
    ///   - distance: The number of rows in each range. Levels that the ranges read completely are left out, because the
    ///     processor prefetches these itself.
    @inline(__always)
    func prefetch(around row: Int, distance: Int) {
        for level in levels where distance &>> level.rowShift > 16 {
            CacheLine.prefetch(from: level.address(row &>> level.rowShift &- 8), count: 5)
        }
    }
}

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
