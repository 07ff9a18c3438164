import ChartEngine
import ChartTestSupport
import Foundation
import Gestures
import Testing

/// Two fingers beside d3-zoom's own arithmetic, written down as it is published: a transform k, x, y; for two touches
/// the scale is the quotient of their distances, and the midpoint of the points under them goes under their midpoint.
struct D3ZoomLawTests {
    /// d3-zoom's transform: a point p of the plot area at rest is drawn at k·p + (x, y).
    private struct Transform {
        var k = 1.0
        var x = 0.0
        var y = 0.0

        func invert(_ point: Point) -> Point { Point(x: (point.x - x) / k, y: (point.y - y) / k) }

        /// `translate(scale(t, k), p, l)`: what lay at `rest` when nothing was zoomed is drawn at `shown`.
        func bringing(_ rest: Point, under shown: Point, scale: Double) -> Transform {
            Transform(k: scale, x: shown.x - rest.x * scale, y: shown.y - rest.y * scale)
        }
    }

    private func middle(_ one: Point, _ other: Point) -> Point {
        Point(x: (one.x + other.x) / 2, y: (one.y + other.y) / 2)
    }

    /// The range that d3's `rescaleX` gives: what the resting scale says of the inverted ends.
    private func rescaled(_ viewport: AxisViewport, _ start: Double, _ end: Double) -> (min: Double, max: Double) {
        let ends = [viewport.invert(start), viewport.invert(end)].sorted()
        return (ends[0], ends[1])
    }

    @Test(arguments: 0..<500)
    func `two fingers agree with d3-zoom's transform`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        var sample = SampleChart.random(&cases)
        sample.x.alignment = .auto
        sample.y.alignment = .auto
        sample.size = ChartSize(width: 600, height: 400)
        var driver = sample.driver([
            .of(ZoomPanModifier.self) {
                $0.clipModeX = .none
                $0.clipModeY = .none
            },
            .of(PinchZoomModifier.self) { $0.clipMode = .none },
        ])
        let rest = (
            x: driver.chart.viewport(of: driver.chart.xAxes[0]), y: driver.chart.viewport(of: driver.chart.yAxes[0])
        )
        let starts = [Point(x: 200, y: 150), Point(x: 300, y: 220)]
        try driver.touch("1↓(200,150)+2↓(300,220)")
        let transform = Transform()
        let touch = starts.map { (shown: $0, rest: transform.invert($0)) }
        for step in 0..<6 {
            var fingers = [0, 1].map { _ in Point(x: cases.number(in: 0...600), y: cases.number(in: 0...400)) }
            if step == 0 { fingers = [Point(x: 170, y: 160), Point(x: 310, y: 250)] }
            try driver.touch("1→(\(fingers[0].x),\(fingers[0].y))+2→(\(fingers[1].x),\(fingers[1].y))")
            let scale = (fingers[1] - fingers[0]).length / (touch[1].rest - touch[0].rest).length
            let now = transform.bringing(
                middle(touch[0].rest, touch[1].rest), under: middle(fingers[0], fingers[1]), scale: scale)
            let topLeft = now.invert(.zero)
            let bottomRight = now.invert(Point(x: 600, y: 400))
            let x = rescaled(rest.x, topLeft.x, bottomRight.x)
            let y = rescaled(rest.y, topLeft.y, bottomRight.y)
            for (range, wanted) in [(driver.x, x), (driver.y, y)] {
                let tolerance = 1e-9 * (wanted.max - wanted.min) + 64 * max(abs(wanted.min), abs(wanted.max)).ulp
                #expect(abs(range.min - wanted.min) <= tolerance && abs(range.max - wanted.max) <= tolerance)
            }
        }
    }

    @Test(arguments: 0..<500)
    func `the wheel agrees with d3-zoom's transform`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        let sample = SampleChart.random(&cases)
        var driver = sample.driver([
            .of(MouseWheelZoomModifier.self) {
                $0.clipMode = .none
                $0.direction = .x
            }
        ])
        let axis = driver.chart.xAxes[0]
        let rest = driver.chart.viewport(of: axis)
        var (k, translation) = (1.0, 0.0)
        for _ in 0..<6 {
            let pointer = Point(
                x: cases.number(in: 0...sample.size.width), y: cases.number(in: 0...sample.size.height))
            let p = driver.chart.coordinate(of: pointer, along: axis)
            let mode = cases.element(of: [WheelEvent.DeltaMode.pixel, .line])
            let hasControl = cases.isTrue(oneIn: 4)
            let deltaY = cases.number(in: -3...3) * (mode == .pixel ? 25 : 1)
            let l = (p - translation) / k
            let delta = -deltaY * (mode == .line ? 0.05 : 0.002) * (hasControl ? 10 : 1)
            k *= pow(2, delta)
            translation = p - l * k
            try driver.wheel(at: pointer, deltaY: deltaY, mode: mode, keys: hasControl ? [.control] : [])
            let ends = [rest.invert(-translation / k), rest.invert((rest.length - translation) / k)].sorted()
            let tolerance = 1e-9 * (ends[1] - ends[0]) + 64 * max(abs(ends[0]), abs(ends[1])).ulp
            #expect(abs(driver.x.min - ends[0]) <= tolerance && abs(driver.x.max - ends[1]) <= tolerance)
        }
    }
}
