/// Chooses the first smallest and the first largest present value of bins of equal width: minmax.
///
/// There are half as many bins as points. Rows that are no more than the points stay, all of them; so do the present
/// values of a bin of two rows. Where two rows that stay have missing values between them, the first missing row stays
/// too, so that a gap stays a gap; these rows, at most one between two points, come on top of the points.
///
/// On rows without missing values these are the rows that tsdownsample 0.1.5 gives for the same x, the places of the
/// rows, and an even `n_out` of at least 4, except that it names a row twice that is both extremes of its bin. Without x
/// it keeps no more than the extremes of a bin of two rows, and its ends of bins are rounded otherwise.
///
/// - Parameters:
///   - x: The x of every row of the table, ascending.
///   - series: The values of the plotted column.
///   - rows: The rows of the window.
///   - points: The number of rows wanted, at least 2.
///   - place: Makes the place along the axis of an x, growing with it; `nil` is x itself.
/// - Returns: The rows that stay, ascending and without duplicates.
/// - Complexity: O(points · log n) questions to the series.
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

/// Takes the extremes of bins of equal width.
///
/// The values come from the index where there is one, so that the rows need not be read.
///
/// - Parameters:
///   - places: Where the rows lie.
///   - series: The values.
///   - rows: The rows of the window.
///   - points: Twice the number of bins.
///   - take: Takes a row and its value, rows ascending; a row that is both extremes of its bin comes twice.
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
