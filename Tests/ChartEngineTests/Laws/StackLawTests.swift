import ChartEngine
import ChartSeries
import CoreTestSupport
import Testing

/// What holds for the data ranges of stacked charts, whatever their rows.
struct StackLawTests {
    /// A chart of some stacks over random rows, with a few missing values.
    private static func chart(_ seed: Int) throws -> Chart {
        var cases = SeededCases(seed: UInt64(seed))
        let count = cases.element(of: [1, 2, 40, 300, 9_000])
        let columns = (0..<cases.integer(in: 1...5)).map { column in
            let scale = cases.element(of: [1e-9, 1, 1, 1_000, 1e15])
            let values = (0..<count).map { _ in
                cases.isTrue(oneIn: 12) ? Double.nan : cases.number(in: -0.4...1) * scale
            }
            return (name: "c\(column)", values: values)
        }
        let kinds: [SeriesKind?] = [nil] + SeriesKind.allCases
        let series = columns.indices.map { column in
            Series(
                id: "c\(column)", column: column, xAxis: "x", yAxis: "y", name: "", isVisible: !cases.isTrue(oneIn: 6),
                kind: cases.element(of: kinds), stack: cases.element(of: [nil, "one", "one", "two"]))
        }
        return Chart(
            id: "main", size: ChartSize(width: 300, height: 200),
            xAxes: [Axis(id: "x", dimension: .x, options: AxisOptions())],
            yAxes: [Axis(id: "y", dimension: .y, options: AxisOptions())], series: series,
            table: try Table(
                xName: "t", xKind: .number, x: (0..<count).map(Double.init), columns: columns))
    }

    @Test func `every value of a stacked chart lies inside its data range, and the range reaches no further`() throws {
        var stacked = 0
        for seed in seeds(400) {
            let chart = try Self.chart(seed)
            let drawn = chart.series.filter(\.isVisible)
            var reached: [Double] = []
            for row in 0..<chart.table.rowCount {
                var above: [String: Double] = [:]
                var below: [String: Double] = [:]
                for one in drawn {
                    let value = chart.table.columns[one.column].values[row]
                    guard !value.isNaN else { continue }
                    reached.append(value)
                    guard let stack = one.stack else { continue }
                    if value < 0 { below[stack, default: 0] += value } else { above[stack, default: 0] += value }
                    reached.append(value < 0 ? below[stack, default: 0] : above[stack, default: 0])
                    stacked += 1
                }
            }
            guard var low = reached.min(), var high = reached.max(), let range = chart.yAxes[0].dataRange else {
                continue
            }
            if drawn.contains(where: { [.bar, .area].contains(chart.kind(of: $0)) || $0.stack != nil }) {
                (low, high) = (min(low, 0), max(high, 0))
            }
            guard low < high else { continue }
            #expect(range.min == low && range.max == high, "case \(seed)")
        }
        #expect(stacked > 100_000)
    }
}
