/// Chooses one row per bucket by largest triangle three buckets, LTTB.
///
/// It keeps the row that spans the largest triangle with the previously kept row and the average of the next bucket.
/// The buckets hold equal numbers of rows, whatever their x, between the first and the last present value. These two
/// are always kept. If there are no more rows than points, it keeps all rows.
///
/// It ignores missing values. A bucket without present values gives no row; the next bucket with a present value
/// replaces it in the average. If values are missing between two kept rows, it also keeps the first missing row, so
/// that the gap stays visible. These rows, at most one between two points, are in addition to `points`.
///
/// On rows without missing values these are the rows that tsdownsample 0.1.5 gives for the same x and `n_out`.
///
/// Source: Steinarsson, "Downsampling Time Series for Visual Representation", 2013.
///
/// - Parameters:
///   - x: The x of every row of the table, ascending.
///   - series: The values of the plotted column.
///   - rows: The rows of the window.
///   - points: The number of rows to keep, at least 3.
///   - place: Maps an x to its place along the axis, increasing; `nil` is x itself.
/// - Returns: The kept rows, ascending and without duplicates; fewer if the task was cancelled.
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

/// Runs LTTB over points by position; the first and the last point have a y, NaN is a missing y.
///
/// - Parameters:
///   - count: The number of points.
///   - points: The number of points to keep, at least 3.
///   - withPoints: Calls a closure with the x and the y of some positions.
/// - Returns: The kept positions, ascending; fewer than `points` if buckets have no y.
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
        // The caller drops the result of a cancelled task.
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
