import CPrefetch

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
        let first = values.address(row - 32)
        for line in 0..<9 as Range<UInt> { Self.prefetch(first &+ 64 &* line) }
        for level in levels where distance >> level.rowShift > 16 {
            let first = level.address(row >> level.rowShift - 8)
            for line in 0..<5 as Range<UInt> { Self.prefetch(first &+ 64 &* line) }
        }
    }

    /// Asks for what the rows of extremes will be looked up in.
    @inline(__always)
    func prefetchPositions(of search: ExtremesSearch) {
        for end in [ColumnEnd.minimum, .maximum] {
            let number = search.level(of: end)
            if number >= 0 { Self.prefetch(levels[number].addressOfPositions(search.start(of: end))) }
        }
    }

    @inline(__always)
    private static func prefetch(_ address: UInt) {
        unsafe prefetch_line(UnsafeRawPointer(bitPattern: address))
    }
}
