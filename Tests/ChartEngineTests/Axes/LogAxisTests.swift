import ChartEngine
import ChartSeries
import Gestures
import Testing

/// Axes of type `log`: x and `level` are 1, 10, 100, 1000 and 10000, which lie 100 points apart.
struct LogAxisTests {
    private static let powers: [Double] = [1, 10, 100, 1_000, 10_000]

    private func sample(_ low: Double? = nil, _ high: Double? = nil) -> SampleChart {
        var sample = SampleChart()
        sample.x.type = .log
        sample.y.type = .log
        sample.table = SampleTable.make(x: Self.powers, ["level": Self.powers])
        if let low, let high { sample.xRange = AxisRange(min: low, max: high) }
        return sample
    }

    private func withLevels(_ levels: [Double], growBy: GrowBy = .zero) -> Axis {
        var sample = sample()
        sample.table = SampleTable.make(x: Array(Self.powers.prefix(levels.count)), ["level": levels])
        sample.y.growBy = growBy
        return sample.make().yAxes[0]
    }

    /// Expects both ends to a relative 1e-12.
    private func expect(
        _ range: AxisRange, _ low: Double, _ high: Double, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(
            abs(range.min - low) <= 1e-12 * low && abs(range.max - high) <= 1e-12 * high,
            "\(range.min)…\(range.max) is not \(low)…\(high)", sourceLocation: sourceLocation)
    }

    @Test func `autorange grows by decades`() {
        let axis = withLevels([1, 10, 1_000], growBy: GrowBy(min: 0.5, max: 1))
        #expect(axis.dataRange == AxisRange(min: 1, max: 1_000))
        expect(axis.visibleRange, 0.03162277660168379, 1_000_000)
        #expect(axis.visibleRange == axis.maximumRange && axis.zoomState == .atExtents)
    }

    @Test func `without growth the extents are the data, bit for bit`() {
        let axis = withLevels([0.1 + 0.2, 7.7, 123.456])
        #expect(axis.visibleRange == AxisRange(min: 0.1 + 0.2, max: 123.456))
    }

    @Test func `the data range ignores data that is not positive`() {
        #expect(withLevels([-5, 0, 10, .nan, 1_000]).dataRange == AxisRange(min: 10, max: 1_000))
        #expect(withLevels([0, 100, 0]).visibleRange == AxisRange(min: 10, max: 1_000))
    }

    @Test func `without positive data an axis shows one decade`() {
        let axis = withLevels([-5, 0])
        #expect(axis.dataRange == nil && axis.maximumRange == nil && axis.zoomState == .userZooming)
        #expect(axis.visibleRange == AxisRange(min: 1, max: 10))
    }

    @Test func `rows without a positive x stay in the table, but not in the data range`() {
        var sample = sample()
        sample.table = SampleTable.make(x: [-10, 0, 5, 50], ["level": [1, 2, 3, 4]])
        let chart = sample.make()
        #expect(chart.xAxes[0].visibleRange == AxisRange(min: 5, max: 50))
        #expect(chart.visibleRows == 2..<4)
        #expect(chart.window.before == 1)
    }

    @Test func `a drag moves by decades`() throws {
        var driver = sample(10, 1_000).driver([.of(ZoomPanModifier.self)])
        try driver.touch("1↓(200,100) 1→(300,100)")
        expect(driver.x, 3.1622776601683795, 316.22776601683796)
        try driver.touch("1→(0,100)")
        expect(driver.x, 100, 10_000)
        #expect(driver.x.max == 10_000, "the clip target's end is met exactly")
    }

    @Test func `a pinch zooms about the value under the fingers`() throws {
        var driver = sample(10, 1_000).driver([.of(PinchZoomModifier.self)])
        try driver.touch("1↓(150,100) 2↓(250,100) 1→(100,100)+2→(300,100)")
        expect(driver.x, 31.622776601683793, 316.22776601683796)
    }

    @Test func `zoomByFraction grows by fractions of the decades`() throws {
        var chart = sample(10, 1_000).make()
        chart.zoomByFraction(0.5, 0.25, axis: "x", clip: RangeClip(mode: .none))
        expect(chart.xAxes[0].visibleRange, 1, 3162.2776601683795)
    }

