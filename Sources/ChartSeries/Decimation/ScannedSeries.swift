/// A series that answers every question by reading its rows.
public struct ScannedSeries: RowQueries {
    private let values: ColumnValues
    private let isComplete: Bool
    private let drawsPositiveOnly: Bool

    /// Takes the values of a column.
    ///
    /// - Parameters:
    ///   - values: One value a row; NaN is a missing one.
    ///   - isComplete: Whether it is known that none is missing.
    ///   - drawsPositiveOnly: Whether values that are not positive count as missing, as on a logarithmic axis.
    public init(_ values: ColumnValues, isComplete: Bool = false, drawsPositiveOnly: Bool = false) {
        self.values = values
        self.isComplete = isComplete && !drawsPositiveOnly
        self.drawsPositiveOnly = drawsPositiveOnly
    }

    /// The value of a row; NaN is a missing one.
    public subscript(row: Int) -> Double {
        let value = values[row]
        return drawsPositiveOnly && value <= 0 ? .nan : value
    }

    /// Lends the values of some rows; NaN is a missing one.
    ///
    /// - Complexity: O(1) for stored values that are drawn as they are.
    public func withValues(of rows: Range<Int>, _ body: (Span<Double>) -> Void) {
        guard drawsPositiveOnly else { return values.withSpan(of: rows, body) }
        let drawn = rows.map { self[$0] }
        body(drawn.span)
    }

    /// The smallest and the largest present value, and the first row of each, or `nil` when all are missing.
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
    /// - Complexity: O(number of rows), constant when it is known that none is missing.
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

    /// The sum of the present values, added from the first row on, and how many there are.
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
