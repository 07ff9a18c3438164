/// Adds the first missing row between every two kept rows that have missing rows between them.
///
/// - Parameters:
///   - kept: Rows with present values, ascending.
///   - series: The values.
///   - window: The rows of the window; the line continues to the rows before and after it.
///   - tableRows: All rows of the table.
/// - Returns: The kept rows and the added ones, ascending.
/// - Complexity: One query per kept row.
func withGaps(_ kept: [Int], _ series: some RowQueries, window: Range<Int>, tableRows: Range<Int>) -> [Int] {
    guard series.firstMissing(in: window) != nil else { return kept }
    var rows: [Int] = []
    rows.reserveCapacity(2 * kept.count)
    var previous: Int?
    let before = window.lowerBound - 1
    if tableRows.contains(before), !series[before].isNaN { previous = before }
    for row in kept {
        if let previous, let gap = series.firstMissing(in: previous + 1..<row) { rows.append(gap) }
        rows.append(row)
        previous = row
    }
    let after = window.upperBound
    if let previous, tableRows.contains(after), !series[after].isNaN,
        let gap = series.firstMissing(in: previous + 1..<after)
    {
        rows.append(gap)
    }
    return rows
}
