import ChartEngine
import ChartSeries
import ChartTestSupport
import Gestures
import Testing

/// What holds for every sequence of events.
struct EventLawTests {
    /// A surface with every built-in modifier on a random chart.
    private func surface(_ cases: inout SeededCases, _ vary: (inout SampleChart) -> Void = { _ in }) -> Surface {
        var sample = SampleChart.random(&cases)
        vary(&sample)
        var modifiers: [AttachedModifier] = [
            .of(ZoomPanModifier.self) { $0.inertia = true }, .of(PinchZoomModifier.self),
            .of(MouseWheelZoomModifier.self) { $0.direction = .xy }, .of(ZoomExtentsModifier.self),
            .of(CursorModifier.self), .of(DoubleTapDragZoomModifier.self), .of(MarqueeModifier.self),
            .of(XAxisDragModifier.self), .of(YAxisDragModifier.self), .of(WindowScrubberModifier.self),
            .of(RubberBandZoomModifier.self),
        ]
        if sample.x.type == .date { modifiers.append(.of(DateWindowZoomModifier.self)) }
        if cases.isTrue(oneIn: 3) { modifiers.append(.of(RowSelectionModifier.self) { $0.keepOnEnd = true }) }
        modifiers.shuffle(using: &cases)
        return sample.surface(modifiers)
    }

    @Test(arguments: 0..<200)
    func `a batch split in any way gives the state of the whole`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        var whole = surface(&cases)
        var split = whole
        var script = RandomTouches(seed: UInt64(seed), size: whole.chart.size)
        let events = script.events(120)
        _ = try whole.apply(events)
        var rest = events[...]
        while !rest.isEmpty {
            let count = min(rest.count, cases.integer(in: 1...20))
            _ = try split.apply(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        expectSame(whole, split)
    }

    @Test(arguments: 0..<200)
    func `the same events twice give the same state`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        var one = surface(&cases)
        var other = one
        var script = RandomTouches(seed: UInt64(seed) &+ 1_000, size: one.chart.size)
        let (first, second) = (script.events(80), script.events(80))
        for events in [first, second] { _ = try one.apply(events) }
        _ = try other.apply(first)
        var copy = other
        _ = try other.apply(second)
        _ = try copy.apply(second)
        expectSame(one, other)
        expectSame(one, copy)
    }

