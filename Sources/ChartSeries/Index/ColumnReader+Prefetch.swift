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
