import ChartEngine
import Gestures
import Testing

/// What a client moves under the finger before the answer comes.
struct AheadTests {
    private static let pan = AxisMovement(axis: "x", pan: 1)

    @Test func `a surface says what a drag, a pinch and a turn of the wheel would move`() throws {
        let surface = SampleChart().surface([
            .of(ZoomPanModifier.self) { $0.direction = .x }, .of(PinchZoomModifier.self) { $0.scaleFactor = 2 },
            .of(MouseWheelZoomModifier.self),
        ])
        let ahead = try #require(surface.ahead)
        #expect(ahead.drag?.threshold == 10 && ahead.drag?.movements == [Self.pan])
        #expect(
            ahead.pinch?.movements == [AxisMovement(axis: "x", pan: 1, zoom: 2), AxisMovement(axis: "y", zoom: 2)])
        #expect(ahead.wheel?.threshold == 0 && ahead.wheel?.movements == [AxisMovement(axis: "x", zoom: 1)])
    }

    @Test(arguments: [GestureProfile.uikit, .flutter])
    func `a drag of one direction says how far the finger goes along it`(profile: GestureProfile) throws {
        let thresholds = GestureThresholds(profile: profile)
        for direction in [ModifierDirection.x, .y, .xy] {
            var surface = Surface(chart: SampleChart().make(), thresholds: thresholds)
            surface.add(.of(ZoomPanModifier.self) { $0.direction = direction })
            let drag = try #require(surface.ahead?.drag)
            let (far, span): (Double, AxisDimension?) =
                switch direction {
                case .x: (thresholds.panHysteresisOneAxis, .x)
                case .y: (thresholds.panHysteresisOneAxis, .y)
                case .xy: (thresholds.panHysteresis, nil)
                }
            #expect(drag.threshold == far && drag.span == span)
        }
    }

    @Test func `no pinch is ahead whose fingers have to change their scale by much first`() throws {
        for (delta, isAhead) in [(0.01, true), (0.2, false)] {
            var thresholds = GestureThresholds(profile: .uikit)
            thresholds.pinchMinimumScaleDelta = delta
            var surface = Surface(chart: SampleChart().make(), thresholds: thresholds)
            surface.add(.of(PinchZoomModifier.self))
            #expect((surface.ahead?.pinch != nil) == isAhead)
        }
    }

    @Test func `no drag is ahead after a tap until a double tap can no longer come`() throws {
        var driver = SampleChart().driver([.of(DoubleTapDragZoomModifier.self), .of(ZoomPanModifier.self)])
        #expect(driver.surface.ahead?.drag != nil)
        try driver.touch(.began, [Point(x: 200, y: 100)])
        try driver.touch(.ended, [Point(x: 200, y: 100)])
        let afterTap = try #require(driver.surface.ahead)
        #expect(afterTap.drag == nil)
        try driver.tick(after: 1_000)
        #expect(driver.surface.ahead?.drag != nil)
    }

    @Test func `a trial changes nothing`() throws {
        let surface = SampleChart().surface([.of(ZoomPanModifier.self)])
        _ = surface.ahead
        #expect(surface.chart.xAxes[0].visibleRange == SampleChart().surface().chart.xAxes[0].visibleRange)
        #expect(surface.gestures.isEmpty && !surface.hasTouches)
    }

    @Test func `nothing is ahead where nothing would move, or something else would take the gesture`() throws {
        let none = try #require(SampleChart().surface().ahead)
        #expect(none.drag == nil && none.pinch == nil && none.wheel == nil)
        let marquee = SampleChart().surface([.of(MarqueeModifier.self), .of(ZoomPanModifier.self)])
        #expect(marquee.ahead?.drag == nil)
        var options = AttachedModifier.Options()
        options.isEnabled = false
        let disabled = SampleChart().surface([
            .of(ZoomPanModifier.self, options: options)
        ])
        #expect(disabled.ahead?.drag == nil)
    }

    @Test func `an axis that follows its data moves nowhere`() throws {
        var sample = SampleChart()
        sample.y.autoRange = .always
        let surface = sample.surface([.of(ZoomPanModifier.self)])
        #expect(surface.ahead?.drag?.movements == [Self.pan])
    }

    @Test func `during a gesture it says what it moves, and nothing is ahead`() throws {
        var driver = SampleChart().driver([.of(ZoomPanModifier.self) { $0.direction = .x }])
        try driver.touch(.began, [Point(x: 200, y: 100)])
        #expect(driver.surface.ahead == nil)
        try driver.touch(.moved, [Point(x: 240, y: 100)])
        let active = try #require(driver.surface.gestures.first)
        #expect(driver.surface.movements(by: active) == [Self.pan])
        try driver.touch(.ended, [Point(x: 240, y: 100)])
        #expect(driver.surface.ahead != nil)
    }

    @Test func `each part of a pinch that is not uniform says its own distance`() throws {
        var driver = SampleChart().driver([.of(PinchZoomModifier.self) { $0.uniform = false }])
        try driver.touch(.began, [Point(x: 180, y: 90), Point(x: 220, y: 110)])
        try driver.touch(.moved, [Point(x: 120, y: 60), Point(x: 280, y: 140)])
        let movements = driver.surface.gestures.flatMap(driver.surface.movements)
        #expect(
            Set(movements) == [
                AxisMovement(axis: "x", zoom: 1, span: .x), AxisMovement(axis: "y", zoom: 1, span: .y),
            ])
    }

    @Test(arguments: [40.0, -75])
    func `content goes where it was foretold`(distance: Double) throws {
        var driver = SampleChart().driver([
            .of(ZoomPanModifier.self) {
                $0.clipModeX = .none
                $0.clipModeY = .none
            }
        ])
        let movement = try #require(driver.surface.ahead?.drag?.movements.first { $0.axis == "x" })
        let value = driver.xValue(at: 150)
        try driver.touch(.began, [Point(x: 200, y: 100)])
        try driver.touch(.moved, [Point(x: 200 + distance, y: 100)])
        #expect(abs(driver.xValue(at: 150 + movement.pan * distance) - value) < 1e-9)
    }

    @Test(arguments: [false, true])
    func `content goes with a turn as it was foretold`(isFlipped: Bool) throws {
        var sample = SampleChart()
        (sample.x.isFlipped, sample.y.isFlipped) = (isFlipped, isFlipped)
        var driver = sample.driver([
            .of(MouseWheelZoomModifier.self) {
                ($0.action, $0.direction, $0.clipMode) = (.pan, .xy, .none)
            }
        ])
        let movements = try #require(driver.surface.ahead?.wheel?.movements)
        let turn = Vector(dx: 12, dy: -30)
        let (x, y) = (driver.xValue(at: 150), driver.yValue(at: 90))
        let pan = { id in movements.first { $0.axis == id }?.pan ?? .nan }
        try driver.wheel(at: Point(x: 200, y: 100), deltaX: turn.dx, deltaY: turn.dy)
        #expect(abs(driver.xValue(at: 150 + pan("x") * turn.dx) - x) < 1e-9)
        #expect(abs(driver.yValue(at: 90 + pan("y") * turn.dy) - y) < 1e-9)
    }

    @Test func `content grows with a turn as it was foretold`() throws {
        var powers: [Double] = []
        for law in [MouseWheelZoomModifier.Law.d3, .vega] {
            let surface = SampleChart().surface([.of(MouseWheelZoomModifier.self) { $0.law = law }])
            powers.append(try #require(surface.ahead?.wheel?.movements.first).zoom)
        }
        // 1.001 is 2 to the power of 0.0014419741739062…, and a point of d3's law is 2 to the power of 0.002.
        #expect(powers[0] == 1 && abs(powers[1] - 0.0014419741739062 / 0.002) < 1e-9)
    }
}
