import ChartEngine
import CoreTestSupport
import Gestures
import Testing

/// The trace of a surface explains why something did not happen.
struct SurfaceTraceTests {
    private func trace(
        _ text: String, on surface: Surface, after before: String = ""
    ) throws -> (lines: [String], surface: Surface) {
        var surface = surface
        var time = 1_000.0
        if !before.isEmpty {
            let first = TouchScript(before, from: time)
            _ = try surface.apply(first.events)
            time = try #require(first.events.last).time.milliseconds
        }
        surface.startTrace()
        _ = try surface.apply(TouchScript(text, from: time).events)
        return (surface.takeTrace().map(line), surface)
    }

    private func line(_ entry: TraceEntry) -> String {
        #expect(entry.surface == "main")
        switch entry.kind {
        case .transition(let transition, let reason):
            return "\(transition.owner) \(transition.gesture.kind) \(transition.gesture.state) \(transition.cause)"
                + (reason.map { ": \($0)" } ?? "")
        case .handled(let modifier, let place, _): return "\(modifier) handled \(text(place))"
        case .limit(let axis, let limit):
            return "\(axis) \(limit.rule.name) \(text(limit.wanted)) to \(text(limit.applied))"
        case .ignored(let modifier, let place, let reason):
            return "\(modifier ?? "surface") ignored \(text(place)): \(reason)"
        }
    }

    private func text(_ place: TraceEntry.Place) -> String {
        switch place {
        case .request: "request"
        case .event(let event): "\(event)"
        case .contact(let contact, let event): "\(event)/\(contact)"
        }
    }

    private func text(_ range: AxisRange) -> String { "\(Int(range.min.rounded()))…\(Int(range.max.rounded()))" }

    private static let pinch = AttachedModifier.of(PinchZoomModifier.self) { $0.direction = .x }
    private static let spread = "1↓(150,50)+2↓(250,50) 1→(100,50)+2→(300,50) 1↑(100,50)+2↑(300,50)"

