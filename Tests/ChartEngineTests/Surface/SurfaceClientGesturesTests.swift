import ChartEngine
import Gestures
import Testing

struct SurfaceClientGesturesTests {
    private func probe(_ id: String, handles: Bool = false, receivesHandled: Bool = false) -> AttachedModifier {
        var options = AttachedModifier.Options()
        options.receiveHandledEvents = receivesHandled
        return .of(GestureProbeModifier.self, id: id, options: options) {
            $0.name = id
            $0.handles = handles
        }
    }

    private func pan(_ driver: inout SurfaceDriver, _ state: GestureState) throws {
        try driver.gesture(.pan(translation: Vector(dx: 20, dy: 0), velocity: .zero), state)
    }

    @Test func `changed without began counts as began`() throws {
        var driver = SampleChart().driver([probe("a")])
        try pan(&driver, .changed)
        try pan(&driver, .changed)
        try pan(&driver, .ended)
        try pan(&driver, .changed)
        #expect(
            driver.chart.journal == ["a pan began 0", "a pan changed 0", "a pan ended 0", "a pan began 0"])
    }

    @Test func `ended without began is delivered, cancelled without began is not`() throws {
        var driver = SampleChart().driver([probe("a")])
        try pan(&driver, .cancelled)
        #expect(driver.chart.journal.isEmpty)
        try pan(&driver, .ended)
        #expect(driver.chart.journal == ["a pan ended 0"])
        #expect(driver.surface.gestures.isEmpty)
    }

    @Test func `cancelled ends a gesture in progress`() throws {
        var driver = SampleChart().driver([probe("a")])
        try pan(&driver, .began)
        #expect(driver.surface.gestures.map(\.modifier) == ["a"])
        try pan(&driver, .cancelled)
        #expect(driver.chart.journal == ["a pan began 0", "a pan cancelled 0"])
        #expect(driver.surface.gestures.isEmpty)
    }

    @Test(arguments: [GestureState.possible, .failed])
    func `the states possible and failed change nothing`(state: GestureState) throws {
        var driver = SampleChart().driver([probe("a")])
        try pan(&driver, .began)
        try pan(&driver, state)
        #expect(driver.chart.journal == ["a pan began 0"])
        #expect(driver.surface.gestures.count == 1)
    }

    @Test func `a second began cancels the first`() throws {
        var driver = SampleChart().driver([probe("a")])
        try pan(&driver, .began)
        try pan(&driver, .began)
        #expect(driver.chart.journal == ["a pan began 0", "a pan cancelled 0", "a pan began 0"])
        #expect(driver.surface.gestures.count == 1)
    }

    @Test func `every modifier that listens for the gesture receives it, in order`() throws {
        var driver = SampleChart().driver([probe("a"), .of(MarqueeModifier.self), probe("b")])
        try pan(&driver, .began)
        #expect(driver.chart.journal == ["a pan began 0", "b pan began 0"])
        #expect(driver.surface.gestures.map(\.modifier) == ["a", "b"])
    }

    @Test func `a handled gesture skips the later modifiers, unless they receive handled events`()
        throws
    {
        var driver = SampleChart().driver([
            probe("a", handles: true), probe("b"), probe("c", receivesHandled: true),
        ])
        try pan(&driver, .began)
        #expect(driver.chart.journal == ["a pan began 0", "c pan began 0"])
        #expect(driver.surface.gestures.map(\.modifier) == ["a", "c"])
    }

    @Test func `the gesture has the role of the recognizer of its kind`() throws {
        var driver = SampleChart().driver([probe("a")])
        try driver.pinch(scale: 2, .began)
        #expect(driver.chart.journal == ["a pinch began 1"])
    }

    @Test func `gestures of two kinds are active side by side`() throws {
        var driver = SampleChart().driver([probe("a")])
        try pan(&driver, .began)
        try driver.pinch(scale: 2, .began)
        #expect(driver.surface.gestures.map(\.gesture.kind) == [.pan, .pinch])
        try pan(&driver, .ended)
        #expect(driver.surface.gestures.map(\.gesture.kind) == [.pinch])
    }

    @Test func `removing or disabling a modifier cancels the gesture only for it`() throws {
        for isRemoved in [true, false] {
            var driver = SampleChart().driver([probe("a"), probe("b")])
            try pan(&driver, .began)
            if isRemoved {
                driver.surface.removeModifier("a")
            } else {
                var options = AttachedModifier.Options()
                options.isEnabled = false
                driver.surface.changeModifier("a", options: options, to: driver.surface.modifiers[0].modifier)
            }
            #expect(driver.chart.journal.filter { $0.hasPrefix("a") } == ["a pan began 0", "a pan cancelled 0"])
            #expect(driver.surface.gestures.map(\.modifier) == ["b"])
            try pan(&driver, .changed)
            #expect(driver.chart.journal.last == "b pan changed 0")
            #expect(driver.chart.journal.filter { $0.hasPrefix("a") }.count == 2)
        }
    }

    @Test func `cancelling ends client gestures too`() throws {
        var driver = SampleChart().driver([probe("a")])
        try pan(&driver, .began)
        try driver.surface.perform(.cancelGestures)
        #expect(driver.chart.journal == ["a pan began 0", "a pan cancelled 0"])
        #expect(driver.surface.gestures.isEmpty)
    }

    @Test func `the surface forgets the range that a client gesture requested when the gesture ends`() throws {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        var driver = sample.driver([.of(ZoomPanModifier.self)])
        try driver.gesture(.pan(translation: Vector(dx: 900, dy: 0), velocity: .zero), .began)
        expect(driver.x, 0, 40)
        try driver.gesture(.pan(translation: Vector(dx: 100, dy: 0), velocity: .zero), .changed)
        expect(driver.x, 10, 50)
        try driver.gesture(.pan(translation: Vector(dx: 900, dy: 0), velocity: .zero), .ended)
        expect(driver.x, 0, 40)
        try driver.gesture(.pan(translation: Vector(dx: -100, dy: 0), velocity: .zero), .began)
        expect(driver.x, 10, 50)
    }
}
