import ChartSeries

/// What the values of a series are drawn at: themselves, or on top of those below them in a stack.
struct DrawnValues {
    private let column: Int
    private let columnsBelow: [Int]
    private let table: Table
    /// The values themselves.
    let own: ColumnValues
    private let below: [ColumnValues]

    init(of series: Series, on chart: Chart) {
        table = chart.table
        column = series.column
        columnsBelow = chart.seriesBelow(series).map(\.column)
        own = chart.table.columns[series.column].values
        below = columnsBelow.map { chart.table.columns[$0].values }
    }

    /// Whether values stand on others.
    var isStacked: Bool { !below.isEmpty }

    /// Where the value of a row is drawn; NaN for none.
    subscript(row: Int) -> Double {
        let value = own[row]
        guard isStacked, !value.isNaN else { return value }
        var base = 0.0
        for index in below.indices { value.stack(below[index][row], onto: &base) }
        return base + value
    }

    /// Between which points the values of some rows are drawn along their axis, with a point more at either end for rounding.
    ///
    /// It may be too wide, and is never too narrow.
    ///
    /// - Returns: `nil` when none of the rows has a value.
    /// - Complexity: O(log n) for each series of the stack.
    func points(ofRows rows: Range<Int>, along axis: AxisViewport) -> ClosedRange<Double>? {
        guard let range = table.valueRange(ofColumn: column, rows: rows) else { return nil }
        var (low, high) = (range.minimum, range.maximum)
        for column in columnsBelow {
            guard let other = table.valueRange(ofColumn: column, rows: rows) else { continue }
            if range.minimum < 0 { low += min(0, other.minimum) }
            if range.maximum >= 0 { high += max(0, other.maximum) }
        }
        let (one, other) = (axis.apply(low), axis.apply(high))
        guard one.isFinite, other.isFinite else { return -Double.infinity...Double.infinity }
        return min(one, other) - 1...max(one, other) + 1
    }
}

extension Chart {
    /// The visible series below one in its stack.
    func seriesBelow(_ series: Series) -> [Series] {
        guard let stack = series.stack else { return [] }
        return self.series.prefix { $0.id != series.id }
            .filter { $0.isVisible && $0.stack == stack && $0.yAxis == series.yAxis }
    }

    /// How many values are read to read each series once: those below one in its stack are read with it.
    var readingCount: Int {
        var known: [String: Int] = [:]
        return series.reduce(0) { count, one in
            guard let stack = one.stack else { return count + 1 }
            known[stack, default: 0] += 1
            return count + (known[stack] ?? 0)
        }
    }
}

extension Double {
    /// Adds a value below this one in a stack to what it stands on: one of the same sign.
    func stack(_ below: Double, onto base: inout Double) {
        if !below.isNaN, (below < 0) == (self < 0) { base += below }
    }
}
