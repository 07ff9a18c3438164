extension ColumnReader {
    /// How many ranges before they are read their memory is asked for.
    private static let lookAhead = 6
    /// How many ranges are searched before the rows of their extremes are looked up.
    private static let searchedTogether = 8

    /// Finds the extremes of many ranges, one after the other.
    ///
    /// A few ranges are searched before the rows of the first are looked up, so that their memory can come near.
    ///
    /// - Parameters:
    ///   - ranges: Ranges of rows, ascending.
    ///   - positions: Which of them are meant.
    ///   - take: Takes the position and the extremes of each.
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
