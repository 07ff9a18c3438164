/// Chooses of each bucket the row that spans the largest triangle with the row chosen before it and the average of the
/// next bucket: largest triangle three buckets, LTTB.
///
/// The buckets hold equally many rows, whatever their x, between the first and the last present value, which always
/// stay. Rows that are no more than the points stay, all of them. Missing values are passed over: a bucket of nothing
/// else gives no row, and the next bucket that has a present value stands in for it. Where two rows that stay have
/// missing values between them, the first missing row stays too, so that a gap stays a gap; these rows, at most one
/// between two points, come on top of the points.
///
/// On rows without missing values these are the rows that tsdownsample 0.1.5 gives for the same x and `n_out`.
///
/// Source: Steinarsson, "Downsampling Time Series for Visual Representation", 2013.
///
/// - Parameters:
///   - x: The x of every row of the table, ascending.
///   - series: The values of the plotted column.
///   - rows: The rows of the window.
///   - points: The number of rows wanted, at least 3.
///   - place: Makes the place along the axis of an x, growing with it; `nil` is x itself.
/// - Returns: The rows that stay, ascending and without duplicates.
/// - Complexity: O(number of rows): every row counts in an average, so no index can help.
public func lttb(
    x: ColumnValues, series: some RowQueries, rows: Range<Int>, points: Int,
    place: (@Sendable (Double) -> Double)? = nil
) -> [Int] {
    guard rows.count > points else { return Array(rows) }
    guard let first = series.firstPresent(in: rows), let last = series.lastPresent(in: rows) else {
        return withGaps([], series, window: rows, tableRows: x.indices)
    }
    let places = RowPlaces(x: x, place: place)
    let kept = largestTriangles(
        count: last - first + 1, points: points, x: { places[first + $0] }, y: { series[first + $0] })
    return withGaps(kept.map { first + $0 }, series, window: rows, tableRows: x.indices)
}

/// LTTB over points by position, of which the first and the last have a y; NaN is a missing one.
///
/// - Returns: The positions that stay, ascending; a position may be left out but none comes twice.
func largestTriangles(count: Int, points: Int, x: (Int) -> Double, y: (Int) -> Double) -> [Int] {
    precondition(points >= 3, "between the first and the last row there is a bucket")
    guard count > points else { return (0..<count).filter { !y($0).isNaN } }
    let width = Double(count - 2) / Double(points - 2)
    func start(ofBucket bucket: Int) -> Int { min(Int(width * Double(bucket)) + 1, count) }

    /// The average y of a bucket at the middle of its x; the last row alone is the bucket behind the last one.
    func average(ofBucket bucket: Int) -> (x: Double, y: Double)? {
        let (start, end) = (start(ofBucket: bucket), start(ofBucket: bucket + 1))
        var sum = 0.0
        var present = 0
        for position in start..<end where !y(position).isNaN {
            sum += y(position)
            present += 1
        }
        return present == 0 ? nil : ((x(end - 1) + x(start)) / 2, sum / Double(present))
    }

    var kept = [0]
    kept.reserveCapacity(points)
    var ahead: (bucket: Int, average: (x: Double, y: Double)) = (-1, (x(0), y(0)))
    for bucket in 0..<points - 2 {
        var candidate = max(ahead.bucket, bucket + 1)
        while ahead.bucket < candidate {
            if let average = average(ofBucket: candidate) { ahead = (candidate, average) } else { candidate += 1 }
        }
        let chosen = kept[kept.count - 1]
        let (chosenX, chosenY) = (x(chosen), y(chosen))
        let (run, rise) = (chosenX - ahead.average.x, ahead.average.y - chosenY)
        let offset = run * chosenY + rise * chosenX
        var largest = -1.0
        var best: Int?
        for position in start(ofBucket: bucket)..<start(ofBucket: bucket + 1) {
            let area = (run * y(position) + rise * x(position) - offset).magnitude
            if area > largest { (largest, best) = (area, position) }
        }
        if let best { kept.append(best) }
    }
    kept.append(count - 1)
    return kept
}
