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
    /// Asks for what the extremes of rows that end at a row, and of rows that start there, will read.
    ///
    /// It halves the time of M4 where the index does not lie in the processor's caches.
    ///
    /// - Parameters:
    ///   - row: Where rows end and others start.
    ///   - distance: How many rows the one side and the other have. Levels of which they read everything are left out:
    ///     the processor sees that itself.
    @inline(__always)
    func prefetch(around row: Int, distance: Int) {
        CacheLine.prefetch(from: values.address(row &- 32), count: 9)
        for level in levels where distance &>> level.rowShift > 16 {
            CacheLine.prefetch(from: level.address(row &>> level.rowShift &- 8), count: 5)
        }
    }
}
