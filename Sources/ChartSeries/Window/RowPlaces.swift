/// Where the rows of a table lie along an axis: ascending values, and what helps to find one.
struct RowPlaces {
    /// The place of each row.
    let values: ColumnValues
    /// Landmarks among them; `nil` where they are few, or regular, so that places are computed.
    var landmarks: XLandmarks?

    /// Guesses the first row whose place is not below a target, for each of some ascending targets.
    ///
    /// It reads no place but landmarks, and asks for the places around each guess, which are to be read next.
    ///
    /// - Parameters:
    ///   - targets: The places that are sought, ascending.
    ///   - rows: The rows that they may be.
    /// - Returns: A row near each, or `nil` where nothing tells them.
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
