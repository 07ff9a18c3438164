import ChartEngine
import ChartSeries
import Gestures
import Testing

/// Where a window aggregates rows into bars, the bars are the data.
struct ChartCalendarBarsTests {
    private static let hour = 3_600_000.0

    /// 5,000 hours from 1970-01-01 on: ten with the value 1, the others with 100.
    private static func hours(unit: CalendarUnit?) throws -> SampleChart {
        var sample = SampleChart()
        sample.x.type = .date
        sample.table = try Table(
            xName: "t", xKind: .date, x: (0..<5_000).map { Double($0) * hour },
            columns: [("v", (0..<5_000).map { $0 < 10 ? 1 : 100 })])
        sample.window = WindowOptions(method: .calendar, unit: unit)
        return sample
    }

    @Test func `an axis spans the bars of all rows, or those in view if all are too many`() throws {
        var sample = try Self.hours(unit: .day)
        sample.xRange = AxisRange(min: 0, max: 5 * Self.hour)
        #expect(sample.make().yAxes[0].dataRange == AxisRange(min: 0, max: 2_400))
        sample.window.unit = .hour
        var chart = sample.make()
        #expect(chart.yAxes[0].dataRange == AxisRange(min: 0, max: 1))
        try chart.setVisibleRange(#require(AxisRange(min: 0, max: 20 * Self.hour)), axis: "x")
        #expect(chart.yAxes[0].dataRange == AxisRange(min: 0, max: 100))
    }

    @Test func `a zoom measures bars again if they follow the width`() throws {
        var chart = try Self.hours(unit: nil).make()
        let range = chart.yAxes[0].dataRange
        try chart.setVisibleRange(#require(AxisRange(min: 0, max: 5 * Self.hour)), axis: "x")
        #expect(chart.yAxes[0].dataRange != range)
        chart.zoomExtents()
        #expect(chart.yAxes[0].dataRange == range)
        #expect(chart.yAxes[0].zoomState == .atExtents)
    }

    @Test func `a bar is hit in its body and selected at its end`() throws {
        var sample = try Self.hours(unit: .day)
        sample.y.growBy = .zero
        sample.xRange = AxisRange(min: 0, max: 96 * Self.hour)
        let chart = sample.make()
        // The second day starts at 100 of 400 points, and its sum is the largest.
        let hit = chart.hit(of: chart.series[0], at: Point(x: 108, y: 6), within: 10, isInterpolated: true)
        #expect(hit?.row == 24 && hit?.x == 24 * Self.hour && hit?.y == 2_400 && hit?.distance == 0)
        #expect(chart.hit(of: chart.series[0], at: Point(x: 150, y: 0), within: 10, isInterpolated: true) == nil)
        #expect(chart.rows(in: Rect(x: 90, y: -1, width: 120, height: 10)) == [24, 48])
        #expect(chart.series(in: Rect(x: 90, y: 50, width: 120, height: 10)).isEmpty)
    }

    @Test func `the data range spans the totals of stacked bars`() throws {
        let table = try Table(
            xName: "t", xKind: .date, x: [0, Self.hour, 30 * Self.hour],
            columns: [("a", [1, 2, 4]), ("b", [10, -3, -20])])
        let chart = Chart(
            id: "main", size: ChartSize(width: 400, height: 200),
            xAxes: [Axis(id: "x", dimension: .x, options: AxisOptions(type: .date))],
            yAxes: [Axis(id: "y", dimension: .y, options: AxisOptions())],
            series: (0...1).map {
                Series(id: "\($0)", column: $0, xAxis: "x", yAxis: "y", name: "\($0)", stack: "all")
            },
            table: table, windowOptions: WindowOptions(method: .calendar, unit: .day))
        #expect(chart.yAxes[0].dataRange == AxisRange(min: -20, max: 10))
        #expect(chart.xAxes[0].dataRange == AxisRange(min: -12 * Self.hour, max: 36 * Self.hour))
    }
}
