import ChartEngine
import CoreTestSupport
import Gestures
import Testing

/// What holds for every range, whatever happens.
struct RangeLawTests {
    private func expectSound(_ axis: Axis, _ comment: @autoclosure () -> String) {
        let range = axis.visibleRange
        if !range.min.isFinite || !range.max.isFinite || range.min >= range.max {
            Issue.record("\(comment()): \(range) is no range")
        }
        guard axis.options.hasHardLimit, let limit = axis.options.limitedEnds else { return }
        if range.min < limit.min ?? -.infinity || range.max > limit.max ?? .infinity {
            Issue.record("\(comment()): \(range) leaves \(limit)")
        }
    }

    struct Run: Sendable {
        var cases: Int
        var events: Int
        var reach: Double
    }

    @Test(arguments: [
        Run(cases: 1_000, events: 40, reach: 50), Run(cases: 1_000, events: 20, reach: 1e6),
        Run(cases: 10, events: 1_000, reach: 1e3),
    ])
    func `every range stays finite, ordered and inside its hard limit, with sound ticks`(run: Run) throws {
        for seed in seeds(run.cases) {
            var surface = RandomCase(seed, events: 0).random.surface
            var touches = RandomTouches(seed: UInt64(seed), size: surface.chart.size, reach: run.reach)
            for step in 0..<run.events {
                _ = try surface.apply([touches.next()])
                for axis in surface.chart.xAxes + surface.chart.yAxes {
                    expectSound(axis, "case \(seed), event \(step), \(axis.id)")
                    guard step % 20 == 19 else { continue }
                    let range = axis.visibleRange
                    TickLaws.expect(surface.chart.ticks(of: axis), in: (range.min, range.max))
                }
            }
        }
    }

    /// What zooms and moves with touches alone, and nothing that acts when a finger lifts or that goes on moving.
    private static let following = [
        "zoomPan", "pinchZoom", "doubleTapDragZoom", "xAxisDrag", "yAxisDrag", "windowScrubber", "dateWindowZoom",
        "rowSelection", "cursor", "rollover",
    ]

    @Test func `a finger that lands or lifts where it is does not change a range`() throws {
        var moves = 0
        for seed in seeds(1_000) {
            var one = RandomCase(seed, events: 40, modifiers: Self.following)
            one.change(each: ZoomPanModifier.self) { $0.inertia = false }
            // Beyond an edge the window moves with time, whatever the finger does.
            one.change(each: RowSelectionModifier.self) { $0.edgePan = false }
            one.random.modifiers = one.random.modifiers.map { entry in
                var options = entry.options
                options.requireFailureOf = []
                return AttachedModifier(id: entry.id, modifier: entry.modifier, options: options)
            }
            var surface = one.random.surface
            var places: [Int: Point] = [:]
            for event in one.events {
                guard case .touch(var touch) = event else { continue }
                let before = surface.chart.ranges
                if touch.phase == .ended {
                    for index in touch.contacts.indices {
                        touch.contacts[index].location =
                            places[touch.contacts[index].id] ?? touch.contacts[index].location
                    }
                }
                for contact in touch.contacts { places[contact.id] = contact.location }
                _ = try surface.apply([.touch(touch)])
                guard surface.chart.ranges != before else { continue }
                if touch.phase == .moved { moves += 1 } else { Issue.record("case \(seed): \(touch)") }
            }
        }
        #expect(moves > amongSeeds(1_500))
    }

    struct Spans: Sendable {
        var low: Double
        var high: Double
    }

    @Test(arguments: [
        Spans(low: 0, high: 1e-300), Spans(low: -1e299, high: 1e299), Spans(low: 1e15, high: 1e15 + 2),
        Spans(low: -.leastNonzeroMagnitude, high: .leastNonzeroMagnitude), Spans(low: 1e299, high: 1.0001e299),
        Spans(low: 0, high: 1e300), Spans(low: -1.7e308, high: 1.7e308), Spans(low: 0, high: 1.7e308),
        Spans(low: 1.6e308, high: 1.7e308),
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
                for axis in surface.chart.xAxes + surface.chart.yAxes { expectSound(axis, "\(clipMode)") }
                #expect(surface.chart.visibleRows.count <= 2)
            }
            for axis in surface.chart.xAxes + surface.chart.yAxes {
                #expect(surface.chart.ticks(of: axis).major.allSatisfy { $0.isFinite })
            }
        }
    }
}
