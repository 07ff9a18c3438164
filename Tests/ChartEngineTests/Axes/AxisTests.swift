import ChartEngine
import ChartSeries
import Testing

struct AxisTests {
    @Test func `an axis without rows and range shows 0…1`() {
        var sample = SampleChart()
        sample.table = SampleTable.make(x: [], ["level": []])
        let axis = sample.make().xAxes[0]
        expect(axis.visibleRange, 0, 1)
        #expect(axis.dataRange == nil)
        #expect(axis.maximumRange == nil)
        #expect(axis.extents == nil)
    }

    @Test func `an axis without rows stays inside its hard limit`() {
        var sample = SampleChart()
        sample.table = SampleTable.make(x: [], ["level": []])
        sample.x.visibleRangeLimit = RangeLimit(min: 10, max: 20)
        sample.x.hasHardLimit = true
        expect(sample.make().xAxes[0].visibleRange, 10, 11)
    }

    @Test func `autoRange once shows the data with growBy`() {
        var sample = SampleChart()
        sample.x.growBy = GrowBy(min: 0.1, max: 0.1)
        let axis = sample.make().xAxes[0]
        expect(axis.visibleRange, -10, 110)
        #expect(axis.zoomState == .atExtents)
    }

    @Test func `the data range excludes growBy, the maximum range includes it`() throws {
        var sample = SampleChart()
        sample.x.growBy = GrowBy(min: 0.1, max: 0.2)
        let axis = sample.make().xAxes[0]
        expect(try #require(axis.dataRange), 0, 100)
        expect(try #require(axis.maximumRange), -10, 120)
    }

    @Test func `a single row grows by half of its value before growBy`() {
        var sample = SampleChart()
        sample.table = SampleTable.make(x: [10], ["level": [0]])
        sample.x.growBy = GrowBy(min: 0.1, max: 0.1)
        let chart = sample.make()
        expect(chart.xAxes[0].visibleRange, 4, 16)
        expect(chart.yAxes[0].visibleRange, -1, 1)
    }

    @Test func `autoRange once does nothing where a visible range is given`() {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 30)
        expect(sample.make().xAxes[0].visibleRange, 20, 30)
        #expect(sample.make().xAxes[0].zoomState == .userZooming)
    }

    @Test func `autoRange once waits for the first rows, then leaves the range alone`() throws {
        var sample = SampleChart()
        sample.table = SampleTable.make(x: [], ["level": []])
        var chart = sample.make()
        chart.setTable(SampleTable.diagonal)
        expect(chart.xAxes[0].visibleRange, 0, 100)
        expect(try #require(chart.xAxes[0].initialRange), 0, 100)
        chart.setTable(SampleTable.make(x: [0, 500], ["level": [0, 500]]))
        expect(chart.xAxes[0].visibleRange, 0, 100)
        #expect(chart.xAxes[0].zoomState == .userZooming)
    }

    @Test func `autoRange never shows 0…1 until a range is set`() {
        var sample = SampleChart()
        sample.x.autoRange = .never
        var chart = sample.make()
        expect(chart.xAxes[0].visibleRange, 0, 1)
        chart.zoomExtents()
        expect(chart.xAxes[0].visibleRange, 0, 100)
    }

    @Test func `autoRange always follows the data`() {
        var sample = SampleChart()
        sample.x.autoRange = .always
        sample.xRange = AxisRange(min: 20, max: 30)
        var chart = sample.make()
        expect(chart.xAxes[0].visibleRange, 0, 100)
        chart.setTable(SampleTable.make(x: [0, 500], ["level": [0, 500]]))
        expect(chart.xAxes[0].visibleRange, 0, 500)
    }

    @Test func `autoRange once ignores the first rows after a range was set`() {
        var sample = SampleChart()
        sample.table = SampleTable.make(x: [], ["level": []])
        var chart = sample.make()
        chart.setVisibleRange(AxisRange(min: 3, max: 4) ?? .unit, axis: "x")
        chart.setTable(SampleTable.diagonal)
        expect(chart.xAxes[0].visibleRange, 3, 4)
    }

    struct Limited: Sendable {
        var mode: LimitMode
        var min: Double
        var max: Double
    }

    @Test(arguments: [
        Limited(mode: .minMax, min: 20, max: 60), Limited(mode: .min, min: 20, max: 100),
        Limited(mode: .max, min: 0, max: 60),
    ])
    func `the limit cuts zoomExtents and autorange at the ends of its mode`(limited: Limited) {
        var sample = SampleChart()
        sample.x.visibleRangeLimit = RangeLimit(min: 20, max: 60)
        sample.x.limitMode = limited.mode
        var chart = sample.make()
        expect(chart.xAxes[0].visibleRange, limited.min, limited.max)
        chart.setVisibleRange(AxisRange(min: -500, max: 500) ?? .unit, axis: "x")
        expect(chart.xAxes[0].visibleRange, -500, 500)
        chart.zoomExtents()
        expect(chart.xAxes[0].visibleRange, limited.min, limited.max)
    }

    @Test func `an axis without data inside its limit shows the limit`() {
        var sample = SampleChart()
        sample.x.visibleRangeLimit = RangeLimit(min: 200, max: 300)
        expect(sample.make().xAxes[0].visibleRange, 200, 300)
    }

    @Test func `a hard limit shifts a set range, and cuts a larger one`() {
        var sample = SampleChart()
        sample.x.visibleRangeLimit = RangeLimit(min: 0, max: 50)
        sample.x.hasHardLimit = true
        var chart = sample.make()
        chart.setVisibleRange(AxisRange(min: 40, max: 70) ?? .unit, axis: "x")
        expect(chart.xAxes[0].visibleRange, 20, 50)
        chart.setVisibleRange(AxisRange(min: -100, max: 100) ?? .unit, axis: "x")
        expect(chart.xAxes[0].visibleRange, 0, 50)
    }

    @Test func `a hard limit holds for an initial visible range`() {
        var sample = SampleChart()
        sample.x.visibleRangeLimit = RangeLimit(min: 0, max: 50)
        sample.x.hasHardLimit = true
        sample.xRange = AxisRange(min: 40, max: 80)
        expect(sample.make().xAxes[0].visibleRange, 10, 50)
    }

    @Test func `the span limits hold for a set range, about its centre`() {
        var sample = SampleChart()
        sample.x.minimumSpan = 10
        sample.x.maximumSpan = 50
        var chart = sample.make()
        expect(chart.xAxes[0].visibleRange, 25, 75)
        chart.setVisibleRange(AxisRange(min: 20, max: 22) ?? .unit, axis: "x")
        expect(chart.xAxes[0].visibleRange, 16, 26)
        chart.setVisibleRange(AxisRange(min: 0, max: 200) ?? .unit, axis: "x")
        expect(chart.xAxes[0].visibleRange, 75, 125)
    }

    @Test(arguments: [
        (AxisDimension.x, AxisAlignment.auto, AxisAlignment.bottom, false),
        (.y, .auto, .left, true), (.x, .left, .left, true), (.x, .right, .right, true), (.y, .top, .top, false),
        (.y, .bottom, .bottom, false),
    ])
    func `auto is the bottom for x and the left for y, and the side decides the direction`(
        dimension: AxisDimension, wanted: AxisAlignment, resolved: AxisAlignment, isVertical: Bool
    ) {
        var options = AxisOptions()
        options.alignment = wanted
        let axis = Axis(id: "a", dimension: dimension, options: options)
        #expect(axis.alignment == resolved)
        #expect(axis.isVertical == isVertical)
    }

    @Test func `a vertical axis has its minimum at the bottom, a horizontal one at the left, unless flipped`() {
        var sample = SampleChart()
        var chart = sample.make()
        #expect(chart.viewport(of: chart.xAxes[0]).invert(0) == 0)
        #expect(chart.viewport(of: chart.yAxes[0]).invert(0) == 100)
        sample.x.isFlipped = true
        sample.y.isFlipped = true
        chart = sample.make()
        #expect(chart.viewport(of: chart.xAxes[0]).invert(0) == 100)
        #expect(chart.viewport(of: chart.yAxes[0]).invert(0) == 0)
    }
}