    @Test(arguments: 0..<200)
    func `a finger that lands or lifts where it is does not change a range`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        var sample = SampleChart.random(&cases)
        if cases.isTrue() { sample.x.minimumSpan = sample.xRange.map { $0.span * cases.number(in: 0.5...1) } }
        var driver = sample.driver([.of(ZoomPanModifier.self), .of(PinchZoomModifier.self)])
        var script = RandomTouches(seed: UInt64(seed), size: sample.size)
        for event in script.events(300) {
            guard case .touch(let touch) = event else { continue }
            let (x, y) = (driver.x, driver.y)
            try driver.send([event])
            switch touch.phase {
            case .began, .ended, .cancelled: #expect(driver.x == x && driver.y == y, "\(touch.phase)")
            case .moved: break
            }
        }
    }

    @Test(arguments: 0..<200)
    func `what cannot be seen does not change the state`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        var one = surface(&cases)
        var other = one
        var script = RandomTouches(seed: UInt64(seed), size: one.chart.size)
        for event in script.events(100) {
            _ = try one.apply([event])
            _ = try other.apply([.tick(event.time), event, .tick(event.time)])
        }
        expectSame(one, other)
    }

    private func expectSound(_ surface: Surface, sourceLocation: SourceLocation = #_sourceLocation) {
        for axis in surface.chart.xAxes + surface.chart.yAxes {
            let range = axis.visibleRange
            #expect(range.min.isFinite && range.max.isFinite && range.min < range.max, sourceLocation: sourceLocation)
            guard axis.options.hasHardLimit, let limit = axis.options.limitedEnds else { continue }
            #expect(
                range.min >= limit.min ?? -.infinity && range.max <= limit.max ?? .infinity,
                "\(range) leaves \(limit)", sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: [50.0, 1e3, 1e6], [false, true])
    func `every range stays finite, ordered and inside its hard limit after ten thousand events`(
        reach: Double, isClipped: Bool
    ) throws {
        for seed in 0..<2 {
            var cases = SeededCases(seed: UInt64(seed) &+ UInt64(reach))
            var surface = surface(&cases) { sample in
                sample.x.hasHardLimit = isClipped
                sample.y.hasHardLimit = isClipped
                let extents = sample.make()
                sample.x.visibleRangeLimit = RangeLimit(extents.xAxes[0].dataRange ?? .unit)
                sample.y.visibleRangeLimit = RangeLimit(extents.yAxes[0].dataRange ?? .unit)
                sample.y.limitMode = .min
                sample.x.minimumSpan = seed == 0 ? 1e-3 : nil
                sample.y.maximumSpan = seed == 0 ? 1e9 : nil
            }
            if !isClipped {
                for modifier in surface.modifiers { unclip(modifier.id, &surface) }
            }
            var script = RandomTouches(seed: UInt64(seed), size: surface.chart.size, reach: reach)
            for _ in 0..<5_000 {
                _ = try surface.apply([script.next()])
                expectSound(surface)
            }
        }
    }

    private func unclip(_ id: String, _ surface: inout Surface) {
        switch id {
        case "zoomPan":
            var parameters = ZoomPanModifier.Parameters()
            (parameters.clipModeX, parameters.clipModeY) = (.none, .none)
            parameters.inertia = true
            surface.changeModifier(id, options: .init(), to: ZoomPanModifier(parameters: parameters))
        case "pinchZoom":
            var parameters = PinchZoomModifier.Parameters()
            parameters.clipMode = .none
            surface.changeModifier(id, options: .init(), to: PinchZoomModifier(parameters: parameters))
        case "mouseWheelZoom":
            var parameters = MouseWheelZoomModifier.Parameters()
            (parameters.clipMode, parameters.direction) = (.none, .xy)
            surface.changeModifier(id, options: .init(), to: MouseWheelZoomModifier(parameters: parameters))
        default: break
        }
    }

    struct Spans: Sendable {
        var low: Double
        var high: Double
    }

    @Test(arguments: [
        Spans(low: 0, high: 1e-300), Spans(low: -1e299, high: 1e299), Spans(low: 1e15, high: 1e15 + 2),
        Spans(low: -.leastNonzeroMagnitude, high: .leastNonzeroMagnitude), Spans(low: 1e299, high: 1.0001e299),
        Spans(low: 0, high: 1e300),
        Spans(low: 1, high: 1.0000000000000002), Spans(low: -1e300, high: 0),
    ])
    func `tiny and huge ranges survive two thousand hostile events`(spans: Spans) throws {
        for clipMode in ClipMode.allCases {
            var sample = SampleChart()
            sample.table = SampleTable.make(x: [spans.low, spans.high], ["level": [spans.low, spans.high]])
            var surface = sample.surface([
                .of(ZoomPanModifier.self) { ($0.clipModeX, $0.clipModeY) = (clipMode, clipMode) },
                .of(PinchZoomModifier.self) { $0.clipMode = clipMode },
                .of(MouseWheelZoomModifier.self) { ($0.clipMode, $0.direction) = (clipMode, .xy) },
                .of(DoubleTapDragZoomModifier.self) { $0.clipMode = clipMode }, .of(CursorModifier.self),
                .of(ZoomExtentsModifier.self),
            ])
            var script = RandomTouches(seed: 7, size: surface.chart.size, reach: 1e6)
            for _ in 0..<500 {
                _ = try surface.apply([script.next()])
                expectSound(surface)
                #expect(surface.chart.visibleRows.count <= 2)
            }
            for axis in surface.chart.xAxes + surface.chart.yAxes {
                #expect(surface.chart.ticks(of: axis).major.allSatisfy { $0.isFinite })
            }
        }
    }
}
