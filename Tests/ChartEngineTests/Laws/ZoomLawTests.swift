import ChartEngine
import ChartSeries
import CoreTestSupport
import Gestures
import Testing

/// Whatever the axes, their limits and the place: who zooms in never sees more.
struct ZoomLawTests {
    private static func zooming(_ surface: RandomSurface) -> Surface {
        var surface = surface
        surface.modifiers = [
            AttachedModifier(id: "pinch", modifier: PinchZoomModifier(parameters: .init())),
            AttachedModifier(id: "wheel", modifier: MouseWheelZoomModifier(parameters: .init())),
        ]
        return surface.surface
    }

    /// A turn of the wheel or a pinch that zooms in, somewhere.
    private static func zoomIn(of size: ChartSize, at time: Timestamp, _ cases: inout SeededCases) -> [InputEvent] {
        let place = Point(x: cases.number(in: 0...size.width), y: cases.number(in: 0...size.height))
        guard cases.isTrue() else {
            return [
                .wheel(
                    WheelEvent(
                        time: time, location: place, deltaX: 0, deltaY: -cases.number(in: 0...2_000), deltaMode: .pixel,
                        modifiers: []))
            ]
        }
        let scales = [1, cases.number(in: 1...1.01), cases.number(in: 1...4), cases.number(in: 4...1e6)]
        return zip([GestureState.began, .changed, .changed, .ended], scales).map { state, scale in
            .gesture(
                Gesture(
                    state: state, time: time, location: place,
                    values: .pinch(scale: scale, startAnchor: nil, startLocation: place)))
        }
    }

    /// What an axis shows, as long as it is on its scale, and how much of that may be rounding.
    private static func span(of axis: Axis) -> (length: Double, rounding: Double) {
        let range = axis.visibleRange
        let (low, high) = (axis.scale.position(of: range.min), axis.scale.position(of: range.max))
        let doubles =
            axis.scale.position(of: range.max + range.max.ulp) - high + low
            - axis.scale.position(of: range.min - range.min.ulp)
        return (high - low, 8 * (doubles + max(abs(low), abs(high)).ulp))
    }

    private func expectNarrowing(_ surface: inout Surface, _ cases: inout SeededCases, _ comment: String) throws -> Int
    {
        var narrowed = 0
        for step in 0..<8 {
            let before = surface.chart.xAxes + surface.chart.yAxes
            let time = Timestamp(microseconds: Int64(step + 1) * 1_000_000)
            _ = try surface.apply(Self.zoomIn(of: surface.chart.size, at: time, &cases))
            for (old, new) in zip(before, surface.chart.xAxes + surface.chart.yAxes) where !new.rangesItself {
                let (was, span) = (Self.span(of: old), Self.span(of: new))
                if span.length > was.length + was.rounding + span.rounding {
                    Issue.record("\(comment), \(step), \(new.id): \(old.visibleRange) widens to \(new.visibleRange)")
                }
                if span.length < was.length { narrowed += 1 }
            }
        }
        return narrowed
    }

    @Test func `zooming in never widens a range, on any axes`() throws {
        var narrowed = 0
        for seed in seeds(2_000) {
            var cases = SeededCases(seed: UInt64(seed))
            var surface = Self.zooming(RandomSurface(&cases, modifiers: ["pinchZoom"]))
            narrowed += try expectNarrowing(&surface, &cases, "case \(seed)")
        }
        #expect(narrowed > amongSeeds(10_000))
    }

    @Test func `nor where doubles hardly tell the ends of a range apart`() throws {
        var narrowed = 0
        for seed in seeds(1_000) {
            var cases = SeededCases(seed: UInt64(seed))
            let start =
                (cases.isTrue() ? 1 : -1) * cases.number(in: 1...10) * (Double("1e\(cases.integer(in: 0...300))") ?? 1)
            let end = start + start.ulp * Double(cases.integer(in: 1...4_096))
            let range = AxisRange(min: min(start, end), max: max(start, end))
            let chart = Chart(
                id: "main", size: ChartSize(width: 800, height: 400),
                xAxes: [Axis(id: "x", dimension: .x, options: AxisOptions(), visibleRange: range)],
                yAxes: [Axis(id: "y", dimension: .y, options: AxisOptions(), visibleRange: range)], series: [],
                table: .empty)
            var surface = Surface(chart: chart)
            surface.add(AttachedModifier(id: "pinch", modifier: PinchZoomModifier(parameters: .init())))
            surface.add(AttachedModifier(id: "wheel", modifier: MouseWheelZoomModifier(parameters: .init())))
            narrowed += try expectNarrowing(&surface, &cases, "case \(seed)")
        }
        #expect(narrowed > amongSeeds(1_000))
    }
}
