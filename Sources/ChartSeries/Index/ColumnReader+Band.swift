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
