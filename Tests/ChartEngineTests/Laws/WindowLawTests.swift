import ChartEngine
import ChartSeries
import CoreTestSupport
import Foundation
import Testing

/// What `exact` promises: the line through the row before the window, its rows and the row after it fills the same pixels
/// as the line through all rows.
struct WindowLawTests {
    @Test func `an exact window fills the pixels of all rows, on any axes`() throws {
        var (exact, thinned, several) = (0, 0, 0)
        for seed in seeds(1_000) {
            var cases = SeededCases(seed: UInt64(seed))
            let chart = try RandomLines(&cases).chart
            let window = chart.window
            #expect(window.rows.count <= chart.windowOptions.maximumRows, "case \(seed)")
            #expect(window.rows.count <= window.sourceRows, "case \(seed)")
            #expect(zip(window.rows, window.rows.dropFirst()).allSatisfy(<), "case \(seed)")
            guard window.isExact else { continue }
            // What is stacked has a total of its own in each row.
            let isWhole = window.rows.count == window.sourceRows
            let isAlone = Dictionary(grouping: chart.series.filter(\.isVisible), by: \.yAxis).allSatisfy {
                $1.count < 2
            }
            #expect(chart.stacked.window.isExact == (isWhole || isAlone), "case \(seed)")
            exact += 1
            if window.rows.count < window.sourceRows { thinned += 1 }
            if chart.xAxes.count > 1, window.rows.count < window.sourceRows { several += 1 }
            let line = [window.before].compactMap(\.self) + window.rows + [window.after].compactMap(\.self)
            for one in chart.series where one.isVisible {
                let all = LineRaster(Array(0..<chart.table.rowCount), of: one, on: chart)
                let isSame = LineRaster(line, of: one, on: chart) == all
                #expect(isSame, "case \(seed), series \(one.id)")
            }
        }
        #expect(exact > amongSeeds(500))
        #expect(thinned > amongSeeds(200))
        #expect(several > amongSeeds(50))
    }

    @Test func `two months of the same years on two x axes are drawn to the pixel`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appendingPathComponent("Public/data/sea-surface-temperature.csv")
        let table = try CSVImporter.table(from: Array(Data(contentsOf: file)))
        func axis(_ id: String, _ from: Double, _ to: Double) -> Axis {
            Axis(
                id: id, dimension: .x, options: AxisOptions(type: .date), visibleRange: AxisRange(min: from, max: to))
        }
        // March and September 2016.
        let chart = Chart(
            id: "main", size: ChartSize(width: 800, height: 60),
            xAxes: [
                axis("x1", 1_456_790_400_000, 1_459_468_800_000),
                axis("x2", 1_472_688_000_000, 1_475_280_000_000),
            ],
            yAxes: [Axis(id: "y", dimension: .y, options: AxisOptions())],
            series: ["x1", "x2"].map { Series(id: $0, column: 0, xAxis: $0, yAxis: "y", name: $0) }, table: table,
            windowOptions: WindowOptions(method: .m4, maximumRows: 20_000))
        let window = chart.window
        #expect(window.isExact && window.sourceRows < 3_000 && window.rows.count <= window.sourceRows)
        let line = [window.before].compactMap(\.self) + window.rows + [window.after].compactMap(\.self)
        for one in chart.series {
            let all = LineRaster(Array(0..<table.rowCount), of: one, on: chart)
            let isSame = LineRaster(line, of: one, on: chart) == all
            #expect(isSame, "\(one.id)")
        }
    }
}

extension Chart {
    /// The same with all its series in one stack.
    fileprivate var stacked: Chart {
        let series = series.map { one in
            var stacked = one
            stacked.stack = "all"
            return stacked
        }
        return Chart(
            id: id, size: size, xAxes: xAxes, yAxes: yAxes, series: series, table: table, windowOptions: windowOptions)
    }
}

/// A random chart of lines over many rows: axes of every type, in every direction, with ranges of their own.
private struct RandomLines {
    let chart: Chart

    init(_ cases: inout SeededCases) throws {
        let type = cases.element(of: AxisType.allCases)
        let table = try Self.table(type, &cases)
        let size = ChartSize(
            width: Double(cases.integer(in: 8...60)), height: Double(cases.integer(in: 8...60)))
        let xAxes = (0..<cases.integer(in: 1...3)).map { Self.xAxis("x\($0)", type, of: table, &cases) }
        let yAxes = (0..<cases.integer(in: 1...2)).map { index in
            var options = AxisOptions(type: cases.element(of: [.number, .number, .log]))
            options.isFlipped = cases.isTrue()
            return Axis(id: "y\(index)", dimension: .y, options: options)
        }
        let series = (0..<cases.integer(in: 1...4)).map { index in
            Series(
                id: "s\(index)", column: cases.integer(in: 0...(table.columns.count - 1)),
                xAxis: cases.element(of: xAxes).id, yAxis: cases.element(of: yAxes).id, name: "s\(index)",
                isVisible: !cases.isTrue(oneIn: 6))
        }
        chart = Chart(
            id: "main", size: size, xAxes: xAxes, yAxes: yAxes, series: series, table: table,
            windowOptions: WindowOptions(
                method: cases.element(of: [.m4, .m4, .m4, .auto, .none, .minmax]),
                maximumRows: cases.element(of: [3, 100, 300, 4_000])))
    }

    private static func xAxis(_ id: String, _ type: AxisType, of table: Table, _ cases: inout SeededCases) -> Axis {
        var options = AxisOptions(type: type)
        options.alignment = cases.element(of: AxisAlignment.allCases)
        options.isFlipped = cases.isTrue()
        let last = table.rowCount - 1
        let ends = [cases.integer(in: 0...last), cases.integer(in: 0...last)].sorted().map { row in
            type == .category ? Double(row) : table.x[row]
        }
        // Ends at rows, and between them.
        let shift = cases.isTrue() ? 0 : cases.number(in: 0...1) * (type == .log ? ends[0] : 1)
        return Axis(
            id: id, dimension: .x, options: options,
            visibleRange: cases.isTrue(oneIn: 4) ? nil : AxisRange(min: ends[0] + shift, max: ends[1] + shift))
    }

    /// Rows whose x repeats, leaps and crowds, with columns of some gaps and of values below zero.
    private static func table(_ type: AxisType, _ cases: inout SeededCases) throws -> Table {
        let count = cases.integer(in: 100...500)
        var position = type == .log ? 1.0 : cases.element(of: [-50.0, 0, 1e6])
        let x = (0..<count).map { _ in
            let kind = cases.integer(in: 0...9)
            let step = Double(cases.integer(in: 0...4)) / 2 + (kind == 9 ? Double(cases.integer(in: 0...100)) : 0)
            if kind > 3 { position = type == .log ? position * (1 + step / 64) : position + step }
            return position
        }
        let columns = (0..<cases.integer(in: 1...3)).map { column in
            let missing = cases.element(of: [0, 0, 0, 0, 1])
            let lowest = cases.element(of: [1, 1, -6])
            return (
                name: "c\(column)",
                values: x.map { _ in
                    cases.integer(in: 1...100) <= missing ? Double.nan : Double(cases.integer(in: lowest...12))
                }
            )
        }
        return try Table(xName: "t", xKind: type == .date ? .date : .number, x: x, columns: columns)
    }
}
