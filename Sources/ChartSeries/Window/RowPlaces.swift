/// The places of a table's rows along an axis, ascending, and the landmarks for finding one.
struct RowPlaces {
    /// The place of each row.
    let values: ColumnValues
    /// The landmarks among the places; `nil` for few places and for regular ones.
    var landmarks: XLandmarks?

    /// Guesses, for each target, the first row whose place is not below it.
    ///
    /// It reads only landmarks. It prefetches the places around each guess, because the caller reads them next.
    ///
    /// - Parameters:
    ///   - targets: The places to look for, ascending.
    ///   - rows: The rows to choose from.
    /// - Returns: A row near each target; `nil` if the places have no landmarks and are not regular.
    func rows(near targets: [Double], in rows: Range<Int>) -> [Int]? {
        if let (start, step) = values.regularity, step > 0 {
            let (first, last) = (Double(rows.lowerBound), Double(rows.upperBound))
            return targets.map { Int(min(max((($0 - start) / step).rounded(.up), first), last)) }
        }
        guard let landmarks else { return nil }
        let search = SortedSearch(
            x: landmarks.values,
            rows: rows.lowerBound >> XLandmarks.rowShift..<XLandmarks.count(ofRows: rows.upperBound))
        let guesses = values.withReader(of: values.indices) { reader in
            var next = search.rows.lowerBound
            var step = 0
            return targets.map { target in
                let found = search.firstRow(from: next + step) { $0 >= target }
                (next, step) = (found, found - next)
                let row = interpolated(target, between: found - 1, found, of: landmarks)
                CacheLine.prefetch(from: reader.address(row - 8), count: 3)
                return row
            }
        }
        if let guesses { values.bring(guesses, reach: 8) }
        return guesses
    }

    private func interpolated(_ target: Double, between before: Int, _ after: Int, of landmarks: XLandmarks) -> Int {
        guard before >= 0 else { return 0 }
        guard after < landmarks.values.count else { return before << XLandmarks.rowShift }
        let (low, high) = (landmarks.values[before], landmarks.values[after])
        let share = (target - low) / (high - low)
        let size = 1 << XLandmarks.rowShift
        return before << XLandmarks.rowShift + (share >= 0 && share <= 1 ? Int(share * Double(size)) : 0)
    }
}
