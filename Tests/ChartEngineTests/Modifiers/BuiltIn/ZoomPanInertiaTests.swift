import ChartEngine
import CoreTestSupport
import Gestures
import Testing

struct ZoomPanInertiaTests {
    /// A chart of 400 points that shows 40…60 of 0…100: a point is 0.05.
    private func driver(
        _ set: (inout ZoomPanModifier.Parameters) -> Void = { _ in },
        vary: (inout SampleChart) -> Void = { _ in }
    ) -> SurfaceDriver {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 40, max: 60)
        sample.yRange = AxisRange(min: 40, max: 60)
        vary(&sample)
        return sample.driver([
            .of(ZoomPanModifier.self) {
                $0.inertia = true
                set(&$0)
            }
        ])
    }

    /// A drag of 40 points to the left at 1000 points per second, with the release at 40 ms.
    private static let left = "1↓(200,100)@0 1→(190,100)@10 1→(180,100)@20 1→(170,100)@30 1→(160,100)@40 1↑(160,100)@40"

    /// The displacement v₀(dᵗ − 1)/c after whole milliseconds, computed by multiplication.
    private func points(_ velocity: Double, after milliseconds: Int) -> Double {
        var left = 1.0
        for _ in 0..<milliseconds { left *= 0.998 }
        return velocity * (1 - left) / 2.002_002_670_673_079_3
    }

    private func near(_ range: AxisRange, _ min: Double, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(abs(range.min - min) < 1e-8, "\(range.min) is not \(min)", sourceLocation: sourceLocation)
        #expect(abs(range.span - 20) < 1e-9, sourceLocation: sourceLocation)
    }

    @Test func `the motion follows the closed form`() throws {
        var driver = driver()
        try driver.touch(Self.left)
        near(driver.x, 42)
        try driver.tick(after: 100)
        near(driver.x, 42 + 0.05 * points(1_000, after: 100))
        try driver.tick(after: 400)
        near(driver.x, 42 + 0.05 * points(1_000, after: 500))
        expect(driver.y, 40, 60)
    }

    @Test func `the pan fits y to the rows at each event of a batch, as for single events`() throws {
        func coasting() throws -> SurfaceDriver {
            var driver = driver {
                $0.direction = .x
                $0.zoomExtentsY = true
            }
            driver.surface.add(.of(MouseWheelZoomModifier.self) { $0.direction = .y })
            try driver.touch(Self.left)
            return driver
        }
        let events: [InputEvent] = [
            .tick(Timestamp(microseconds: 1_400_000)),
            .touch(
                TouchEvent(
                    phase: .began, time: Timestamp(microseconds: 1_400_000),
                    contacts: [TouchEvent.Contact(id: 1, location: Point(x: 100, y: 100))])),
            .wheel(
                WheelEvent(
                    time: Timestamp(microseconds: 1_410_000), location: Point(x: 300, y: 50), deltaX: 0, deltaY: -100)),
        ]
        var (whole, split) = (try coasting(), try coasting())
        try whole.send(events)
        for event in events { try split.send([event]) }
        #expect(whole.x == split.x)
        #expect(whole.y == split.y)
    }

    @Test func `the motion and its overlay end within half a point of the limit`() throws {
        var driver = driver()
        try driver.touch(Self.left)
        let total = 1_000 / 2.002_002_670_673_079_3
        try driver.tick(after: 3_000)
        #expect(!driver.chart.overlays.isEmpty)
        try driver.tick(after: 100_000)
        near(driver.x, 42 + 0.05 * (total - 0.5))
        #expect(driver.chart.overlays.isEmpty)
        let end = driver.x
        try driver.tick(after: 100_000)
        #expect(driver.x == end)
    }

    @Test func `the overlay has the parameters that a client needs to animate`() throws {
        var driver = driver()
        try driver.touch(Self.left)
        let overlay = try #require(driver.chart.overlays.first)
        let motion = try #require(overlay.motion)
        #expect(overlay.kind == "inertia" && overlay.location == Point(x: 160, y: 100))
        #expect(abs(motion.velocity.dx + 1_000) < 1e-6 && motion.velocity.dy == 0)
        #expect(motion.decelerationRate.factor == 0.998)
        #expect(motion.start == Timestamp(milliseconds: driver.time))
        #expect(abs(motion.duration - 3_449.92) < 0.01)
    }

    @Test func `a touch down stops the motion at once`() throws {
        var driver = driver()
        try driver.touch(Self.left)
        try driver.touch("1↓(300,100)", after: 200)
        near(driver.x, 42 + 0.05 * points(1_000, after: 200))
        #expect(driver.chart.overlays.isEmpty)
        let stopped = driver.x
        try driver.tick(after: 1_000)
        #expect(driver.x == stopped)
        try driver.touch("1→(320,100) 1↑(320,100)", after: 100)
        expect(driver.x, stopped.min - 1, stopped.max - 1)
    }

    @Test func `a clip edge ends the motion`() throws {
        var driver = driver(vary: { $0.xRange = AxisRange(min: 70, max: 90) })
        try driver.touch(Self.left)
        try driver.tick(after: 5_000)
        expect(driver.x, 80, 100)
        #expect(driver.chart.overlays.isEmpty)
    }

    @Test func `stretching stops at the edge too, and keeps the span`() throws {
        var driver = driver(
            { $0.clipModeX = .stretchAtExtents }, vary: { $0.xRange = AxisRange(min: 70, max: 90) })
        try driver.touch(Self.left)
        for _ in 0..<5 { try driver.tick(after: 300) }
        expect(driver.x, 80, 100)
    }

    @Test func `without a clip mode only the hard limit ends the motion`() throws {
        var free = driver({ $0.clipModeX = .none }, vary: { $0.xRange = AxisRange(min: 80, max: 100) })
        try free.touch(Self.left)
        try free.tick(after: 10_000)
        #expect(free.x.min > 100)
        var held = driver(
            { $0.clipModeX = .none },
            vary: {
                $0.xRange = AxisRange(min: 70, max: 90)
                $0.x.visibleRangeLimit = RangeLimit(min: nil, max: 95)
                $0.x.hasHardLimit = true
            })
        try held.touch(Self.left)
        try held.tick(after: 10_000)
        expect(held.x, 75, 95)
    }

    @Test func `a slow release starts no motion`() throws {
        var driver = driver()
        try driver.touch("1↓(200,100)@0 1→(185,100)@300 1→(184.6,100)@310 1→(184.2,100)@320 1↑(184.2,100)@320")
        #expect(driver.chart.overlays.isEmpty)
        let released = driver.x
        try driver.tick(after: 1_000)
        #expect(driver.x == released)
    }

    @Test func `without the property a release starts no motion`() throws {
        var driver = driver { $0.inertia = false }
        try driver.touch(Self.left)
        try driver.tick(after: 1_000)
        near(driver.x, 42)
    }

    @Test(arguments: [(50.0, true), (49.9, false), (-50, true)])
    func `a motion starts at fifty points per second`(velocity: Double, starts: Bool) {
        let motion = InertialMotion(velocity: Vector(dx: velocity, dy: 0), start: Timestamp(microseconds: 0))
        #expect((motion != nil) == starts)
    }

    @Test(arguments: [(299.9, false), (300, true), (9_000, true)])
    func `the thresholds of the surface define a fast release`(velocity: Double, starts: Bool) {
        let motion = InertialMotion(
            velocity: Vector(dx: velocity, dy: 0), start: Timestamp(microseconds: 0),
            thresholds: GestureThresholds(profile: .hammer))
        #expect(motion?.velocity.dx == (starts ? velocity : nil))
    }

    @Test func `the motion after the slowest allowed release ends at once`() throws {
        var thresholds = GestureThresholds()
        thresholds.flingMinimumVelocity = 0
        let start = Timestamp(microseconds: 7)
        let slow = InertialMotion(velocity: Vector(dx: 1e-300, dy: 0), start: start, thresholds: thresholds)
        #expect(try #require(slow).isOver(at: start))
        #expect(InertialMotion(velocity: Vector(dx: 0, dy: 0), start: start, thresholds: thresholds) == nil)
    }

    @Test func `the maximum velocity limits faster releases and keeps their direction`() throws {
        let motion = try #require(
            InertialMotion(velocity: Vector(dx: 6e9, dy: -8e9), start: Timestamp(microseconds: 0)))
        #expect(abs(motion.velocity.dx - 4_800) < 1e-6 && abs(motion.velocity.dy + 6_400) < 1e-6)
        #expect(InertialMotion(velocity: Vector(dx: 1e308, dy: 1e308), start: Timestamp(microseconds: 0)) != nil)
    }

    @Test func `a direction moves only its own axes, turned and flipped ones too`() throws {
        var driver = driver(
            { $0.direction = .x },
            vary: {
                $0.x.alignment = .left
                $0.x.isFlipped = true
                $0.size = ChartSize(width: 200, height: 400)
            })
        try driver.touch(
            "1↓(100,200)@0 1→(110,190)@10 1→(120,180)@20 1→(130,170)@30 1→(140,160)@40 1↑(140,160)@40")
        try driver.tick(after: 100)
        near(driver.x, 42 + 0.05 * points(1_000, after: 100))
        expect(driver.y, 40, 60)
    }

    @Test func `the motion goes on from a range that others set`() throws {
        var driver = driver()
        try driver.touch(Self.left)
        try driver.tick(after: 50)
        driver.surface.changeAxis(
            "x", options: driver.chart.xAxes[0].options, visibleRange: AxisRange(min: 10, max: 30))
        expect(driver.x, 10, 30)
        try driver.tick(after: 500)
        near(driver.x, 10 + 0.05 * (points(1_000, after: 550) - points(1_000, after: 50)))
    }

    @Test func `a resized motion keeps its speed in values`() throws {
        var driver = driver()
        try driver.touch(Self.left)
        try driver.tick(after: 50)
        driver.surface.resize(ChartSize(width: 800, height: 100))
        near(driver.x, 42 + 0.05 * points(1_000, after: 50))
        try driver.tick(after: 450)
        near(driver.x, 42 + 0.05 * points(1_000, after: 500))
    }

    @Test func `cancelling and removing the modifier stop the motion, and another driver finishes it`() throws {
        var cancelled = driver()
        try cancelled.touch(Self.left)
        var (removed, changed) = (cancelled, cancelled)
        cancelled.surface.cancelGestures()
        try cancelled.tick(after: 500)
        near(cancelled.x, 42)
        removed.surface.removeModifier("zoomPan")
        try removed.tick(after: 500)
        near(removed.x, 42)
        changed.surface.changeDriver()
        near(changed.x, 42 + 0.05 * (1_000 / 2.002_002_670_673_079_3 - 0.5))
    }

    @Test func `with zoomExtentsY the motion fits the y axes`() throws {
        var driver = driver {
            $0.direction = .x
            $0.zoomExtentsY = true
        }
        try driver.touch(Self.left)
        try driver.tick(after: 100_000)
        #expect(driver.y.min == driver.x.min.rounded(.up) && driver.y.max == driver.x.max.rounded(.down))
    }

    @Test(arguments: seeds(200))
    func `the number of ticks does not change the motion`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        let sample = SampleChart.random(&cases)
        let modes = ClipMode.allCases
        let (clipX, clipY) = (cases.element(of: modes), cases.element(of: modes))
        var often = sample.driver([
            .of(ZoomPanModifier.self) {
                $0.inertia = true
                $0.clipModeX = clipX
                $0.clipModeY = clipY
                $0.decelerationRate = cases.isTrue() ? .fast : .normal
            }
        ])
        let step = (cases.number(in: -20...20), cases.number(in: -20...20))
        let moves = (1...5).map { "1→(\(25 + Double($0) * step.0),\(25 + Double($0) * step.1))@\($0 * 8)" }
        try often.touch("1↓(25,25)@0 \(moves.joined(separator: " ")) 1↑(\(25 + 5 * step.0),\(25 + 5 * step.1))@40")
        var once = often
        let total = cases.number(in: 1...6_000)
        try once.tick(after: total)
        let end = once.time
        while often.time < end - 1 { try often.tick(after: min(cases.number(in: 0...400), end - 1 - often.time)) }
        try often.tick(after: end - often.time)
        expectSame(once.surface, often.surface)
    }
}
