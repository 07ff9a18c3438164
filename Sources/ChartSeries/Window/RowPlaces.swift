/// Where the rows of a table lie along an axis: ascending values, and what helps to find one.
struct RowPlaces {
    /// The place of each row.
    let values: ColumnValues
    /// Landmarks among them; `nil` where they are few, or regular, so that places are computed.
    var landmarks: XLandmarks?

    /// A row near the first one whose place is not below a target.
    ///
    /// - Parameters:
    ///   - target: The place that is sought; NaN where it is not known.
    ///   - rows: The rows that it may be.
    ///   - guess: Where to begin.
    /// - Returns: The row, which need not be one of `rows`.
    func row(near target: Double, in rows: Range<Int>, from guess: Int) -> Int {
        if let (start, step) = values.regularity {
            let row = ((target - start) / step).rounded(.up)
            return row >= Double(rows.lowerBound) && row < Double(rows.upperBound) ? Int(row) : guess
        }
        let isFar = guess - rows.lowerBound >= 1 << XLandmarks.rowShift
        guard let landmarks, isFar, !target.isNaN else { return guess }
        let search = SortedSearch(
            x: landmarks.values, rows: rows.lowerBound >> XLandmarks.rowShift..<landmarks.values.count)
        let next = search.firstRow(from: guess >> XLandmarks.rowShift) { $0 >= target }
        guard next > search.rows.lowerBound else { return rows.lowerBound }
        let first = (next - 1) << XLandmarks.rowShift
        let last = min(next << XLandmarks.rowShift, values.count - 1)
        let low = values[first]
        let share = (target - low) / (values[last] - low)
        guard share >= 0, share <= 1 else { return first }
        return first + Int(share * Double(last - first))
    }
}
