import ChartEngine
import ChartSeries
import ChartTestSupport
import Gestures
import Testing

/// Rows that arrive while somebody touches the chart: what the user sees.
///
/// The window shows 60…100 of the rows up to 100 on 400 points, so that a point is 0.1; then rows come up to 130.
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
    func `new rows arrive while I pinch: the window stays under my fingers`(follow: FollowMode) throws {
        var driver = driver(follow)
        try driver.touch("1↓(100,100)+2↓(300,100) 1→(50,100)+2→(350,100)")
        let (left, right) = (driver.xValue(at: 50), driver.xValue(at: 350))
        append(to: &driver)
        #expect(driver.xValue(at: 50) == left && driver.xValue(at: 350) == right)
        try driver.touch("1→(20,100)+2→(380,100)")
        #expect(abs(driver.xValue(at: 20) - left) < 1e-9 && abs(driver.xValue(at: 380) - right) < 1e-9)
    }

    @Test
    func `new rows arrive while I drag: the value under my finger stays, and when I let go the window catches up`()
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

    @Test func `new rows arrive under a resting finger: nothing moves until it lifts`() throws {
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

    @Test func `I drag the window off the last row while rows arrive: it stays where I left it`() throws {
        var driver = driver()
        try driver.touch("1↓(100,100) 1→(110,100)")
        append(to: &driver)
        try driver.touch("1→(150,100) 1↑(150,100)")
        expect(driver.x, 55, 95)
        #expect(followState(driver) == .paused)
        append(140, to: &driver)
        expect(driver.x, 55, 95)
    }

    @Test func `I drag to the new last row while rows arrive: the window follows again`() throws {
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

    @Test func `I drag to where the last row was when I touched down: the window goes on to the newest one`() throws {
        var driver = driver(.shift, 20, 60)
        try driver.touch("1↓(390,100) 1→(370,100)")
        append(to: &driver)
        try driver.touch("1→(-10,100)")
        expect(driver.x, 60, 100)
        #expect(followState(driver) == .following)
        try driver.touch("1↑(-10,100)")
        expect(driver.x, 90, 130)
    }

    @Test func `a window that I stretch follows with its new span`() throws {
        var driver = driver()
        try driver.touch("1↓(300,100)+2↓(400,100) 1→(200,100)+2→(400,100)")
        append(to: &driver)
        let span = driver.x.span
        try driver.touch("1↑(200,100)+2↑(400,100)")
        #expect(driver.x.max == 130 && abs(driver.x.span - span) < 1e-9)
    }

    @Test func `the wheel holds nothing: a window on the last row goes on with new rows`() throws {
        var driver = driver()
        try driver.wheel(at: Point(x: 400, y: 100), deltaY: -500)
        expect(driver.x, 80, 100)
        append(to: &driver)
        expect(driver.x, 110, 130)
        try driver.wheel(at: Point(x: 400, y: 100), deltaY: -500)
        expect(driver.x, 120, 130)
    }

    @Test func `a fling coasts undisturbed by new rows, and the window catches up only if it still shows where it was`()
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

    @Test func `a fling against the end of the data ends on the last row and goes on with it`() throws {
        var driver = driver(.shift, 40, 80, inertia: true)
        try driver.touch("1↓(220,100) 1→(180,100) 1→(140,100) 1→(100,100) 1↑(100,100)")
        try driver.tick(after: 10_000)
        expect(driver.x, 60, 100)
        append(to: &driver)
        expect(driver.x, 90, 130)
    }

    @Test func `y ranges itself on all rows while I drag x`() throws {
        var driver = driver(.shift, 60, 100, { $0.y.autoRange = .always })
        try driver.touch("1↓(100,100) 1→(150,100)")
        append(to: &driver)
        expect(driver.y, 0, 130)
        expect(driver.x, 55, 95)
        try driver.touch("1→(160,100) 1↑(160,100)")
        expect(driver.y, 0, 130)
        expect(driver.x, 54, 94)
    }

    @Test func `an x axis that ranges itself always shows all rows, whatever I do and however it follows`() throws {
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

    @Test func `the command follow goes to the last row in the middle of a drag`() throws {
        var driver = driver()
        try driver.touch("1↓(100,100) 1→(150,100)")
        append(to: &driver)
        try driver.surface.perform(.follow)
        expect(driver.x, 90, 130)
        try driver.touch("1↑(150,100)")
        expect(driver.x, 90, 130)
        #expect(followState(driver) == .following)
    }

    @Test func `setting another property of the axis in the middle of a drag lets it follow still`() throws {
        var driver = driver()
        try driver.touch("1↓(100,100)")
        append(to: &driver)
        var options = driver.chart.xAxes[0].options
        options.tickCount = 4
        driver.surface.changeAxis("x", options: options, visibleRange: nil)
        try driver.touch("1↑(100,100)")
        expect(driver.x, 90, 130)
    }

    @Test func `catching up is the same however the events come in batches`() throws {
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
