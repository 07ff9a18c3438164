/// The queries that decimators make about the rows of a series.
///
/// Each query covers a range of rows, so that an index can answer it without a scan. A missing value is NaN. A series
/// may also treat values as missing that it does not draw.
public protocol RowQueries: Sendable {
    /// The value of a row; NaN is a missing value.
    subscript(row: Int) -> Double { get }

    /// Calls a closure with the values of some rows; NaN is a missing value.
    func withValues(of rows: Range<Int>, _ body: (Span<Double>) -> Void)

    /// Returns the smallest and the largest present value and the first row of each; `nil` if all are missing.
    func extremes(of rows: Range<Int>) -> Extremes?

    /// Answers ``extremes(of:)`` for many ranges in turn, opening an index only once.
    ///
    /// - Parameters:
    ///   - ranges: The ranges, ascending.
    ///   - take: Receives the position of each range and its answer.
    func extremes(ofEach ranges: [Range<Int>], _ take: (Int, Extremes?) -> Void)

    /// The first row whose value is missing.
    func firstMissing(in rows: Range<Int>) -> Int?

    /// The first row whose value is present.
    func firstPresent(in rows: Range<Int>) -> Int?

    /// The last row whose value is present.
    func lastPresent(in rows: Range<Int>) -> Int?

    /// The sum of the present values, added in row order, and their number.
    func total(of rows: Range<Int>) -> (sum: Double, count: Int)
}

extension RowQueries {
    /// Queries one range after the other.
    public func extremes(ofEach ranges: [Range<Int>], _ take: (Int, Extremes?) -> Void) {
        for (index, range) in ranges.enumerated() { take(index, extremes(of: range)) }
    }
}
