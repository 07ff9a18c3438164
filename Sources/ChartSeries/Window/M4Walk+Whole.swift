extension M4Walk {
    /// Takes pixel columns without missing values in them or directly before them.
    ///
    /// - Parameters:
    ///   - runs: The rows of each pixel column that has rows.
    ///   - positions: The positions in `runs` to take.
    mutating func takeWhole(_ runs: [Range<Int>], _ positions: Range<Int>) {
        guard !positions.isEmpty else { return }
        var count = kept.count
        kept.append(contentsOf: repeatElement(0, count: 4 * positions.count + 1))
        if notesValues { known.append(contentsOf: repeatElement(.nan, count: kept.count - known.count)) }
        reader.extremes(ofEach: runs, positions) { position, extremes in
            let run = runs[position]
            let isMinimumEarlier = extremes.minimumRow <= extremes.maximumRow
            let earlier = isMinimumEarlier ? extremes.minimumRow : extremes.maximumRow
            let later = isMinimumEarlier ? extremes.maximumRow : extremes.minimumRow
            kept[count] = run.lowerBound
            count += earlier > run.lowerBound ? 1 : 0
            kept[count] = earlier
            if notesValues { known[count] = isMinimumEarlier ? extremes.minimum : extremes.maximum }
            count += later > earlier ? 1 : 0
            kept[count] = later
            if notesValues { known[count] = isMinimumEarlier ? extremes.maximum : extremes.minimum }
            count += run.upperBound - 1 > later ? 1 : 0
            kept[count] = run.upperBound - 1
            count += 1
        }
        kept.removeSubrange(count...)
        if notesValues { known.removeSubrange(count...) }
    }
}
