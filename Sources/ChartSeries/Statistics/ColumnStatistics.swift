/// What the values of a column amount to in some rows.
///
/// Sums are not rounded until they are written, so the same rows always have the same statistics.
public struct ColumnStatistics: Sendable {
    /// The count, the extremes, and the first and the last row with a value.
    public let summary: ValueSummary
    /// The sum of the present values, 0 without one; infinite or NaN where no double is near it.
    public let sum: Double
    /// The mean of the present values; `nil` without one, and where no double is near it.
    public let mean: Double?
    /// The standard deviation of a sample; `nil` for fewer than two values, and where no double is near it.
    public let deviation: Double?
    /// The area under the line through the present values, in the units of x and the values; `nil` without a value.
    public let integral: Double?

    fileprivate init(_ summary: ValueSummary, _ sums: ColumnSums) {
        self.summary = summary
        let count = Double(summary.count)
        sum = sums.values.value
        mean = summary.count > 0 ? Self.finite(sum / count) : nil
        deviation = summary.count > 1 ? Self.finite((sums.spread(of: count) / (count * (count - 1))).squareRoot()) : nil
        integral = summary.count > 0 ? Self.finite(sums.doubledArea.value / 2) : nil
    }

    /// The statistics of mapped values, from those before the map.
    ///
    /// - Parameters:
    ///   - statistics: Those before the map.
    ///   - summary: The summary of the mapped values.
    ///   - map: The map.
    ///   - length: The distance in x of the first and the last row with a value.
    fileprivate init(_ statistics: ColumnStatistics, _ summary: ValueSummary, by map: MonotoneMap, over length: Double)
    {
        self.summary = summary
        sum = map.sum(statistics.sum, count: Double(summary.count))
        mean = summary.count > 0 ? Self.finite(sum / Double(summary.count)) : nil
        deviation = statistics.deviation.flatMap { Self.finite($0 * map.slope.magnitude) }
        integral = statistics.integral.flatMap { Self.finite(map.sum($0, count: length)) }
    }

    private static func finite(_ number: Double) -> Double? { number.isFinite ? number : nil }
}

extension ColumnSums {
    /// The number of values times the sum of their squares, less the square of their sum.
    fileprivate func spread(of count: Double) -> Double {
        var spread = ExactSum()
        for term in squares.terms { spread.add(productOf: count, term) }
        let terms = values.terms
        for one in terms { for other in terms { spread.add(productOf: -one, other) } }
        return spread.value < 0 ? 0 : spread.value
    }
}

extension Table {
    /// Works out the statistics of a column in some rows.
    ///
    /// The rows of a block of 4,096 are read once; afterwards its sums are known. In a cancelled task the statistics are of
    /// no use.
    ///
    /// - Parameters:
    ///   - index: The position of the column in `columns`.
    ///   - rows: The rows.
    /// - Returns: The statistics.
    /// - Complexity: O(rows / 4,096) for rows that were asked for before, O(rows) for others.
    public func statistics(ofColumn index: Int, rows: Range<Int>) -> ColumnStatistics {
        let summary = summary(ofColumn: index, rows: rows)
        if let map = columns[index].values.map {
            var bare = columns
            bare[index] = bare[index].unmapped
            let length = summary.firstRow.flatMap { first in summary.lastRow.map { x[$0] - x[first] } }
            return ColumnStatistics(
                with(columns: bare).statistics(ofColumn: index, rows: rows), summary, by: map, over: length ?? 0)
        }
        var sums = ColumnSums()
        guard let first = summary.firstRow, let last = summary.lastRow else { return ColumnStatistics(summary, sums) }
        let size = BlockSums.rows
        // A block holds the trapezoid that leads into it, so the first row must lie before it.
        let blocks = (first / size + 1)..<max(first / size + 1, (last + 1) / size)
        add(first..<(blocks.isEmpty ? last + 1 : blocks.lowerBound * size), ofColumn: index, after: nil, to: &sums)
        for block in blocks where !Task.isCancelled {
            columns[index].sums.add(block, to: &sums) {
                var made = ColumnSums()
                let start = block * size
                let before = lastPresentRow(ofColumn: index, before: start)
                add(start..<(start + size), ofColumn: index, after: before, to: &made)
                return made
            }
        }
        if !blocks.isEmpty {
            let start = blocks.upperBound * size
            add(start..<(last + 1), ofColumn: index, after: lastPresentRow(ofColumn: index, before: start), to: &sums)
        }
        return ColumnStatistics(summary, sums)
    }

    private func add(_ rows: Range<Int>, ofColumn index: Int, after before: Int?, to sums: inout ColumnSums) {
        var place = before.map { (x: x[$0], y: columns[index].values[$0]) }
        readPieces(of: rows, ofColumn: index) { x, y in sums.add(x, y, after: &place) }
    }

    /// Reads rows in pieces of no more than a block, each with its x.
    func readPieces(of rows: Range<Int>, ofColumn index: Int, _ take: (Span<Double>, Span<Double>) -> Void) {
        for start in stride(from: rows.lowerBound, to: rows.upperBound, by: BlockSums.rows) {
            let some = start..<min(rows.upperBound, start + BlockSums.rows)
            x.withSpan(of: some) { x in columns[index].values.withSpan(of: some) { y in take(x, y) } }
        }
    }
}
