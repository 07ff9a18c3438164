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
