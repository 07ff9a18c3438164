/// Chooses rows by LTTB from four times as many rows that minmax has chosen: minmaxlttb.
///
/// It always keeps the first and the last present value. With fewer than five rows per point, LTTB uses all rows.
/// Missing values are treated as in ``minmax(x:series:rows:points:place:)``.
///
/// Without missing values it keeps the rows that tsdownsample 0.1.5 gives for the same x and `n_out`, with its
/// `minmax_ratio` of 4. tsdownsample also has a form without x, which uses the positions among minmax's rows as x. This
/// function has no such form; the caller can pass the row indices as x.
///
/// Source: Van Der Donckt et al., "MinMaxLTTB: Leveraging MinMax-Preselection to Scale LTTB", 2023.
///
/// - Parameters:
///   - x: The x of every row of the table, ascending.
///   - series: The values of the plotted column.
///   - rows: The rows of the window.
///   - points: The number of rows to keep, at least 3.
///   - place: Maps an x to its place along the axis, increasing; `nil` is x itself.
/// - Returns: The kept rows, ascending and without duplicates.
/// - Complexity: O(points · log n) queries.
public func minmaxlttb(
    x: ColumnValues, series: some RowQueries, rows: Range<Int>, points: Int,
    place: (@Sendable (Double) -> Double)? = nil
) -> [Int] {
    guard rows.count > points else { return Array(rows) }
    guard let first = series.firstPresent(in: rows), let last = series.lastPresent(in: rows) else {
        return withGaps([], series, window: rows, tableRows: x.indices)
    }
    guard (last - first + 1) / points > preselectionRatio else {
        return lttb(x: x, series: series, rows: rows, points: points, place: place)
    }
    let places = AxisPlaces(x: x, place: place)
    var (candidates, ys) = ([first], [series[first]])
    candidates.reserveCapacity(preselectionRatio * points + 2)
    ys.reserveCapacity(preselectionRatio * points + 2)
    binExtremes(places, series, rows: first + 1..<last, points: preselectionRatio * points) { row, value in
        candidates.append(row)
        ys.append(value)
    }
    candidates.append(last)
    ys.append(series[last])
    let xs = candidates.map { places[$0] }
    var kept = largestTriangles(count: candidates.count, points: points) { positions, body in
        body(xs.span.extracting(positions), ys.span.extracting(positions))
    }.map { candidates[$0] }
    kept.removeRepeats()
    return withGaps(kept, series, window: rows, tableRows: x.indices)
}

/// The number of rows that minmax keeps per row that LTTB chooses.
private let preselectionRatio = 4
