import ChartSeries

/// The values at which a series is drawn: its own, or on top of the series below it in a stack.
struct DrawnValues {
    private let column: Int
    private let columnsBelow: [Int]
    private let table: Table
    /// The series' own values.
    let own: ColumnValues
    private let below: [ColumnValues]

    init(of series: Series, on chart: Chart) {
        table = chart.table
        column = series.column
        columnsBelow = chart.seriesBelow(series).map(\.column)
        own = chart.table.columns[series.column].values
        below = columnsBelow.map { chart.table.columns[$0].values }
    }

    /// The number of values that make one drawn value: its own, and those of the series below.
    var seriesCount: Int { 1 + below.count }

    /// Whether the series has others below it.
    var isStacked: Bool { !below.isEmpty }

    /// The value at which a row is drawn; NaN for none.
    subscript(row: Int) -> Double {
        let value = own[row]
        guard isStacked, !value.isNaN else { return value }
        var base = 0.0
        for index in below.indices { value.stack(below[index][row], onto: &base) }
        return base + value
    }

    /// The points along their axis between which the values of some rows are drawn.
    ///
    /// The range may be too wide but is never too narrow; it has a point of tolerance at either end.
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
    /// The visible series below a series in its stack.
    public func seriesBelow(_ series: Series) -> [Series] {
        guard let stack = series.stack else { return [] }
        guard !hasParts else {
            let (part, own) = part(of: series)
            return part.seriesBelow(own)
        }
        return self.series.prefix { $0.id != series.id }
            .filter { $0.isVisible && $0.stack == stack && $0.yAxis == series.yAxis }
    }

    /// The number of values that one reading of each series reads, with the series below it in its stack.
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
    /// Adds a value below this one in a stack to its base, if both have the same sign.
    func stack(_ below: Double, onto base: inout Double) {
        if !below.isNaN, (below < 0) == (self < 0) { base += below }
    }
}
