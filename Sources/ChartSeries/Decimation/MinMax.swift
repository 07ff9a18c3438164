/// Chooses the first smallest and the first largest present value of each of many bins of equal width: minmax.
///
/// There are half as many bins as points. If there are no more rows than points, it keeps all rows. It also keeps all
/// present values of a bin of two rows. If values are missing between two kept rows, it also keeps the first missing
/// row, so that the gap stays visible. These rows, at most one between two points, are in addition to `points`.
///
/// Without missing values it keeps the rows that tsdownsample 0.1.5 gives for the same x (the places of the rows) and
/// an even `n_out` of at least 4. The one difference is that tsdownsample names a row twice if it is both extremes of
/// its bin. Without x, tsdownsample keeps only the extremes of a bin of two rows, and rounds the ends of bins
/// differently.
///
/// - Parameters:
///   - x: The x of every row of the table, ascending.
///   - series: The values of the plotted column.
///   - rows: The rows of the window.
///   - points: The number of rows to keep, at least 2.
///   - place: Maps an x to its place along the axis, increasing; `nil` is x itself.
/// - Returns: The kept rows, ascending and without duplicates.
/// - Complexity: O(points · log n) queries.
public func minmax(
    x: ColumnValues, series: some RowQueries, rows: Range<Int>, points: Int,
    place: (@Sendable (Double) -> Double)? = nil
) -> [Int] {
    guard rows.count > points else { return Array(rows) }
    var kept: [Int] = []
    kept.reserveCapacity(points)
    binExtremes(AxisPlaces(x: x, place: place), series, rows: rows, points: points) { row, _ in kept.append(row) }
    kept.removeRepeats()
    return withGaps(kept, series, window: rows, tableRows: x.indices)
}

/// Finds the extremes of bins of equal width.
///
/// The values come from the index if there is one, so that the rows need not be read.
///
/// - Parameters:
///   - places: The places of the rows.
///   - series: The values.
///   - rows: The rows of the window.
///   - points: Twice the number of bins.
///   - take: Receives rows in ascending order, each with its value; a row that is both extremes of its bin comes twice.
func binExtremes(
    _ places: AxisPlaces, _ series: some RowQueries, rows: Range<Int>, points: Int, _ take: (Int, Double) -> Void
) {
    precondition(points >= 2, "a bin has two extremes")
    func takePresent(_ rows: Range<Int>) {
        for row in rows {
            guard row & 0xFFFF != 0 || !Task.isCancelled else { return }
            let value = series[row]
            if !value.isNaN { take(row, value) }
        }
    }
    guard rows.count > points else { return takePresent(rows) }
    let bins = EqualBins(places, rows: rows, count: points / 2).ranges
    series.extremes(ofEach: bins) { index, extremes in
        guard bins[index].count > 2 else { return takePresent(bins[index]) }
        guard let extremes else { return }
        let isMinimumFirst = extremes.minimumRow < extremes.maximumRow
        let (minimum, maximum) = ((extremes.minimumRow, extremes.minimum), (extremes.maximumRow, extremes.maximum))
        let (earlier, later) = isMinimumFirst ? (minimum, maximum) : (maximum, minimum)
        take(earlier.0, earlier.1)
        take(later.0, later.1)
    }
}
