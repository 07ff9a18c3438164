/// The rows of one whole step of civil time.
public struct CalendarBucket: Sendable, Hashable {
    /// The first instant of the step.
    public let start: Double
    /// The rows of the step, at least one.
    public let rows: Range<Int>
}

/// Gathers rows by whole steps of civil time.
///
/// A step that holds a row of the window holds all its rows, those outside of the window too, so that a bar does not
/// change while the window moves over it. A step without a row has no bucket.
///
/// - Parameters:
///   - x: The x of every row of the table, ascending, in milliseconds since 1970.
///   - rows: The rows of the window.
///   - step: The step.
///   - limit: The most buckets.
///   - civil: Finds the step that holds an instant.
/// - Returns: The buckets in order, fewer in a task that was cancelled meanwhile; `nil` when they are more than the limit.
/// - Complexity: O(buckets · log(rows per bucket)).
public func calendarBuckets(
    x: ColumnValues, rows: Range<Int>, step: CalendarStep, limit: Int, civil: CivilSteps
) -> [CalendarBucket]? {
    guard !rows.isEmpty else { return [] }
    var buckets: [CalendarBucket] = []
    var bounds = civil(x[rows.lowerBound], step)
    var row = SortedSearch(x: x, rows: 0..<rows.lowerBound).firstRow(from: rows.lowerBound - 1) { $0 >= bounds.start }
    var expected = 1
    while row < rows.upperBound, !Task.isCancelled {
        guard buckets.count < limit else { return nil }
        let search = SortedSearch(x: x, rows: row + 1..<x.count)
        let end = search.firstRow(from: row + expected) { $0 >= bounds.end }
        buckets.append(CalendarBucket(start: bounds.start, rows: row..<end))
        expected = end - row
        row = end
        if row < rows.upperBound { bounds = civil(x[row], step) }
    }
    return buckets
}
