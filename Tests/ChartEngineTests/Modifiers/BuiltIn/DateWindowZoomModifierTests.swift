import ChartEngine
import ChartSeries
import CoreTestSupport
import Gestures
import Testing

struct DateWindowZoomModifierTests {
    struct Zoomed: Sendable, CustomTestStringConvertible {
        var zone = "UTC"
        var anchor = 0.5
        var scale: Double
        var from: String
        var to: String
        var rows: Int
        var testDescription: String { "\(zone), anchor \(anchor), scale \(scale)" }
    }

    @Test(arguments: [
        Zoomed(scale: 1, from: "2024-10-15T00:00Z", to: "2024-12-24T00:00Z", rows: 71),
        Zoomed(scale: 1.2, from: "2024-10-15T12:00Z", to: "2024-12-24T00:00Z", rows: 70),
        Zoomed(scale: 2, from: "2024-10-29T12:00Z", to: "2024-12-10T12:00Z", rows: 42),
        Zoomed(scale: 100, from: "2024-11-18T12:00Z", to: "2024-11-20T12:00Z", rows: 2),
        Zoomed(anchor: 0.25, scale: 2, from: "2024-10-15T00:00Z", to: "2024-11-22T12:00Z", rows: 39),
    ])
    func `the window of 71 days in UTC`(zoomed: Zoomed) throws { try check(zoomed) }

    /// The total is an hour longer than 70 days, so its middle is 23:30 of the day before the middle of UTC.
    @Test(arguments: [
        Zoomed(scale: 1, from: "2024-10-15T04:00Z", to: "2024-12-24T05:00Z", rows: 71),
        Zoomed(scale: 1.2, from: "2024-10-15T04:00Z", to: "2024-12-23T17:30Z", rows: 70),
        Zoomed(scale: 2, from: "2024-10-28T16:42Z", to: "2024-12-09T17:18Z", rows: 42),
        Zoomed(scale: 100, from: "2024-11-17T17:00Z", to: "2024-11-19T17:00Z", rows: 2),
        Zoomed(anchor: 0.25, scale: 2, from: "2024-10-15T04:00Z", to: "2024-11-22T16:18Z", rows: 39),
    ])
    func `the window of 71 days in New York, where a day has 25 hours`(zoomed: Zoomed) throws {
        var zoomed = zoomed
        zoomed.zone = "America/New_York"
        try check(zoomed)
    }

