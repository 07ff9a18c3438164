/// A series that answers every query by reading its rows.
public struct ScannedSeries: RowQueries {
    private let values: ColumnValues
    private let isComplete: Bool
    private let drawsPositiveOnly: Bool

    /// Takes the values of a column.
    ///
    /// - Parameters:
    ///   - values: One value per row; NaN is a missing value.
    ///   - isComplete: Whether the caller knows that no value is missing.
    ///   - drawsPositiveOnly: Whether values that are not positive count as missing, as on a logarithmic axis.
    public init(_ values: ColumnValues, isComplete: Bool = false, drawsPositiveOnly: Bool = false) {
        self.values = values
        self.isComplete = isComplete && !drawsPositiveOnly
        self.drawsPositiveOnly = drawsPositiveOnly
    }

    /// The value of a row; NaN is a missing value.
    public subscript(row: Int) -> Double {
        let value = values[row]
        return drawsPositiveOnly && value <= 0 ? .nan : value
    }

    /// Calls a closure with the values of some rows; NaN is a missing value.
    ///
    /// - Complexity: O(1) for stored values if all values are drawn.
    public func withValues(of rows: Range<Int>, _ body: (Span<Double>) -> Void) {
        guard drawsPositiveOnly else { return values.withSpan(of: rows, body) }
        let drawn = rows.map { self[$0] }
        body(drawn.span)
    }

    /// Returns the smallest and the largest present value and the first row of each; `nil` if all are missing.
    ///
    /// - Complexity: O(number of rows).
    public func extremes(of rows: Range<Int>) -> Extremes? {
        var found = Extremes(at: rows.lowerBound)
        ScanPieces.forEach(of: rows) { piece in
            withValues(of: piece) { values in
                for index in values.indices { found.add(values[index], row: piece.lowerBound + index) }
            }
        }
        return found.isEmpty ? nil : found
    }

    /// The first row whose value is missing.
    ///
    /// - Complexity: O(number of rows); O(1) if `isComplete` is `true`.
    public func firstMissing(in rows: Range<Int>) -> Int? {
        isComplete ? nil : rows.first { self[$0].isNaN }
    }

    /// The first row whose value is present.
    ///
    /// - Complexity: O(number of missing values before it).
    public func firstPresent(in rows: Range<Int>) -> Int? {
        rows.first { !self[$0].isNaN }
    }

    /// The last row whose value is present.
    ///
    /// - Complexity: O(number of missing values after it).
    public func lastPresent(in rows: Range<Int>) -> Int? {
        rows.last { !self[$0].isNaN }
    }

    /// The sum of the present values, added in row order, and their number.
    ///
    /// - Complexity: O(number of rows).
    public func total(of rows: Range<Int>) -> (sum: Double, count: Int) {
        var sum = 0.0
        var count = 0
        ScanPieces.forEach(of: rows) { piece in
            withValues(of: piece) { values in
                for index in values.indices where !values[index].isNaN {
                    sum += values[index]
                    count += 1
                }
            }
        }
        return (sum, count)
    }
}
