import ChartEngine
import CoreTestSupport
import Gestures
import Testing

/// Requests without constraints: a pointer that goes too far and comes back gives the first range.
///
/// "The same" is 1e-12 of the way gone (at least of the span) and the rounding of the ends; where the window was at the
/// extents it is bit for bit.
struct ReturnLawTests {
    private func expectSameRange(
        _ range: AxisRange, _ wanted: AxisRange, spansGone: Double = 1,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let tolerance = 1e-12 * spansGone * wanted.span + 64 * max(abs(wanted.min), abs(wanted.max)).ulp
        #expect(
            abs(range.min - wanted.min) <= tolerance && abs(range.max - wanted.max) <= tolerance,
            "\(range) is not \(wanted)", sourceLocation: sourceLocation)
    }

    private static let clipModes: [ClipMode] = [.clipAtExtents, .stretchAtExtents, .clipAtMin, .clipAtMax, .none]

    @Test(arguments: seeds(1_000))
    func `a drag over the edge and back returns`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        let sample = SampleChart.random(&cases)
        let clip = cases.element(of: Self.clipModes)
        var driver = sample.driver([
            .of(ZoomPanModifier.self) {
                $0.clipModeX = clip
                $0.clipModeY = clip
            }
        ])
        let (x, y) = (driver.x, driver.y)
        try driver.touch("1↓(20,20)")
        for _ in 0..<10 { try driver.touch("1→(\(cases.number(in: -1e4...1e4)),\(cases.number(in: -1e4...1e4)))") }
        try driver.touch("1→(20,20) 1↑(20,20)")
        let spansGone = 1e4 / min(sample.size.width, sample.size.height)
        expectSameRange(driver.x, x, spansGone: spansGone)
        expectSameRange(driver.y, y, spansGone: spansGone)
    }

    @Test(arguments: seeds(1_000))
    func `a drag at the extents leaves them bit for bit, and so does its return`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        var sample = SampleChart.random(&cases)
        (sample.xRange, sample.yRange) = (nil, nil)
        var driver = sample.driver([.of(ZoomPanModifier.self), .of(PinchZoomModifier.self)])
        let (x, y) = (driver.x, driver.y)
        try driver.touch("1↓(20,20)")
        for _ in 0..<10 {
            try driver.touch("1→(\(cases.number(in: -1e3...1e3)),\(cases.number(in: -1e3...1e3)))")
            #expect(driver.x == x && driver.y == y)
        }
        try driver.touch("1→(20,20) 1↑(20,20)")
        #expect(driver.chart.xAxes[0].zoomState == .atExtents)
        #expect(driver.chart.yAxes[0].zoomState == .atExtents)
    }

    @Test(arguments: ReturnLawTests.clipModes)
    func `whoever returns to the extents is at the extents, in every clip mode`(clipMode: ClipMode) throws {
        for seed in seeds(100) {
            var cases = SeededCases(seed: UInt64(seed))
            var sample = SampleChart.random(&cases)
            (sample.xRange, sample.yRange) = (nil, nil)
            var driver = sample.driver([.of(ZoomPanModifier.self) { $0.clipModeX = clipMode }])
            try driver.touch("1↓(20,20)")
            for _ in 0..<10 { try driver.touch("1→(\(cases.number(in: -1e3...1e3)),\(cases.number(in: -1e3...1e3)))") }
            try driver.touch("1→(20,20) 1↑(20,20)")
            #expect(driver.chart.xAxes[0].zoomState == .atExtents)
        }
    }

    @Test(arguments: seeds(1_000))
    func `a pinch past the span limits or the edge and back returns`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        var sample = SampleChart.random(&cases)
        sample.size = ChartSize(width: 500, height: 500)
        if cases.isTrue() {
            sample.x.minimumSpan = try #require(sample.xRange).span * cases.number(in: 0.5...1)
            sample.x.maximumSpan = try #require(sample.xRange).span * cases.number(in: 1...1.5)
        }
        let clip = cases.element(of: Self.clipModes)
        var driver = sample.driver([.of(PinchZoomModifier.self) { $0.clipMode = clip }])
        let (x, y) = (driver.x, driver.y)
        try driver.touch("1↓(200,250) 2↓(300,250)")
        for _ in 0..<10 {
            let half = cases.number(in: 5...240)
            try driver.touch("1→(\(250 - half),250)+2→(\(250 + half),250)")
        }
        try driver.touch("1→(200,250)+2→(300,250) 1↑(200,250) 2↑(300,250)")
        expectSameRange(driver.x, x)
        expectSameRange(driver.y, y)
    }

    @Test(arguments: seeds(1_000))
    func `two fingers anywhere and back return`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        var sample = SampleChart.random(&cases)
        sample.size = ChartSize(width: 500, height: 500)
        sample.x.minimumSpan = try #require(sample.xRange).span * cases.number(in: 0.5...1)
        var driver = sample.driver([.of(ZoomPanModifier.self), .of(PinchZoomModifier.self)])
        let (x, y) = (driver.x, driver.y)
        try driver.touch("1↓(200,250) 2↓(300,250) 1→(180,280)+2→(340,280)")
        for _ in 0..<10 {
            let numbers = (0..<4).map { _ in cases.number(in: 0...500) }
            try driver.touch("1→(\(numbers[0]),\(numbers[1]))+2→(\(numbers[2]),\(numbers[3]))")
        }
        try driver.touch("1→(200,250)+2→(300,250) 1↑(200,250) 2↑(300,250)")
        expectSameRange(driver.x, x)
        expectSameRange(driver.y, y)
    }

    @Test(arguments: seeds(1_000))
    func `the wheel out and back within its rest returns`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        var sample = SampleChart.random(&cases)
        if cases.isTrue() { sample.x.maximumSpan = try #require(sample.xRange).span * cases.number(in: 1...1.5) }
        let clip = cases.element(of: Self.clipModes)
        var driver = sample.driver([.of(MouseWheelZoomModifier.self) { $0.clipMode = clip }])
        let x = driver.x
        let pointer = Point(x: cases.number(in: 0...sample.size.width), y: cases.number(in: 0...sample.size.height))
        let turns = (0..<5).map { _ in cases.number(in: -800...800) }
        for turn in turns { try driver.wheel(at: pointer, deltaY: turn) }
        for turn in turns { try driver.wheel(at: pointer, deltaY: -turn) }
        expectSameRange(driver.x, x)
    }

    @Test func `zoomed by s and then by 1 over s a range is as zoomed by 1`() {
        var zoomed = 0
        for seed in seeds(1_000) {
            var one = RandomCase(seed, events: 0)
            var (there, still) = (one.random.chart, one.random.chart)
            let (location, factor) = (one.place(), one.cases.number(in: 0.05...20))
            let clip = RangeClip(
                mode: one.cases.element(of: ClipMode.allCases), target: one.cases.element(of: ClipTarget.allCases))
            still.zoom(by: 1, about: location, axes: .xy, clip: clip)
            there.zoom(by: factor, about: location, axes: .xy, clip: clip)
            if there.ranges != still.ranges { zoomed += 1 }
            there.zoom(by: 1 / factor, about: location, axes: .xy, clip: clip)
            for (axis, other) in zip(there.xAxes + there.yAxes, still.xAxes + still.yAxes)
            where axis.options.autoRange != .visible {
                let ends = [axis.visibleRange.min, axis.visibleRange.max].map(axis.scale.position)
                let others = [other.visibleRange.min, other.visibleRange.max].map(axis.scale.position)
                let tolerance = 1e-9 * (others[1] - others[0]) + 1_280 * max(abs(others[0]), abs(others[1])).ulp
                let isSame = abs(ends[0] - others[0]) <= tolerance && abs(ends[1] - others[1]) <= tolerance
                if !isSame { Issue.record("case \(seed): \(axis.visibleRange) is not \(other.visibleRange)") }
            }
        }
        #expect(zoomed > amongSeeds(700))
    }
}
