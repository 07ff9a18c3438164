import ChartSeries
import CoreTestSupport
import Gestures
import Testing

@testable import ChartEngine

/// Where lines break, and where they are read.
@Suite struct SeriesGapsTests {
    private static func chart(_ change: (inout Series) -> Void) throws -> Chart {
        let table = try Table(
            xName: "x", xKind: .number, x: [0, 1, 2, 3, 8], columns: [(name: "y", values: [0, 10, .nan, 30, 80])])
        var series = Series(id: "y", column: 0, xAxis: "x", yAxis: "y", name: "y")
        change(&series)
        return Chart(
            id: "main", size: ChartSize(width: 800, height: 800),
            xAxes: [Axis(id: "x", dimension: .x, options: AxisOptions(), visibleRange: AxisRange(min: 0, max: 8))],
            yAxes: [Axis(id: "y", dimension: .y, options: AxisOptions(), visibleRange: AxisRange(min: 0, max: 80))],
            series: [series],
            table: table)
    }

    private static func value(_ chart: Chart, at x: Double, isInterpolated: Bool = true) -> Double? {
        chart.readings(at: .x(x), of: chart.series, isInterpolated: isInterpolated, within: 0).first?.y
    }

    private static let cases: [(gaps: SeriesGaps?, over: Double?, far: Double?)] = [
        (nil, nil, 55), (.break, nil, 55), (.connect, 15, 55), (.longerThan(2), 15, nil), (.longerThan(1.5), nil, nil),
    ]

    @Test(arguments: cases)
    func `a line is read and hit where it goes`(gaps: SeriesGaps?, over: Double?, far: Double?) throws {
        let chart = try Self.chart { $0.gaps = gaps }
        #expect(Self.value(chart, at: 1.5) == over)
        #expect(Self.value(chart, at: 2.5) == over.map { $0 + 10 })
        #expect(Self.value(chart, at: 5.5) == far)
        #expect(Self.value(chart, at: 0.5) == 5)
        let hit = chart.hit(of: chart.series[0], at: Point(x: 150, y: 650), within: 3, isInterpolated: true)
        #expect((hit != nil) == (over != nil) && hit?.y == over)
        let farHit = chart.hit(of: chart.series[0], at: Point(x: 550, y: 250), within: 3, isInterpolated: true)
        #expect((farHit != nil) == (far != nil))
    }

    @Test(arguments: [SeriesKind.line, .area, .scatter])
    func `the reading of a series goes before that of the modifier`(kind: SeriesKind) throws {
        let isLine = kind != .scatter
        let row = try Self.chart { ($0.reading, $0.kind) = (.row, kind) }
        #expect(Self.value(row, at: 0.4) == 0 && Self.value(row, at: 0.6) == 10)
        let line = try Self.chart { ($0.reading, $0.kind) = (.interpolated, kind) }
        #expect(Self.value(line, at: 0.4, isInterpolated: false) == (isLine ? 4 : 0))
        let usual = try Self.chart { $0.kind = kind }
        #expect(Self.value(usual, at: 0.4, isInterpolated: false) == 0)
    }

    @Test func `a window is not exact where a pixel column may hide a hole`() throws {
        func chart(_ gaps: SeriesGaps?, hole: Double) throws -> Chart {
            let x = (0..<20_000).map { Double($0) + ($0 > 10_000 ? hole : 0) }
            let table = try Table(
                xName: "x", xKind: .number, x: x, columns: [(name: "y", values: x.map { ($0 / 900).rounded() })])
            var series = Series(id: "y", column: 0, xAxis: "x", yAxis: "y", name: "y")
            series.gaps = gaps
            return Chart(
                id: "main", size: ChartSize(width: 100, height: 100),
                xAxes: [
                    Axis(id: "x", dimension: .x, options: AxisOptions(), visibleRange: AxisRange(min: 0, max: 20_000))
                ],
                yAxes: [Axis(id: "y", dimension: .y, options: AxisOptions(), visibleRange: AxisRange(min: 0, max: 30))],
                series: [series],
                table: table, windowOptions: WindowOptions(method: .m4))
        }
        #expect(try chart(nil, hole: 50).window.isExact)
        #expect(try chart(.connect, hole: 50).window.isExact)
        #expect(try !chart(.longerThan(20), hole: 50).window.isExact)
        #expect(try chart(.longerThan(20), hole: 0).window.isExact)
        #expect(try chart(.longerThan(300), hole: 350).window.isExact, "a wider hole than a column ends in another one")
    }

    @Test(arguments: seeds(10)) func `the widest step is that of the values, whatever the blocks`(seed: Int) throws {
        var random = SeededCases(seed: UInt64(seed))
        var place = 0.0
        let x = (0..<12_000).map { _ in
            place += Double(random.integer(in: 0...9))
            return place
        }
        let isSparse = random.isTrue(oneIn: 2)
        let y = x.map { _ in random.isTrue(oneIn: isSparse ? 2 : 50) ? .nan : 1.0 }
        let table = try Table(xName: "x", xKind: .number, x: x, columns: [(name: "y", values: y)])
        for _ in 0..<10 {
            let start = random.integer(in: 0...11_999)
            let rows = start..<random.integer(in: start...12_000)
            let present = rows.filter { !y[$0].isNaN }.map { x[$0] }
            let expected = zip(present, present.dropFirst()).reduce(0) { max($0, $1.1 - $1.0) }
            #expect(table.widestStep(ofColumn: 0, rows: rows) == expected)
        }
    }
}