    private func check(_ zoomed: Zoomed) throws {
        var driver = try #require(SampleChart.activeUsers(timeZone: zoomed.zone)).driver([
            .of(DateWindowZoomModifier.self)
        ])
        #expect(driver.chart.visibleRows.count == 71)
        try driver.pinch(scale: zoomed.scale, .changed, anchor: Point(x: zoomed.anchor, y: 0.5))
        #expect(driver.x.min == (try CivilZones.utc(zoomed.from)))
        #expect(driver.x.max == (try CivilZones.utc(zoomed.to)))
        #expect(driver.chart.visibleRows.count == zoomed.rows)
    }

    /// The first and the last row of the vectors' windows.
    @Test(arguments: [
        (0.5, 1.0, 0.0, 70.0), (0.5, 1.2, 1, 70), (0.5, 2, 15, 56), (0.5, 100, 35, 36), (0.25, 2, 0, 38),
    ])
    func `a category axis shows the rows in the window of dates`(
        anchor: Double, scale: Double, first: Double, last: Double
    ) throws {
        var sample = try #require(SampleChart.activeUsers())
        sample.x.type = .category
        var driver = sample.driver([.of(DateWindowZoomModifier.self)])
        try driver.pinch(scale: scale, .changed, anchor: Point(x: anchor, y: 0.5))
        #expect(driver.x == AxisRange(min: first, max: last))
        try driver.pinch(scale: 2, .changed, anchor: Point(x: 0.5, y: 0.5))
        #expect(driver.x == AxisRange(min: 15, max: 56), "from the window at the start")
    }

    @Test func `on a category axis a window without a row changes nothing, and one row is shown alone`() throws {
        var sample = try #require(SampleChart.activeUsers())
        sample.x.type = .category
        let zoom = AttachedModifier.of(DateWindowZoomModifier.self) {
            $0.minimumHalf = 3_600_000
            $0.snap = .none
        }
        var driver = sample.driver([zoom])
        try driver.pinch(scale: 10_000, .changed, anchor: Point(x: 0.5, y: 0.5))
        #expect(driver.x == AxisRange(min: 34.5, max: 35.5))
        var between = sample.driver([zoom])
        try between.pinch(scale: 10_000, .changed, anchor: Point(x: 0.505, y: 0.5))
        #expect(between.x == AxisRange(min: 0, max: 70))
    }

    @Test func `the modifier keeps the window of the first change, so the scale does not accumulate`() throws {
        var driver = try #require(SampleChart.activeUsers()).driver([.of(DateWindowZoomModifier.self)])
        try driver.pinch(scale: 1.1, .changed, anchor: Point(x: 0.5, y: 0.5))
        try driver.pinch(scale: 50, .changed, anchor: Point(x: 0.5, y: 0.5))
        try driver.pinch(scale: 2, .changed, anchor: Point(x: 0.5, y: 0.5))
        #expect(driver.x.min == (try CivilZones.utc("2024-10-29T12:00Z")))
        try driver.pinch(scale: 2, .ended, anchor: Point(x: 0.5, y: 0.5))
        try driver.pinch(scale: 1, .changed, anchor: Point(x: 0.5, y: 0.5))
        #expect(driver.x.min == (try CivilZones.utc("2024-10-25T07:12Z")))
    }

    @Test func `without a client anchor the modifier uses the start of the gesture`() throws {
        var driver = try #require(SampleChart.activeUsers()).driver([.of(DateWindowZoomModifier.self)])
        try driver.pinch(scale: 2, .changed, at: Point(x: 100, y: 0))
        #expect(driver.x.max == (try CivilZones.utc("2024-11-22T12:00Z")))
    }

    @Test func `fingers have the same effect as the client's gesture`() throws {
        var driver = try #require(SampleChart.activeUsers()).driver([.of(DateWindowZoomModifier.self)])
        try driver.touch("1↓(150,100) 2↓(250,100) 1→(100,100)+2→(300,100)")
        #expect(driver.x.min == (try CivilZones.utc("2024-10-29T12:00Z")))
        #expect(driver.x.max == (try CivilZones.utc("2024-12-10T12:00Z")))
    }

    @Test func `a zoom clears the selection`() throws {
        var driver = try #require(SampleChart.activeUsers()).driver([.of(DateWindowZoomModifier.self)])
        try driver.surface.perform(.selectRow(3))
        try driver.pinch(scale: 2, .changed)
        #expect(driver.chart.selection.rows.isEmpty)
        #expect(driver.chart.selection.label == nil)
    }

    @Test func `without snapping the window's centre is the value under the gesture's start`() throws {
        var driver = try #require(SampleChart.activeUsers()).driver([
            .of(DateWindowZoomModifier.self) {
                $0.snap = .none
                $0.growth = 1
            }
        ])
        try driver.pinch(scale: 10, .changed, anchor: Point(x: 0.5, y: 0.5))
        #expect(driver.x.min == (try CivilZones.utc("2024-11-15T12:00Z")))
        #expect(driver.x.max == (try CivilZones.utc("2024-11-22T12:00Z")))
    }

    @Test func `y does not move while the window zooms`() throws {
        var driver = try #require(SampleChart.activeUsers()).driver([.of(DateWindowZoomModifier.self)])
        let y = driver.y
        try driver.pinch(scale: 20, .changed)
        #expect(driver.y == y)
    }

    @Test func `a flipped axis counts the anchor from its other end`() throws {
        var sample = try #require(SampleChart.activeUsers())
        sample.x.isFlipped = true
        var driver = sample.driver([.of(DateWindowZoomModifier.self)])
        try driver.pinch(scale: 2, .changed, anchor: Point(x: 0.75, y: 0.5))
        #expect(driver.x.max == (try CivilZones.utc("2024-11-22T12:00Z")))
    }

    @Test(arguments: [(0.0, 1.0), (-1, 1), (1, 0), (1, -1)])
    func `validation refuses a growth or a half span that is not positive`(growth: Double, minimumHalf: Double) {
        var parameters = DateWindowZoomModifier.Parameters()
        parameters.growth = growth
        parameters.minimumHalf = minimumHalf
        #expect(throws: ModifierError.self) { try parameters.check() }
    }
}
