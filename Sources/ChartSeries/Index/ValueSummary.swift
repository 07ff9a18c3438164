/// What the values of a column say in some rows.
public struct ValueSummary: Sendable, Equatable {
    /// The number of present values.
    public let count: Int
    /// The number of missing values.
    public let missingCount: Int
    /// The sum of the present values.
    public let sum: Double
    /// The smallest and the largest value with their first rows; `nil` without values.
    public let extremes: Extremes?
    /// The first row with a value; `nil` without values.
    public let firstRow: Int?
    /// The last row with a value; `nil` without values.
    public let lastRow: Int?

    /// The mean of the present values; `nil` without values, and where their sum is no double.
    public var mean: Double? {
        let mean = sum / Double(count)
        return count > 0 && mean.isFinite ? mean : nil
    }
}

extension Table {
    /// Summarises a column in some rows.
    ///
    /// - Parameters:
    ///   - index: The position of the column in `columns`.
    ///   - rows: The rows.
    /// - Returns: The summary.
    /// - Complexity: O(log n) with an index, O(rows) without.
    public func summary(ofColumn index: Int, rows: Range<Int>) -> ValueSummary {
        let map = columns[index].values.map
        let found = columns[index].withReader { reader in
            let total = reader.sum(of: rows)
            let own = reader.extremes(of: rows)
            let extremes = map?(own) ?? own
            return ValueSummary(
                count: total.count, missingCount: rows.count - total.count,
                sum: map?.sum(total.sum, count: Double(total.count)) ?? total.sum,
                extremes: extremes.isEmpty ? nil : extremes,
                firstRow: reader.firstRow(in: .present, from: rows.lowerBound, before: rows.upperBound),
                lastRow: reader.lastRow(in: .present, from: rows.lowerBound, before: rows.upperBound))
        }
        return found
            ?? ValueSummary(
                count: 0, missingCount: rows.count, sum: 0, extremes: nil, firstRow: nil, lastRow: nil)
    }

    /// The last row before another one that has a value; `nil` without one.
    ///
    /// - Complexity: O(log n) with an index, O(rows between) without.
    public func lastPresentRow(ofColumn index: Int, before end: Int) -> Int? {
        columns[index].withReader { $0.lastRow(in: .present, from: 0, before: end) } ?? nil
    }

    /// The first row from another one on that has a value; `nil` without one.
    ///
    /// - Complexity: O(log n) with an index, O(rows between) without.
    public func firstPresentRow(ofColumn index: Int, from start: Int) -> Int? {
        columns[index].withReader { $0.firstRow(in: .present, from: start, before: rowCount) } ?? nil
    }

    /// Returns the means of consecutive parts of some rows, without parts that have no value.
    ///
    /// The parts have almost the same number of rows; with fewer rows than parts, each row is a part.
    ///
    /// - Parameters:
    ///   - index: The position of the column in `columns`.
    ///   - rows: The rows.
    ///   - parts: The number of parts, at least 1.
    /// - Returns: The means, in the order of the rows.
    /// - Complexity: O(parts · log n) with an index, O(rows) without.
    public func means(ofColumn index: Int, rows: Range<Int>, parts: Int) -> [Double] {
        precondition(parts > 0, "no parts")
        let parts = min(parts, rows.count)
        let ranges = (0..<parts).map { part in
            rows.lowerBound + rows.count * part / parts..<rows.lowerBound + rows.count * (part + 1) / parts
        }
        columns[index].bringExtremes(ofEach: ranges)
        let map = columns[index].values.map
        let means = columns[index].withReader { reader in
            ranges.map { rows in
                let total = reader.sum(of: rows)
                return (map?.sum(total.sum, count: Double(total.count)) ?? total.sum) / Double(total.count)
            }
        }
        return (means ?? []).filter(\.isFinite)
    }
}
