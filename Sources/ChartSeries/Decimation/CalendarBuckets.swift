/// The rows of one whole step of civil time.
public struct CalendarBucket: Sendable, Hashable {
    /// The first instant of the step.
    public let start: Double
    /// The rows of the step, at least one.
    public let rows: Range<Int>
}

/// Groups rows by whole steps of civil time.
///
/// A bucket holds all rows of its step, including those outside the window. So a bar does not change while the window
/// moves over it. A step without rows has no bucket.
///
/// - Parameters:
///   - x: The x of every row of the table, ascending, in milliseconds since 1970.
///   - rows: The rows of the window.
///   - step: The step.
///   - limit: The maximum number of buckets.
///   - civil: Finds the step that contains an instant.
/// - Returns: The buckets in order, fewer if the task was cancelled; `nil` if they exceed the limit.
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
