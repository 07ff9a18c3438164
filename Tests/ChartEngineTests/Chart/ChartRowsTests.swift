import ChartEngine
import ChartSeries
import CoreTestSupport
import Gestures
import Testing

struct ChartRowsTests {
    @Test func `rows of the window have their x in the closed range`() {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        #expect(sample.make().visibleRows == 20..<61)
        sample.xRange = AxisRange(min: 20.5, max: 20.6)
        #expect(sample.make().visibleRows.isEmpty)
    }

    @Test(arguments: [
        ("UTC", "2024-10-15T00:00Z", "2024-12-24T00:00Z"),
        ("America/New_York", "2024-10-15T04:00Z", "2024-12-24T05:00Z"),
    ])
    func `with the row unit day, x runs from the start of the first day to the start of the last`(
        zone: String, first: String, last: String
    ) throws {
        let axis = try #require(SampleChart.activeUsers(timeZone: zone)).make().xAxes[0]
        #expect(axis.visibleRange.min == (try CivilZones.utc(first)))
        #expect(axis.visibleRange.max == (try CivilZones.utc(last)))
    }

    @Test func `with the row unit instant, x runs from the first row to the last`() throws {
        var sample = try #require(SampleChart.activeUsers())
        sample.window.rowUnit = .instant
        let chart = sample.make()
        #expect(chart.xAxes[0].visibleRange.min == chart.table.x[0])
        #expect(chart.xAxes[0].visibleRange.max == chart.table.x[70])
    }

    @Test(arguments: [(WindowOptions.RowUnit.day, 1..<3), (.instant, 1..<2)])
    func `a row counts by the start of its day, or by its instant`(
        unit: WindowOptions.RowUnit, rows: Range<Int>
    ) throws {
        var sample = try #require(SampleChart.activeUsers())
        sample.window.rowUnit = unit
        sample.xRange = AxisRange(
            min: try CivilZones.utc("2024-10-16T00:00Z"), max: try CivilZones.utc("2024-10-17T00:00Z"))
        #expect(sample.make().visibleRows == rows)
    }

    @Test func `bars are whole weeks of the chart's time zone`() throws {
        var sample = try #require(SampleChart.activeUsers(timeZone: "America/New_York"))
        sample.window = WindowOptions(method: .calendar, aggregate: .max, unit: .week)
        sample.xRange = AxisRange(
            min: try CivilZones.utc("2024-10-23T00:00Z"), max: try CivilZones.utc("2024-11-05T00:00Z"))
        let window = sample.make().window
        let starts = try ["2024-10-21T04:00Z", "2024-10-28T04:00Z", "2024-11-04T05:00Z"].map(CivilZones.utc)
        #expect(window.aggregation?.starts == starts)
        #expect(window.method == .calendar && window.aggregation?.aggregate == .max)
        sample.window.unit = nil
        sample.window.points = 3
        #expect(sample.make().window.aggregation?.step == CalendarStep(.week))
        sample.x.type = .category
        sample.xRange = nil
        #expect(sample.make().window.method == .none)
    }

    @Test func `y spans all rows, so it stays while x zooms`() throws {
        var driver = SampleChart().driver([.of(PinchZoomModifier.self) { $0.direction = .x }])
        try driver.touch("1↓(150,100) 2↓(250,100) 1→(100,100)+2→(300,100)")
        expect(driver.x, 25, 75)
        expect(driver.y, 0, 100)
    }

    @Test func `the window of several x axes is their hull`() {
        let sample = SampleChart()
        let chart = Chart(
            id: "main", size: sample.size,
            xAxes: [
                Axis(id: "x", dimension: .x, options: sample.x, visibleRange: AxisRange(min: 10, max: 20)),
                Axis(id: "x2", dimension: .x, options: sample.x, visibleRange: AxisRange(min: 50, max: 60)),
            ],
            yAxes: [Axis(id: "y", dimension: .y, options: sample.y)], series: [], table: sample.table)
        expect(chart.windowRange, 10, 60)
        #expect(chart.visibleRows == 10..<61)
    }

    @Test func `hidden series do not count for an axis that follows its data`() {
        var sample = SampleChart()
        sample.y.autoRange = .always
        sample.table = SampleTable.make(x: [0, 1], ["a": [0, 10], "b": [0, 90]])
        var surface = sample.surface()
        expect(surface.chart.yAxes[0].visibleRange, 0, 90)
        let isKnown = surface.setVisible(false, series: "b")
        #expect(isKnown)
        expect(surface.chart.yAxes[0].visibleRange, 0, 10)
        let isUnknownFound = surface.setVisible(false, series: "c")
        #expect(!isUnknownFound)
    }

    @Test func `new rows drop the selected rows that no longer exist`() throws {
        var surface = SampleChart().surface()
        try surface.perform(.selectRow(100))
        surface.setTable(SampleTable.make(x: [0, 1], ["level": [0, 1]]))
        #expect(surface.chart.selection.rows.isEmpty)
        #expect(surface.chart.selection.label == nil)
    }

    @Test func `the window's rows are those of the visible series`() {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        let window = sample.make().window
        #expect(window.rows.count == 41)
    }
}
