import ChartEngine
import Gestures
import Testing

struct SurfaceEventsTests {
    private func touch(
        _ phase: TouchPhase, _ ids: [Int], at milliseconds: Double, x: Double = 10
    ) throws -> InputEvent {
        .touch(
            TouchEvent(
                phase: phase, time: try #require(Timestamp(milliseconds: milliseconds)),
                contacts: ids.map { TouchEvent.Contact(id: $0, location: Point(x: x, y: 10)) }))
    }

    @Test func `time does not run backwards within a batch`() throws {
        var surface = SampleChart().surface()
        let events = [try touch(.began, [1], at: 10), try touch(.moved, [1], at: 9.999)]
        #expect(throws: BatchError(event: 1, reason: .timeReversed)) { try surface.apply(events) }
    }

    @Test func `time does not run backwards between a client's batches, but may stay the same`() throws {
        var surface = SampleChart().surface()
        let event = try touch(.began, [1], at: 10)
        #expect(throws: BatchError(event: 0, reason: .timeReversed)) {
            try surface.apply([event], since: Timestamp(microseconds: 10_001))
        }
        surface = SampleChart().surface()
        #expect(try surface.apply([event], since: Timestamp(microseconds: 10_000)).isEmpty)
    }

    @Test func `the surface refuses an event that repeats a touch id`() throws {
        var surface = SampleChart().surface()
        let events = [try touch(.began, [1], at: 1), try touch(.moved, [1, 2, 1], at: 2)]
        #expect(throws: BatchError(event: 1, reason: .touch(.repeatedTouch(index: 2)))) { try surface.apply(events) }
    }

    @Test func `the surface refuses more touches than its maximum`() throws {
        var surface = Surface(chart: SampleChart().make(), maximumTouches: 2)
        #expect(try surface.apply([try touch(.began, [1, 2], at: 1)]).isEmpty)
        let third = try touch(.began, [3], at: 2)
        #expect(throws: BatchError(event: 0, reason: .touch(.tooManyTouches(index: 0, limit: 2)))) {
            try surface.apply([third])
        }
    }

    @Test func `the surface ignores contacts that are not down, and names the event and the contact`() throws {
        var surface = SampleChart().surface()
        let ignored = try surface.apply([
            try touch(.began, [1], at: 1), try touch(.moved, [7, 1, 8], at: 2), try touch(.ended, [9], at: 3),
        ])
        #expect(ignored.map(\.event) == [1, 1, 2])
        #expect(ignored.map(\.contact) == [0, 2, 0])
        #expect(ignored.allSatisfy { $0.reason.hasSuffix("is not down") })
    }

    @Test func `began for a touch that is down cancels the old touch first`() throws {
        var driver = SampleChart().driver([.of(GestureProbeModifier.self)])
        try driver.touch("1↓(100,100) 1→(140,100) 1↓(10,10)")
        #expect(driver.chart.journal == ["probe pan began 0", "probe pan cancelled 0"])
        try driver.touch("1→(10,50)")
        #expect(driver.chart.journal.last == "probe pan began 0")
    }

    @Test func `a touch that begins again drops the range that the old touch requested beyond the edge`() throws {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        var driver = sample.driver([.of(ZoomPanModifier.self)])
        try driver.touch("1↓(0,100) 1→(900,100) 1↓(300,100) 1→(200,100)")
        expect(driver.x, 10, 50)
    }

    @Test func `the surface lists gestures in progress in their last state`() throws {
        var driver = SampleChart().driver([.of(ZoomPanModifier.self), .of(PinchZoomModifier.self)])
        try driver.touch("1↓(100,100) 2↓(200,100)")
        #expect(driver.surface.gestures.isEmpty)
        try driver.touch("2→(260,100)")
        #expect(driver.surface.gestures.map(\.modifier) == ["zoomPan", "pinchZoom"])
        #expect(driver.surface.gestures.map(\.gesture.state) == [.began, .began])
        try driver.touch("2→(261,100)")
        #expect(driver.surface.gestures.map(\.gesture.state) == [.changed, .changed])
        try driver.touch("1↑(100,100) 2↑(261,100)")
        #expect(driver.surface.gestures.isEmpty)
    }

    @Test func `cancelling ends every gesture and forgets every touch`() throws {
        var driver = SampleChart().driver([.of(GestureProbeModifier.self)])
        try driver.touch("1↓(100,100) 1→(140,100)")
        try driver.surface.perform(.cancelGestures)
        #expect(driver.chart.journal == ["probe pan began 0", "probe pan cancelled 0"])
        #expect(!driver.surface.hasTouches)
        let ignored = try driver.send([try touch(.moved, [1], at: driver.time + 1)])
        #expect(ignored.count == 1)
    }

    @Test func `for another driver no timer is armed and no tap is remembered`() throws {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        var driver = sample.driver([.of(ZoomExtentsModifier.self)])
        try driver.touch("1↓(100,100) 1↑(100,100)")
        driver.surface.changeDriver()
        driver.time = 5
        try driver.touch("1↓(100,100) 1↑(100,100)")
        expect(driver.x, 20, 60)
        try driver.touch("1↓(100,100) 1↑(100,100)")
        expect(driver.x, 0, 100)
    }

    @Test func `a wheel gesture ends when the driver changes`() throws {
        var driver = SampleChart().driver([.of(MouseWheelZoomModifier.self)])
        try driver.wheel(at: Point(x: 100, y: 50), deltaY: 500)
        #expect(driver.surface.gestures.count == 1)
        driver.surface.changeDriver()
        #expect(driver.surface.gestures.isEmpty)
        driver.time = 0
        try driver.wheel(at: Point(x: 0, y: 50), deltaY: -500)
        expect(driver.x, 0, 50)
    }

    @Test func `the next driver resolves a single tap that waits for a double tap`() throws {
        var options = AttachedModifier.Options()
        options.requireFailureOf = ["double"]
        var driver = SampleChart().driver([
            .of(ZoomExtentsModifier.self, id: "single", options: options) {
                $0.executeOn = .singleTap
                $0.range = .range(min: 1, max: 2)
            },
            .of(ZoomExtentsModifier.self, id: "double"),
        ])
        try driver.touch("1↓(100,100) 1↑(100,100)")
        expect(driver.x, 0, 100)
        driver.surface.changeDriver()
        expect(driver.x, 1, 2)
    }
}
