import ChartEngine
import Gestures
import Testing

struct MouseWheelZoomModifierTests {
    private static let pointer = Point(x: 100, y: 50)

    struct Turn: Sendable {
        var law: MouseWheelZoomModifier.Law
        var deltaY: Double
        var mode: WheelEvent.DeltaMode
        var keys: ModifierKeys = []
        var span: Double
    }

    @Test(arguments: [
        Turn(law: .d3, deltaY: -500, mode: .pixel, span: 50),
        Turn(law: .d3, deltaY: 500, mode: .pixel, span: 200),
        Turn(law: .d3, deltaY: -20, mode: .line, span: 50),
        Turn(law: .d3, deltaY: -1, mode: .page, span: 50),
        Turn(law: .d3, deltaY: -50, mode: .pixel, keys: .control, span: 50),
        Turn(law: .d3, deltaY: -50, mode: .pixel, keys: .shift, span: 100 / 1.0717734625362931),
        Turn(law: .vega, deltaY: 100, mode: .pixel, span: 110.51156977208222),
        Turn(law: .vega, deltaY: 3, mode: .line, span: 104.91454923046439),
        Turn(law: .vega, deltaY: 1, mode: .page, span: 129.1587504304945),
        Turn(law: .vega, deltaY: -100, mode: .pixel, keys: .control, span: 100 / 1.1051156977208222),
    ])
    func `a turn changes the span by its law and keeps the value under the pointer`(turn: Turn) throws {
        var driver = SampleChart().driver([
            .of(MouseWheelZoomModifier.self) {
                $0.law = turn.law
                $0.clipMode = .none
            }
        ])
        try driver.wheel(at: Self.pointer, deltaY: turn.deltaY, mode: turn.mode, keys: turn.keys)
        #expect(abs(driver.x.span - turn.span) < 1e-9)
        #expect(abs(driver.xValue(at: 100) - 25) < 1e-9)
        expect(driver.y, 0, 100)
    }

    @Test(arguments: [(ModifierDirection.x, 50.0, 100.0), (.y, 100, 50), (.xy, 50, 50)])
    func `only the axes of the direction zoom`(direction: ModifierDirection, x: Double, y: Double) throws {
        var driver = SampleChart().driver([.of(MouseWheelZoomModifier.self) { $0.direction = direction }])
        try driver.wheel(at: Self.pointer, deltaY: -500)
        #expect(abs(driver.x.span - x) < 1e-9)
        #expect(abs(driver.y.span - y) < 1e-9)
    }

    struct Pan: Sendable {
        var direction: ModifierDirection
        var deltaX = 0.0
        var deltaY = 0.0
        var mode = WheelEvent.DeltaMode.pixel
        var x = 0.0
        var y = 0.0
    }

    /// A point is 0.1 of x and 0.2 of y; both axes show 40…80.
    @Test(arguments: [
        Pan(direction: .xy, deltaX: 10, x: 1), Pan(direction: .xy, deltaX: -10, x: -1),
        Pan(direction: .xy, deltaY: 10, y: -2), Pan(direction: .xy, deltaX: 10, deltaY: -10, x: 1, y: 2),
        Pan(direction: .x, deltaY: 10, x: 1), Pan(direction: .x, deltaX: 20, deltaY: 10, x: 2),
        Pan(direction: .y, deltaX: 20, deltaY: 10, y: -2), Pan(direction: .x, deltaX: 2, mode: .line, x: 8),
        Pan(direction: .x, deltaX: 0.5, mode: .page, x: 20), Pan(direction: .y, deltaY: -0.5, mode: .page, y: 20),
    ])
    func `a turn moves the content to the left and upwards, in points, lines of 40 or pages`(pan: Pan) throws {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 40, max: 80)
        sample.yRange = AxisRange(min: 40, max: 80)
        for isFlipped in [false, true] {
            sample.x.isFlipped = isFlipped
            sample.y.isFlipped = isFlipped
            var driver = sample.driver([
                .of(MouseWheelZoomModifier.self) {
                    $0.action = .pan
                    $0.direction = pan.direction
                }
            ])
            try driver.wheel(at: Self.pointer, deltaX: pan.deltaX, deltaY: pan.deltaY, mode: pan.mode)
            let sign = isFlipped ? -1.0 : 1
            expect(driver.x, 40 + sign * pan.x, 80 + sign * pan.x)
            expect(driver.y, 40 + sign * pan.y, 80 + sign * pan.y)
        }
    }

    @Test func `with Control the wheel zooms even with the action pan`() throws {
        var driver = SampleChart().driver([.of(MouseWheelZoomModifier.self) { $0.action = .pan }])
        try driver.wheel(at: Self.pointer, deltaY: -50, keys: .control)
        #expect(abs(driver.x.span - 50) < 1e-9)
    }

    @Test func `a turn outside the plot area does nothing`() throws {
        var driver = SampleChart().driver([.of(MouseWheelZoomModifier.self)])
        try driver.wheel(at: Point(x: -5, y: 50), deltaY: -500)
        expect(driver.x, 0, 100)
    }

    @Test func `zooming out past the extents and back restores the range only within the idle time`() throws {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        var driver = sample.driver([.of(MouseWheelZoomModifier.self)])
        try driver.wheel(at: Self.pointer, deltaY: 1_000)
        expect(driver.x, 0, 100)
        try driver.wheel(at: Self.pointer, deltaY: -1_000, after: 150)
        expect(driver.x, 20, 60)
        try driver.wheel(at: Self.pointer, deltaY: 1_000, after: 151)
        expect(driver.x, 0, 100)
        try driver.wheel(at: Self.pointer, deltaY: -1_000, after: 151)
        expect(driver.x, 18.75, 43.75)
    }

    @Test func `the gesture is in progress until 150 ms of idle time`() throws {
        var driver = SampleChart().driver([.of(MouseWheelZoomModifier.self)])
        try driver.wheel(at: Self.pointer, deltaY: -10)
        #expect(driver.surface.gestures.map(\.gesture.state) == [.began])
        try driver.wheel(at: Self.pointer, deltaY: -10)
        #expect(driver.surface.gestures.map(\.gesture.state) == [.changed])
        try driver.tick(after: 150)
        #expect(driver.surface.gestures.count == 1)
        try driver.tick(after: 1)
        #expect(driver.surface.gestures.isEmpty)
    }

    @Test(arguments: [1e308, -1e308, 1e6, -1e6])
    func `an extreme turn keeps the range valid`(deltaY: Double) throws {
        for clipMode in [ClipMode.none, .clipAtExtents] {
            var driver = SampleChart().driver([.of(MouseWheelZoomModifier.self) { $0.clipMode = clipMode }])
            for mode in [WheelEvent.DeltaMode.pixel, .line, .page] {
                try driver.wheel(at: Self.pointer, deltaY: deltaY, mode: mode, keys: .control)
                #expect(driver.x.min < driver.x.max && driver.x.span.isFinite)
            }
        }
    }
}