    @Test func `spans are decades`() throws {
        var sample = sample(10, 1_000)
        sample.x.minimumSpan = 1
        sample.x.maximumSpan = 3
        var driver = sample.driver([.of(PinchZoomModifier.self) { $0.clipMode = .none }])
        try driver.touch("1↓(150,100) 2↓(250,100) 1→(0,100)+2→(400,100)")
        expect(driver.x, 31.622776601683793, 316.22776601683796)
        try driver.touch("1→(199,100)+2→(201,100)")
        expect(driver.x, 3.1622776601683795, 3162.2776601683795)
    }

    @Test(arguments: [
        (ClipMode.none, 1e-4, 1e-2), (.clipAtExtents, 1, 100), (.stretchAtExtents, 1, 1 + 2.3e-10),
        (.clipAtMin, 1, 100), (.clipAtMax, 1e-4, 1e-2),
    ])
    func `clip modes act on decades`(mode: ClipMode, low: Double, high: Double) throws {
        var driver = sample(10, 1_000).driver([.of(ZoomPanModifier.self) { $0.clipModeX = mode }])
        try driver.touch("1↓(0,100) 1→(1000,100)")
        expect(driver.x, low, high)
    }

    @Test func `stretching cuts at the extents`() throws {
        var driver = sample(10, 1_000).driver([.of(ZoomPanModifier.self) { $0.clipModeX = .stretchAtExtents }])
        try driver.touch("1↓(0,100) 1→(300,100)")
        #expect(driver.x.min == 1)
        expect(driver.x, 1, 31.622776601683793)
    }

