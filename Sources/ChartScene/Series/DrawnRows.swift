import ChartEngine
import ChartSeries

/// The rows or bars of a window with those before and after it, as columns.
struct DrawnRows {
    /// The x of each row.
    let x: [Double]
    /// The index of each row; of a bar, that of its first row.
    let indices: [Int]
    /// The aggregated numbers, for bars.
    private let bars: Aggregation?
    private let window: Window
    private let table: Table
    private let options: WindowOptions

    init(of chart: Chart, in window: Window) {
        self.window = window
        table = chart.table
        options = chart.windowOptions
        bars = window.aggregation
        let ends = (before: window.before.map { [$0] } ?? [], after: window.after.map { [$0] } ?? [])
        indices = ends.before + window.rows + ends.after
        if let bars {
            let (before, after) = (bars.before.map { [$0.start] } ?? [], bars.after.map { [$0.start] } ?? [])
            x = before + bars.starts + after
        } else {
            x =
                ends.before.map { chart.table.x[$0] } + chart.table.x.values(at: window.rows)
                + ends.after.map { chart.table.x[$0] }
        }
    }

    /// How many rows there are.
    var count: Int { x.count }

    /// Whether they are rows of the table, and not bars.
    var areRows: Bool { bars == nil }

    /// The places of the rows along an x axis.
    func places(on axis: Axis) -> [Double] {
        axis.options.type == .category ? indices.map(Double.init) : x
    }

    /// The values of a series; of bars their number, or the close of four.
    ///
    /// NaN is a missing value.
    func values(of series: Series) -> [Double] {
        if bars != nil { return numbers(of: series).map { $0.last ?? .nan } }
        return values(ofColumn: series.column)
    }

    private func values(ofColumn column: Int) -> [Double] {
        let values = table.columns[column].values
        return (window.before.map { [values[$0]] } ?? []) + window.values(ofColumn: column, in: table)
            + (window.after.map { [values[$0]] } ?? [])
    }

    /// The numbers of a series in each bar; none without bars.
    private func numbers(of series: Series) -> [[Double]] {
        guard let bars else { return [] }
        let wanted = GatheredColumn(
            column: series.column,
            aggregate: table.aggregate(series.aggregate ?? options.aggregate, ofColumn: series.column))
        guard let place = bars.columns.firstIndex(of: wanted) else { return [] }
        return (bars.before.map { [$0.values[place]] } ?? []) + bars.values[place]
            + (bars.after.map { [$0.values[place]] } ?? [])
    }

    /// The smallest and the largest value of a series in each row; of bars of four numbers, their low and high.
    func extremes(of series: Series) -> [(low: Double, high: Double)] {
        guard bars != nil else { return values(of: series).map { ($0, $0) } }
        return numbers(of: series).map { $0.count == 4 ? ($0[2], $0[1]) : ($0[0], $0[0]) }
    }

    /// The open, high, low and close of each row.
    ///
    /// They are the four numbers of a bar, or columns of these names in the series' group.
    ///
    /// - Parameters:
    ///   - series: The series.
    ///   - shape: The candlesticks that it makes, by itself or with three others.
    /// - Returns: `nil` without four numbers.
    func candles(of series: Series, in shape: DrawnShape) -> [Candle]? {
        let numbers = numbers(of: series)
        if numbers.first?.count == 4 {
            return numbers.map { Candle(open: $0[0], high: $0[1], low: $0[2], close: $0[3]) }
        }
        let found = shape.candle.map { values(of: $0) }
        guard found.count == 4, found.allSatisfy({ $0.count == count }) else { return nil }
        return x.indices.map { Candle(open: found[0][$0], high: found[1][$0], low: found[2][$0], close: found[3][$0]) }
    }

    /// Whether each row or one of the rows of its bar is selected.
    func selected(by selection: Selection) -> [Bool] {
        guard bars != nil else {
            let chosen = Set(selection.rows)
            return indices.map(chosen.contains)
        }
        return indices.indices.map { bar in
            let end = bar + 1 < indices.count ? indices[bar + 1] : bar == 0 ? Int.max : indices[bar] + 1
            return selection.rows.contains { $0 >= indices[bar] && $0 < max(end, indices[bar] + 1) }
        }
    }
}

/// The open, high, low and close of a bar; NaN where one is missing.
struct Candle {
    let open: Double
    let high: Double
    let low: Double
    let close: Double

    /// Whether all four numbers exist.
    var isWhole: Bool { !(open.isNaN || high.isNaN || low.isNaN || close.isNaN) }
}
