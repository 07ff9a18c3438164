extension M4Walk {
    /// How many pixel columns before they are read their memory is asked for.
    private static let lookAhead = 6
    /// How many pixel columns are searched before their rows are looked up.
    private static let searchedTogether = 8

    /// Takes pixel columns in which no value is missing, nor just before them.
    ///
    /// A few pixel columns are searched before the rows of the first are looked up, so that their memory can come near.
    ///
    /// - Parameters:
    ///   - runs: The rows of each pixel column that holds any.
    ///   - positions: Those that are taken.
    mutating func takeWhole(_ runs: [Range<Int>], _ positions: Range<Int>) {
        guard !positions.isEmpty else { return }
        var count = kept.count
        kept.append(contentsOf: repeatElement(0, count: 4 * positions.count + 1))
        var found = [ExtremesSearch?](repeating: nil, count: Self.searchedTogether)
        for first in stride(from: positions.lowerBound, to: positions.upperBound, by: Self.searchedTogether) {
            let end = min(first + Self.searchedTogether, positions.upperBound)
            for position in first..<end {
                if position + Self.lookAhead < positions.upperBound {
                    let next = runs[position + Self.lookAhead]
                    reader.prefetch(around: next.upperBound, distance: next.count)
                }
                found[position - first] = reader.search(runs[position])
                if let search = found[position - first] { reader.prefetchRows(of: search) }
            }
            for position in first..<end {
                let run = runs[position]
                let extremes = found[position - first].map { reader.extremes(of: $0) } ?? reader.extremes(of: run)
                let earlier = min(extremes.minimumRow, extremes.maximumRow)
                let later = max(extremes.minimumRow, extremes.maximumRow)
                kept[count] = run.lowerBound
                count += earlier > run.lowerBound ? 1 : 0
                kept[count] = earlier
                count += later > earlier ? 1 : 0
                kept[count] = later
                count += run.upperBound - 1 > later ? 1 : 0
                kept[count] = run.upperBound - 1
                count += 1
            }
        }
        kept.removeSubrange(count...)
    }
}
