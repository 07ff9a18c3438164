import ChartEngine
import ChartSeries
import CoreTestSupport
import Gestures
import Testing

/// Tests what a user sees when rows arrive during a gesture.
///
/// The window shows 60…100 of the rows up to 100 on 400 points, so that a point is 0.1. Then rows up to 130 arrive.
struct LiveDataTests {
    private func driver(
        _ follow: FollowMode = .shift, _ min: Double = 60, _ max: Double = 100,
        _ vary: (inout SampleChart) -> Void = { _ in }, inertia: Bool = false
    ) -> SurfaceDriver {
        var sample = SampleChart()
        sample.x.follow = follow
        sample.xRange = AxisRange(min: min, max: max)
        vary(&sample)
        return sample.driver([
            .of(ZoomPanModifier.self) {
                $0.direction = .x
                $0.inertia = inertia
            },
            .of(PinchZoomModifier.self) { $0.direction = .x },
            .of(MouseWheelZoomModifier.self),
        ])
    }

    private static func rows(through last: Double) -> Table {
        SampleTable.make(x: [0, 50, 100, last], ["level": [0, 50, 100, last]])
    }

    private func append(_ last: Double = 130, to driver: inout SurfaceDriver) {
        driver.surface.setTable(Self.rows(through: last))
    }

    private func followState(_ driver: SurfaceDriver) -> FollowState? { driver.chart.xAxes[0].followState }

    @Test(arguments: [FollowMode.shift, .extend])
    func `new rows during a pinch do not move the window under the fingers`(follow: FollowMode) throws {
        var driver = driver(follow)
        try driver.touch("1↓(100,100)+2↓(300,100) 1→(50,100)+2→(350,100)")
        let (left, right) = (driver.xValue(at: 50), driver.xValue(at: 350))
        append(to: &driver)
        #expect(driver.xValue(at: 50) == left && driver.xValue(at: 350) == right)
        try driver.touch("1→(20,100)+2→(380,100)")
        #expect(abs(driver.xValue(at: 20) - left) < 1e-9 && abs(driver.xValue(at: 380) - right) < 1e-9)
    }

    @Test
    func `new rows during a drag do not move the window, which catches up when the finger lifts`()
        throws
    {
        var driver = driver()
        try driver.touch("1↓(100,100) 1→(150,100)")
        expect(driver.x, 55, 95)
        append(to: &driver)
        expect(driver.x, 55, 95)
        try driver.touch("1→(100,100)")
        expect(driver.x, 60, 100)
        #expect(followState(driver) == .following)
        try driver.touch("1↑(100,100)")
        expect(driver.x, 90, 130)
        #expect(followState(driver) == .following)
    }

    @Test func `new rows under a resting finger move nothing until it lifts`() throws {
        var driver = driver()
        try driver.touch("1↓(100,100)")
        append(to: &driver)
        expect(driver.x, 60, 100)
        #expect(followState(driver) == .following)
        append(140, to: &driver)
        expect(driver.x, 60, 100)
        #expect(followState(driver) == .following)
        try driver.touch("1↑(100,100)")
        expect(driver.x, 100, 140)
    }

    @Test func `a window dragged off the last row while rows arrive stays there`() throws {
        var driver = driver()
        try driver.touch("1↓(100,100) 1→(110,100)")
        append(to: &driver)
        try driver.touch("1→(150,100) 1↑(150,100)")
        expect(driver.x, 55, 95)
        #expect(followState(driver) == .paused)
        append(140, to: &driver)
        expect(driver.x, 55, 95)
    }

    @Test func `a window dragged to the new last row follows again`() throws {
        var driver = driver(.shift, 20, 60)
        #expect(followState(driver) == .paused)
        try driver.touch("1↓(390,100) 1→(370,100)")
        append(to: &driver)
        try driver.touch("1→(-310,100) 1↑(-310,100)")
        expect(driver.x, 90, 130)
        #expect(followState(driver) == .following)
        append(140, to: &driver)
        expect(driver.x, 100, 140)
    }

    @Test func `a window dragged to the last row of touch down moves on to the newest row`() throws {
        var driver = driver(.shift, 20, 60)
        try driver.touch("1↓(390,100) 1→(370,100)")
        append(to: &driver)
        try driver.touch("1→(-10,100)")
        expect(driver.x, 60, 100)
        #expect(followState(driver) == .following)
        try driver.touch("1↑(-10,100)")
        expect(driver.x, 90, 130)
    }

    @Test func `a stretched window follows with its new span`() throws {
        var driver = driver()
        try driver.touch("1↓(300,100)+2↓(400,100) 1→(200,100)+2→(400,100)")
        append(to: &driver)
        let span = driver.x.span
        try driver.touch("1↑(200,100)+2↑(400,100)")
        #expect(driver.x.max == 130 && abs(driver.x.span - span) < 1e-9)
    }

