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
/// - Returns: The rows that stay, ascending and without duplicates; fewer in a task that was cancelled meanwhile.
/// - Complexity: O(number of rows): every row counts in an average, so no index can help.
public func lttb(
    x: ColumnValues, series: some RowQueries, rows: Range<Int>, points: Int,
    place: (@Sendable (Double) -> Double)? = nil
) -> [Int] {
    guard rows.count > points else { return Array(rows) }
    guard let first = series.firstPresent(in: rows), let last = series.lastPresent(in: rows) else {
        return withGaps([], series, window: rows, tableRows: x.indices)
    }
    let places = AxisPlaces(x: x, place: place)
    let kept = largestTriangles(count: last - first + 1, points: points) { positions, body in
        let part = first + positions.lowerBound..<first + positions.upperBound
        places.withPlaces(of: part) { x in series.withValues(of: part) { y in body(x, y) } }
    }
    return withGaps(kept.map { first + $0 }, series, window: rows, tableRows: x.indices)
}

/// LTTB over points by position, of which the first and the last have a y; NaN is a missing one.
///
/// - Parameters:
///   - count: The number of points there are.
///   - points: The number of points wanted, at least 3.
///   - withPoints: Lends the x and the y of some positions.
/// - Returns: The positions that stay, ascending; fewer than wanted where buckets have no y.
func largestTriangles(
    count: Int, points: Int, withPoints: (Range<Int>, (Span<Double>, Span<Double>) -> Void) -> Void
) -> [Int] {
    precondition(points >= 3, "between the first and the last row there is a bucket")
    guard count > points else {
        var present: [Int] = []
        withPoints(0..<count) { _, y in present = y.indices.filter { !y[$0].isNaN } }
        return present
    }
    let buckets = TriangleBuckets(count: count, points: points)
    var kept = [0]
    kept.reserveCapacity(points)
    var chosen = TrianglePoint(x: 0, y: 0)
    withPoints(0..<1) { x, y in chosen = TrianglePoint(x: x[0], y: y[0]) }
    var ahead: (bucket: Int, average: TrianglePoint) = (0, chosen)
    for bucket in 0..<points - 2 {
        var candidate = bucket + 1
        // The caller drops what a cancelled task has chosen.
        while ahead.bucket <= bucket, !Task.isCancelled {
            var average = TriangleAverage()
            ScanPieces.forEach(of: buckets.positions(of: candidate)) { piece in
                withPoints(piece) { x, y in average.add(x, y) }
            }
            if let point = average.point { ahead = (candidate, point) }
            candidate += 1
        }
        guard !Task.isCancelled else { break }
        var farthest = FarthestPoint(from: chosen, ahead.average)
        ScanPieces.forEach(of: buckets.positions(of: bucket)) { piece in
            withPoints(piece) { x, y in farthest.add(x, y, at: piece.lowerBound) }
        }
        guard let best = farthest.best else { continue }
        kept.append(best.position)
        chosen = best.point
    }
    kept.append(count - 1)
    return kept
}