    @Test func `the trace of a pinch has its states and the modifier that handled them`() throws {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        let result = try trace(Self.spread, on: sample.surface([Self.pinch]))
        #expect(
            result.lines == [
                "pinchZoom pinch began event", "pinchZoom handled 1", "pinchZoom pinch ended event",
                "pinchZoom handled 2",
            ])
        expect(result.surface.chart.xAxes[0].visibleRange, 30, 50)
    }

    @Test func `the trace of a pinch below Android's slop says what the pinch requires`() throws {
        var surface = Surface(chart: SampleChart().make(), thresholds: GestureThresholds(profile: .android))
        surface.add(Self.pinch)
        let open = try trace("1↓(150,50)+2↓(250,50) 2→(266,50)", on: surface)
        let needed =
            "a pinch begins when the distance of two fingers has changed by more than 16 points; the scale was 1.16"
        #expect(open.lines == ["pinchZoom ignored 1: no pinch yet: \(needed)"])
        let lifted = try trace("1↓(150,50)+2↓(250,50) 2→(266,50) 1↑(150,50)+2↑(266,50)", on: surface)
        #expect(lifted.lines == ["pinchZoom pinch failed event: \(needed)"])
    }

    @Test(arguments: [GestureKind.longPress, .marquee])
    func `the trace of a prevented pinch names the modifier of the other gesture`(kind: GestureKind) throws {
        let holder = AttachedModifier.of(GestureObserverModifier.self, id: "holder") { $0.gesture = kind }
        let before = kind == .marquee ? "1↓(150,50) 1→(190,90)" : "1↓(150,50) +600 1→(150,51)"
        let surface = SampleChart().surface([holder, Self.pinch])
        let whole = try trace(before + " 2↓(250,50) 2→(300,50)", on: surface)
        #expect(
            whole.lines.contains("pinchZoom pinch failed prevented: prevented by a gesture of holder")
                || whole.lines.contains("pinchZoom pinch failed timer: prevented by a gesture of holder"),
            "\(whole.lines)")
        #expect(whole.surface.chart.xAxes[0].visibleRange == surface.chart.xAxes[0].visibleRange)
    }

    @Test func `the trace names the modifier that prevents a pinch even in a later batch`() throws {
        let holder = AttachedModifier.of(GestureObserverModifier.self, id: "holder") { $0.gesture = .longPress }
        let surface = SampleChart().surface([holder, Self.pinch])
        let later = try trace(
            "2→(300,50) 1↑(150,50)+2↑(300,50)", on: surface, after: "1↓(150,50) +600 1→(150,51) 2↓(250,50)")
        #expect(
            later.lines.contains { $0.hasPrefix("pinchZoom") && $0.contains("prevented by a gesture of holder") },
            "\(later.lines)")
    }

    @Test func `the trace of a zoom at a span limit has the limit and both ranges`() throws {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        sample.x.minimumSpan = 40
        let result = try trace(Self.spread, on: sample.surface([Self.pinch]))
        #expect(
            result.lines.prefix(3) == [
                "pinchZoom pinch began event", "x minimumSpan 30…50 to 20…60", "pinchZoom handled 1",
            ], "\(result.lines)")
    }

    @Test func `the trace of a zoom out beyond a span limit has the limit`() throws {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 40, max: 60)
        sample.x.maximumSpan = 30
        let result = try trace("1↓(100,50)+2↓(300,50) 1→(150,50)+2→(250,50)", on: sample.surface([Self.pinch]))
        #expect(result.lines.contains("x maximumSpan 30…70 to 35…65"), "\(result.lines)")
    }

    @Test func `the trace of a zoom out at the extents has the clip mode`() throws {
        let result = try trace("1↓(100,50)+2↓(300,50) 1→(150,50)+2→(250,50)", on: SampleChart().surface([Self.pinch]))
        #expect(result.lines.contains("x clipAtExtents -50…150 to 0…100"), "\(result.lines)")
    }

    @Test func `the trace of a pan at a hard limit has that limit`() throws {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        (sample.x.visibleRangeLimit, sample.x.hasHardLimit) = (RangeLimit(min: 10, max: 70), true)
        let pan = AttachedModifier.of(ZoomPanModifier.self) { $0.direction = .x }
        let result = try trace("1↓(100,50) 1→(300,50)", on: sample.surface([pan]))
        #expect(result.lines.contains("x hardLimit 0…40 to 10…50"), "\(result.lines)")
        expect(result.surface.chart.xAxes[0].visibleRange, 10, 50)
    }

    @Test func `the trace says that an axis with autoRange always refuses a range`() throws {
        var sample = SampleChart()
        sample.x.autoRange = .always
        let result = try trace(Self.spread, on: sample.surface([Self.pinch]))
        #expect(result.lines.contains("x autoRange 25…75 to 0…100"), "\(result.lines)")
    }

    @Test func `the trace lists touches outside the plot area for each modifier that follows touches`() throws {
        let result = try trace(
            "1↓(150,-50)+2↓(250,50) 1→(100,-50)+2→(300,50)",
            on: SampleChart().surface([Self.pinch, .of(RotateChartModifier.self)]))
        #expect(
            result.lines.first == "pinchZoom ignored 0/0: the touch began outside the plot area", "\(result.lines)")
        #expect(!result.lines.contains { $0.hasPrefix("rotateChart") })
    }

    @Test func `the trace lists a touch that began outside in an earlier batch again`() throws {
        let result = try trace("1→(100,-50)", on: SampleChart().surface([Self.pinch]), after: "1↓(150,-50)")
        #expect(result.lines == ["pinchZoom ignored 0/0: the touch began outside the plot area"])
    }

    @Test func `the trace lists a disabled modifier once a batch`() throws {
        var options = AttachedModifier.Options()
        options.isEnabled = false
        let pinch = AttachedModifier.of(PinchZoomModifier.self, options: options)
        let result = try trace(Self.spread, on: SampleChart().surface([pinch]))
        #expect(result.lines == ["pinchZoom ignored 0: the modifier is not enabled"])
    }

    @Test func `the trace lists touches that are not down`() throws {
        let result = try trace("1→(100,50)", on: SampleChart().surface([Self.pinch]))
        #expect(result.lines == ["surface ignored 0/0: touch 1 is not down"])
    }

    @Test func `the trace lists a wheel outside the plot area and a gesture without a listener`() throws {
        var surface = SampleChart().surface([Self.pinch])
        surface.startTrace()
        let time = Timestamp(microseconds: 1_000)
        _ = try surface.apply([
            .wheel(WheelEvent(time: time, location: Point(x: -1, y: 5), deltaX: 0, deltaY: 1)),
            .gesture(Gesture(state: .ended, time: time, location: .zero, values: .tap(taps: 2))),
        ])
        #expect(
            surface.takeTrace().map(line) == [
                "surface ignored 0: the pointer is outside the plot area",
                "surface ignored 1: no modifier that is enabled listens for a tap",
            ])
        #expect(surface.takeTrace().isEmpty)
    }

    @Test func `a timer's transition has the time of its deadline`() throws {
        let holder = AttachedModifier.of(GestureObserverModifier.self, id: "holder") { $0.gesture = .longPress }
        var surface = SampleChart().surface([holder])
        surface.startTrace()
        _ = try surface.apply(TouchScript("1↓(150,50) +700 1→(150,51)", from: 0).events)
        let times = surface.takeTrace().compactMap { entry -> Double? in
            guard case .transition(let transition, _) = entry.kind else { return nil }
            return transition.gesture.time.milliseconds
        }
        #expect(times == [516, 716])
    }

    @Test func `the trace of a command has its limits and the modifier that handled it`() throws {
        var sample = SampleChart()
        sample.x.visibleRangeLimit = RangeLimit(min: 10, max: 70)
        var surface = sample.surface([.of(RotateChartModifier.self)])
        surface.startTrace()
        try surface.perform(.zoomExtents(.x))
        try surface.perform(.modifier(RotateChartModifier.command))
        #expect(
            surface.takeTrace().map(line) == ["x visibleRangeLimit 0…100 to 10…70", "rotateChart handled request"])
    }

    @Test func `a surface without a trace records nothing`() throws {
        var surface = SampleChart().surface([Self.pinch])
        _ = try surface.apply(TouchScript(Self.spread, from: 0).events)
        #expect(surface.takeTrace().isEmpty)
    }

    @Test(arguments: seeds(100))
    func `events have the same effect with and without a trace`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        var sample = SampleChart.random(&cases)
        sample.x.minimumSpan = 1
        var plain = sample.surface([
            .of(ZoomPanModifier.self), .of(PinchZoomModifier.self), .of(MouseWheelZoomModifier.self),
            .of(ZoomExtentsModifier.self), .of(CursorModifier.self), .of(DoubleTapDragZoomModifier.self),
        ])
        var explained = plain
        var script = RandomTouches(seed: UInt64(seed), size: sample.size)
        var noted = 0
        for _ in 0..<10 {
            let events = script.events(12)
            explained.startTrace()
            let ignored = try explained.apply(events)
            #expect(try plain.apply(events) == ignored)
            noted += explained.takeTrace().count
            expectSame(plain, explained)
        }
        #expect(noted > 0)
    }
}
