extension Column {
    /// Asks for what the extremes of consecutive ranges of rows will read, where it may lie on a disk.
    ///
    /// - Parameter ranges: The ranges, each of which starts about where the one before ends.
    func bringExtremes(ofEach ranges: [Range<Int>]) {
        guard values.isPaged, let first = ranges.first, let last = ranges.last else { return }
        let edges = ranges.map(\.lowerBound) + [last.upperBound]
        values.bring(edges, reach: IndexLayout.blockSize)
        index?.memory.bring(edges: edges, distance: (last.upperBound - first.lowerBound) / ranges.count)
    }
}

extension ColumnReader {
    /// Asks for what will tell the rows of extremes that were found.
    @inline(__always)
    func prefetchRows(of search: ExtremesSearch) {
        for end in [ColumnEnd.minimum, .maximum] {
            let number = search.level(of: end)
            if number >= 0 {
                CacheLine.prefetch(from: levels[number].positionsAddress(search.start(of: end)), count: 1)
            }
        }
    }

    /// Asks for what the extremes of rows that end at a row, and of rows that start there, will read.
    ///
    /// It asks for blocks alone: the values at an edge are seldom read, and asking for them all would cost more.
    ///
    /// - Parameters:
    ///   - row: Where rows end and others start.
    ///   - distance: How many rows the one side and the other have. Levels of which they read everything are left out:
    ///     the processor sees that itself.
    @inline(__always)
    func prefetch(around row: Int, distance: Int) {
        for level in levels where distance &>> level.rowShift > 16 {
            CacheLine.prefetch(from: level.address(row &>> level.rowShift &- 8), count: 5)
        }
    }
}