    @Test func `the wheel holds the window until its idle, and a window on the last row then follows new rows`() throws
    {
        var driver = driver()
        try driver.wheel(at: Point(x: 400, y: 100), deltaY: -500)
        expect(driver.x, 80, 100)
        append(to: &driver)
        expect(driver.x, 80, 100)
        try driver.wheel(at: Point(x: 400, y: 100), deltaY: -500)
        expect(driver.x, 90, 100)
        try driver.tick(after: 200)
        expect(driver.x, 120, 130)
    }

    @Test func `new rows do not disturb a fling, and the window catches up only if it still shows its place`()
        throws
    {
        var driver = driver(.shift, 60, 100, inertia: true)
        try driver.touch("1↓(100,100) 1→(140,100) 1→(180,100) 1→(220,100) 1↑(220,100)")
        #expect(driver.surface.isActing)
        let before = driver.x
        append(to: &driver)
        #expect(driver.x == before)
        try driver.tick(after: 10_000)
        #expect(!driver.surface.isActing && followState(driver) == .paused && driver.x.max < before.max)
    }

    @Test func `a fling against the end of the data ends on the last row and follows it`() throws {
        var driver = driver(.shift, 40, 80, inertia: true)
        try driver.touch("1↓(220,100) 1→(180,100) 1→(140,100) 1→(100,100) 1↑(100,100)")
        try driver.tick(after: 10_000)
        expect(driver.x, 60, 100)
        append(to: &driver)
        expect(driver.x, 90, 130)
    }

    @Test func `y ranges itself on all rows during a drag along x`() throws {
        var driver = driver(.shift, 60, 100, { $0.y.autoRange = .always })
        try driver.touch("1↓(100,100) 1→(150,100)")
        append(to: &driver)
        expect(driver.y, 0, 130)
        expect(driver.x, 55, 95)
        try driver.touch("1→(160,100) 1↑(160,100)")
        expect(driver.y, 0, 130)
        expect(driver.x, 54, 94)
    }

    @Test func `an x axis that ranges itself always shows all rows in every follow mode`() throws {
        var driver = driver(.shift, 60, 100, { $0.x.autoRange = .always })
        expect(driver.x, 0, 100)
        try driver.touch("1↓(100,100) 1→(150,100)")
        append(to: &driver)
        expect(driver.x, 0, 130)
        try driver.touch("1↑(150,100)")
        expect(driver.x, 0, 130)
    }

    @Test func `a log axis follows by decades`() throws {
        var driver = driver(
            .shift, 1, 100,
            {
                $0.x.type = .log
                $0.table = SampleTable.make(x: [1, 10, 100], ["level": [1, 2, 3]])
            })
        try driver.touch("1↓(100,100)")
        driver.surface.setTable(SampleTable.make(x: [1, 10, 100, 1_000], ["level": [1, 2, 3, 4]]))
        expect(driver.x, 1, 100)
        try driver.touch("1↑(100,100)")
        expect(driver.x, 10, 1_000)
    }

    @Test func `a category axis follows by rows`() throws {
        var driver = driver(
            .shift, 1, 3,
            {
                $0.x.type = .category
                $0.table = SampleTable.make(x: [0, 5, 6, 70], ["level": [1, 2, 3, 4]])
            })
        try driver.touch("1↓(100,100)")
        driver.surface.setTable(SampleTable.make(x: [0, 5, 6, 70, 70, 900], ["level": [1, 2, 3, 4, 5, 6]]))
        expect(driver.x, 1, 3)
        try driver.touch("1↑(100,100)")
        expect(driver.x, 3, 5)
    }

    @Test func `the command follow goes to the last row even during a drag`() throws {
        var driver = driver()
        try driver.touch("1↓(100,100) 1→(150,100)")
        append(to: &driver)
        try driver.surface.perform(.follow)
        expect(driver.x, 90, 130)
        try driver.touch("1↑(150,100)")
        expect(driver.x, 90, 130)
        #expect(followState(driver) == .following)
    }

    @Test func `the axis still follows after a drag during which another property is set`() throws {
        var driver = driver()
        try driver.touch("1↓(100,100)")
        append(to: &driver)
        var options = driver.chart.xAxes[0].options
        options.tickCount = 4
        driver.surface.changeAxis("x", options: options, visibleRange: nil)
        try driver.touch("1↑(100,100)")
        expect(driver.x, 90, 130)
    }

    @Test func `catching up does not depend on how the events are divided into batches`() throws {
        let later = "1→(120,100) 1→(100,100) 1↑(100,100) 1↓(200,100) 1→(240,100) 1↑(240,100)"
        var (split, whole) = (driver(), driver())
        try split.touch("1↓(100,100)")
        try whole.touch("1↓(100,100)")
        append(to: &split)
        append(to: &whole)
        try split.touch(later)
        try whole.send(TouchScript(later, from: whole.time).events)
        expectSame(split.surface, whole.surface)
        expect(split.x, 86, 126)
    }
}
