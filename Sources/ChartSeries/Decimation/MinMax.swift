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
    var kept = binExtremes(AxisPlaces(x: x, place: place), series, rows: rows, points: points)
    kept.removeRepeats()
    return withGaps(kept, series, window: rows, tableRows: x.indices)
}

/// The extremes of bins of equal width, ascending; a row that is both extremes of its bin comes twice.
func binExtremes(_ places: AxisPlaces, _ series: some RowQueries, rows: Range<Int>, points: Int) -> [Int] {
    precondition(points >= 2, "a bin has two extremes")
    guard rows.count > points else { return rows.filter { !series[$0].isNaN } }
    var kept: [Int] = []
    kept.reserveCapacity(points)
    let bins = EqualBins(places, rows: rows, count: points / 2).ranges
    series.extremes(ofEach: bins) { index, extremes in
        if bins[index].count <= 2 {
            kept.append(contentsOf: bins[index].lazy.filter { !series[$0].isNaN })
        } else if let (minimum, maximum) = extremes {
            kept.append(min(minimum, maximum))
            kept.append(max(minimum, maximum))
        }
    }
    return kept
}
