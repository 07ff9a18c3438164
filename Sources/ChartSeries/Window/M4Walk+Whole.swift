extension M4Walk {
    /// Takes pixel columns in which no value is missing, nor just before them.
    ///
    /// - Parameters:
    ///   - runs: The rows of each pixel column that holds any.
    ///   - positions: Those that are taken.
    mutating func takeWhole(_ runs: [Range<Int>], _ positions: Range<Int>) {
        guard !positions.isEmpty else { return }
        var count = kept.count
        kept.append(contentsOf: repeatElement(0, count: 4 * positions.count + 1))
        reader.extremes(ofEach: runs, positions) { position, extremes in
            let run = runs[position]
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
        kept.removeSubrange(count...)
    }
}