    @Test func `a hard limit shifts a range exactly to its end, and cuts a larger one`() throws {
        var sample = sample(10, 1_000)
        sample.x.visibleRangeLimit = RangeLimit(min: 0.3, max: 3_000)
        sample.x.hasHardLimit = true
        var chart = sample.make()
        chart.setVisibleRange(try #require(AxisRange(min: 100, max: 10_000)), axis: "x")
        #expect(chart.xAxes[0].visibleRange.max == 3_000)
        expect(chart.xAxes[0].visibleRange, 30, 3_000)
        chart.setVisibleRange(try #require(AxisRange(min: 1e-9, max: 10)), axis: "x")
        #expect(chart.xAxes[0].visibleRange == AxisRange(min: 0.3, max: 3_000))
    }

    @Test func `a limit cuts zoomExtents`() {
        var sample = sample()
        sample.x.visibleRangeLimit = RangeLimit(min: 5, max: nil)
        #expect(sample.make().xAxes[0].visibleRange == AxisRange(min: 5, max: 10_000))
    }

    @Test func `an axis ignores a range that is not positive`() throws {
        var chart = sample(10, 1_000).make()
        chart.setVisibleRange(try #require(AxisRange(min: -5, max: 5)), axis: "x")
        chart.requestRange(try #require(AxisRange(min: 0, max: 5)), axis: "x", clip: RangeClip())
        #expect(chart.xAxes[0].visibleRange == AxisRange(min: 10, max: 1_000))
        #expect(sample(-1, 1).make().xAxes[0].visibleRange == AxisRange(min: 1, max: 10_000))
    }

    @Test func `autorange always follows positive data`() {
        var sample = sample()
        sample.y.autoRange = .always
        var chart = sample.make()
        chart.setTable(SampleTable.make(x: [1, 10], ["level": [-1, 1e6]]))
        expect(chart.yAxes[0].visibleRange, 1e3, 1e9)
    }

    @Test(arguments: [(FollowMode.shift, 1_000.0, 100_000.0), (.extend, 100, 100_000)])
    func `following keeps the decades, or the lower end`(mode: FollowMode, low: Double, high: Double) {
        var sample = sample(100, 10_000)
        sample.x.follow = mode
        var chart = sample.make()
        chart.setTable(SampleTable.make(x: Self.powers + [100_000], ["level": Self.powers + [1]]))
        #expect(chart.xAxes[0].visibleRange.max == 100_000)
        expect(chart.xAxes[0].visibleRange, low, high)
    }

    @Test func `y fits the rows in view in decades`() throws {
        var sample = sample()
        sample.y.growBy = GrowBy(min: 0.5, max: 0.5)
        var driver = sample.driver([
            .of(ZoomPanModifier.self) {
                $0.direction = .x
                $0.zoomExtentsY = true
                $0.clipModeX = .none
            }
        ])
        try driver.touch("1↓(0,100) 1→(-200,100)")
        expect(driver.x, 100, 1e6)
        expect(driver.y, 10, 1e5)
    }

    @Test func `the nearest row is the nearest on the screen`() {
        let chart = sample().make()
        #expect(chart.nearestVisibleRow(toPoint: 149) == 1, "14 is nearer to 10 than 100 in decades")
        #expect(chart.nearestVisibleRow(toPoint: 150) == 1, "a tie keeps the earlier row")
        #expect(chart.nearestVisibleRow(toPoint: 151) == 2)
    }

    @Test func `the crosshair reads the line that is straight on the screen`() throws {
        var driver = sample().driver([.of(CursorModifier.self)])
        try driver.hover(.moved, at: Point(x: 150, y: 10))
        let item = try #require(driver.chart.overlays.first?.items.first)
        #expect(abs(try #require(item.x) - 31.622776601683793) <= 1e-12 * 32)
        #expect(abs(try #require(item.y) - 31.622776601683793) <= 1e-12 * 32)
    }

    @Test func `the crosshair reads nothing between a row and a value outside the scale`() throws {
        var sample = sample()
        sample.table = SampleTable.make(x: [1, 10, 100], ["level": [-1, 10, 100]])
        var driver = sample.driver([.of(CursorModifier.self)])
        try driver.hover(.moved, at: Point(x: 100, y: 10))
        #expect(try #require(driver.chart.overlays.first?.items.first).y == nil)
    }

    @Test func `rows that round to one position are read as one`() throws {
        var sample = sample()
        let x = (0..<9).map { 1e200 + Double($0) * 1e200.ulp }
        sample.table = SampleTable.make(x: [x[0], x[8]], ["level": [5, 50]])
        let chart = sample.make()
        #expect(chart.xAxes[0].visibleRange.contains(x[0]) && chart.xAxes[0].visibleRange.contains(x[8]))
        var driver = sample.driver([.of(CursorModifier.self)])
        for point in stride(from: 0.0, through: 400, by: 1) {
            try driver.hover(.moved, at: Point(x: point, y: 10))
            let readings = try #require(driver.chart.overlays.first).items.compactMap(\.y)
            #expect(readings.allSatisfy { $0 >= 5 && $0 <= 50.000001 })
        }
    }

    @Test func `a value that is not positive has no location`() throws {
        let chart = sample().make()
        let series = try #require(chart.series.first)
        #expect(chart.location(x: 100, y: 0, of: series) == nil)
        #expect(chart.location(x: -1, y: 10, of: series) == nil)
        #expect(chart.location(x: 100, y: 100, of: series) == Point(x: 200, y: 100))
        #expect(chart.rows(in: Rect(x: 90, y: 0, width: 120, height: 200)) == [1, 2])
    }

    @Test func `ticks are powers of ten, with 2 to 9 between them`() {
        let chart = sample(5, 200).make()
        let ticks = chart.ticks(of: chart.xAxes[0])
        #expect(ticks.labels == ["10", "100"])
        #expect(ticks.minor == [5, 6, 7, 8, 9, 20, 30, 40, 50, 60, 70, 80, 90, 200])
    }

    @Test func `repeated zooming stays between the ends of the scale`() throws {
        var driver = sample(10, 1_000).driver([.of(MouseWheelZoomModifier.self) { $0.clipMode = .none }])
        for _ in 0..<40 { try driver.wheel(at: Point(x: 7, y: 7), deltaY: 20, mode: .page) }
        #expect(driver.x == AxisRange(min: 1e-300, max: 1e300))
        for _ in 0..<80 { try driver.wheel(at: Point(x: 7, y: 7), deltaY: -20, mode: .page, after: 500) }
        #expect(driver.x.min < driver.x.max)
        #expect(driver.x.max / driver.x.min < 1.000_000_001)
    }
}
