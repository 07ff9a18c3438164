import ChartEngine
import ChartSeries
import CoreTestSupport
import Gestures
import Testing

/// What holds on logarithmic axes of any range: "the same" is 1e-9 of a decade shown, taken on the scale.
struct LogAxisLawTests {
    private static let clipModes: [ClipMode] = [.clipAtExtents, .stretchAtExtents, .clipAtMin, .clipAtMax, .none]

    /// A chart of logarithmic axes, flipped and vertical as may be, zoomed in.
    private func sample(_ cases: inout SeededCases) -> SampleChart {
        var sample = SampleChart()
        sample.size = ChartSize(width: cases.number(in: 50...2_000), height: cases.number(in: 50...2_000))
        (sample.x.type, sample.y.type) = (.log, .log)
        sample.x.isFlipped = cases.isTrue()
        sample.x.alignment = cases.element(of: AxisAlignment.allCases)
        sample.y.alignment = cases.element(of: AxisAlignment.allCases)
        let lowest = cases.number(in: -30...20)
        let step = cases.number(in: 0.01...0.3)
        let values = (0..<40).map { AxisScale.logarithmic.value(at: lowest + Double($0) * step) }
        sample.table = SampleTable.make(x: values, ["level": values])
        sample.xRange = part(of: values, &cases)
        sample.yRange = part(of: values, &cases)
        return sample
    }

    private func part(of values: [Double], _ cases: inout SeededCases) -> AxisRange? {
        let first = cases.integer(in: 0...30)
        return AxisRange(min: values[first], max: values[cases.integer(in: (first + 1)...39)])
    }

    private func position(_ axisValue: Double) -> Double { AxisScale.logarithmic.position(of: axisValue) }

    private func expectSame(
        _ range: AxisRange, _ wanted: AxisRange, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let tolerance = 1e-9 * (position(wanted.max) - position(wanted.min))
        #expect(
            abs(position(range.min) - position(wanted.min)) <= tolerance
                && abs(position(range.max) - position(wanted.max)) <= tolerance,
            "\(range) is not \(wanted)", sourceLocation: sourceLocation)
    }

    @Test(arguments: seeds(1_000))
    func `the value under the fingers stays under them`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        var chart = sample(&cases).make()
        let location = Point(
            x: cases.number(in: 0...chart.size.width), y: cases.number(in: 0...chart.size.height))
        let axes = chart.xAxes + chart.yAxes
        let values = axes.map { chart.viewport(of: $0).invert(chart.coordinate(of: location, along: $0)) }
        chart.zoom(
            by: cases.number(in: 0.1...10), about: location, axes: .xy, clip: RangeClip(mode: .none))
        for (axis, axisValue) in zip(chart.xAxes + chart.yAxes, values) {
            let now = chart.viewport(of: axis).invert(chart.coordinate(of: location, along: axis))
            let span = position(axis.visibleRange.max) - position(axis.visibleRange.min)
            #expect(abs(position(now) - position(axisValue)) <= 1e-9 * span)
        }
    }

    @Test(arguments: seeds(1_000))
    func `zoomed by s and then by 1 over s a range is back`(seed: Int) {
        var cases = SeededCases(seed: UInt64(seed))
        var chart = sample(&cases).make()
        let (x, y) = (chart.xAxes[0].visibleRange, chart.yAxes[0].visibleRange)
        let location = Point(
            x: cases.number(in: 0...chart.size.width), y: cases.number(in: 0...chart.size.height))
        let (factor, clip) = (cases.number(in: 0.05...20), RangeClip(mode: cases.element(of: Self.clipModes)))
        chart.zoom(by: factor, about: location, axes: .xy, clip: clip)
        chart.zoom(by: 1 / factor, about: location, axes: .xy, clip: clip)
        expectSame(chart.xAxes[0].visibleRange, x)
        expectSame(chart.yAxes[0].visibleRange, y)
    }

    @Test(arguments: seeds(1_000))
    func `a drag over the edge and back returns`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        let clip = cases.element(of: Self.clipModes)
        var driver = sample(&cases).driver([.of(ZoomPanModifier.self) { ($0.clipModeX, $0.clipModeY) = (clip, clip) }])
        let (x, y) = (driver.x, driver.y)
        try driver.touch("1↓(20,20)")
        for _ in 0..<10 { try driver.touch("1→(\(cases.number(in: -1e4...1e4)),\(cases.number(in: -1e4...1e4)))") }
        try driver.touch("1→(20,20) 1↑(20,20)")
        expectSame(driver.x, x)
        expectSame(driver.y, y)
    }

    @Test(arguments: seeds(1_000))
    func `a drag at the extents leaves them bit for bit`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        var sample = sample(&cases)
        (sample.xRange, sample.yRange) = (nil, nil)
        sample.y.growBy = GrowBy(min: 0.1, max: 0.1)
        var driver = sample.driver([.of(ZoomPanModifier.self), .of(PinchZoomModifier.self)])
        let (x, y) = (driver.x, driver.y)
        try driver.touch("1↓(20,20)")
        for _ in 0..<5 {
            try driver.touch("1→(\(cases.number(in: -1e3...1e3)),\(cases.number(in: -1e3...1e3)))")
            #expect(driver.x == x && driver.y == y)
        }
        #expect(driver.chart.xAxes[0].zoomState == .atExtents && driver.chart.yAxes[0].zoomState == .atExtents)
    }

    @Test(arguments: seeds(300))
    func `after any input ranges are finite, ordered, positive and inside the hard limit, and ticks lie in them`(
        seed: Int
    ) throws {
        var cases = SeededCases(seed: UInt64(seed))
        var sample = sample(&cases)
        let clip = cases.element(of: Self.clipModes)
        let limit = sample.xRange
        if cases.isTrue(), let limit {
            sample.x.visibleRangeLimit = RangeLimit(limit)
            sample.x.hasHardLimit = true
        }
        var surface = sample.surface([
            .of(ZoomPanModifier.self) { ($0.clipModeX, $0.clipModeY) = (clip, clip) },
            .of(PinchZoomModifier.self) { $0.clipMode = clip },
            .of(MouseWheelZoomModifier.self) { ($0.direction, $0.clipMode) = (.xy, clip) },
            .of(ZoomExtentsModifier.self), .of(CursorModifier.self), .of(MarqueeModifier.self),
            .of(DoubleTapDragZoomModifier.self) { $0.clipMode = clip }, .of(DateWindowZoomModifier.self),
        ])
        var script = RandomTouches(seed: UInt64(seed), size: sample.size)
        for step in 0..<30 {
            _ = try surface.apply(script.events(10))
            for axis in surface.chart.xAxes + surface.chart.yAxes {
                let range = axis.visibleRange
                #expect(range.min >= 1e-300 && range.min < range.max && range.max <= 1e300)
                guard step % 5 == 4 else { continue }
                let ticks = surface.chart.ticks(of: axis)
                TickLaws.expect(ticks, in: (range.min, range.max))
            }
            if sample.x.hasHardLimit, let limit {
                let range = surface.chart.xAxes[0].visibleRange
                #expect(range.min >= limit.min && range.max <= limit.max)
            }
        }
    }
}
