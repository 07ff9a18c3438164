/// What decimators ask of the rows of a series.
///
/// Each question is about a range of rows, so that an index can answer what a scan would have to count. A missing value
/// is NaN; a series may also count values as missing that it does not draw.
public protocol RowQueries: Sendable {
    /// The value of a row; NaN is a missing one.
    subscript(row: Int) -> Double { get }

    /// Lends the values of some rows; NaN is a missing one.
    func withValues(of rows: Range<Int>, _ body: (Span<Double>) -> Void)

    /// The smallest and the largest present value, and the first row of each, or `nil` when all are missing.
    func extremes(of rows: Range<Int>) -> Extremes?

    /// The answers of ``extremes(of:)`` to many ranges, one after the other, for which an index is opened once.
    ///
    /// - Parameters:
    ///   - ranges: The ranges, ascending.
    ///   - take: Takes the answer to each.
    func extremes(ofEach ranges: [Range<Int>], _ take: (Int, Extremes?) -> Void)

    /// The first row whose value is missing.
    func firstMissing(in rows: Range<Int>) -> Int?

    /// The first row whose value is present.
    func firstPresent(in rows: Range<Int>) -> Int?

    /// The last row whose value is present.
    func lastPresent(in rows: Range<Int>) -> Int?

    /// The sum of the present values, added from the first row on, and how many there are.
    func total(of rows: Range<Int>) -> (sum: Double, count: Int)
}

extension RowQueries {
    /// Asks one range after the other.
    public func extremes(ofEach ranges: [Range<Int>], _ take: (Int, Extremes?) -> Void) {
        for (index, range) in ranges.enumerated() { take(index, extremes(of: range)) }
    }
}
