/// Chooses rows as LTTB does, out of four times as many that minmax has chosen: minmaxlttb.
///
/// The first and the last present value always stay. Where there are fewer than five rows a point, LTTB sees them all.
/// Missing values are treated as in ``minmax(x:series:rows:points:place:)``.
///
/// On rows without missing values these are the rows that tsdownsample 0.1.5 gives for the same x and `n_out`, with
/// its `minmax_ratio` of 4. It has another form, without x, that takes the positions among the rows that minmax left as
/// x; there is none of it here: give the row indices as x.
///
/// Source: Van Der Donckt et al., "MinMaxLTTB: Leveraging MinMax-Preselection to Scale LTTB", 2023.
///
/// - Parameters:
///   - x: The x of every row of the table, ascending.
///   - series: The values of the plotted column.
///   - rows: The rows of the window.
///   - points: The number of rows wanted, at least 3.
///   - place: Makes the place along the axis of an x, growing with it; `nil` is x itself.
/// - Returns: The rows that stay, ascending and without duplicates.
/// - Complexity: O(points · log n) questions to the series.
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

/// How many rows minmax keeps for each one that LTTB chooses.
private let preselectionRatio = 4
