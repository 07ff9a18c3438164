import ChartSeries
import CoreTestSupport
import Gestures
import Testing

@testable import ChartEngine

struct ChartTicksTests {
    @Test func `an axis aims at ten ticks`() {
        let chart = SampleChart().make()
        let ticks = chart.ticks(of: chart.xAxes[0])
        #expect(ticks.major == stride(from: 0, through: 100, by: 10).map(Double.init))
        #expect(ticks.labels.first == "0")
    }

    @Test func `the ticks lie inside the visible range`() {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20.5, max: 60.5)
        let chart = sample.make()
        let ticks = chart.ticks(of: chart.xAxes[0])
        #expect(!ticks.major.isEmpty && ticks.labels.count == ticks.major.count)
        #expect((ticks.major + ticks.minor).allSatisfy { $0 >= 20.5 && $0 <= 60.5 })
    }

    @Test(
        arguments: [
            (842.0, [0.0, 300, 600, 900]), (401, [0, 200, 400, 600]), (9, [0, 4, 8, 12]), (3, [0, 1, 2, 3]),
        ] as [(Double, [Double])])
    func `countValues gives the DataProvider's ticks that lie in the range`(
        maximum: Double, values: [Double]
    ) {
        var sample = SampleChart()
        sample.table = SampleTable.make(x: [0, 1], ["a": [0, maximum]])
        sample.y.tickRule = .countValues
        sample.yRange = AxisRange(min: 0, max: 1_000)
        var chart = sample.make()
        #expect(chart.ticks(of: chart.yAxes[0]).major == values)
        sample.yRange = AxisRange(min: 0, max: values[2])
        chart = sample.make()
        #expect(chart.ticks(of: chart.yAxes[0]).major == Array(values.prefix(3)))
    }

    @Test(
        arguments: [
            ([47.0, 842], [0.0, 300, 600, 900]), ([-20, 401], [0, 200, 400, 600]), ([9, 2], [0, 4, 8, 12]),
            ([3, 1], [0, 1, 2, 3]), ([842, 842], [0, 300, 600, 900]),
        ] as [([Double], [Double])], [AutoRange.once, .always])
    func `an axis with countValues that ranges itself runs from the first tick to the last`(
        line: ([Double], [Double]), autoRange: AutoRange
    ) throws {
        var sample = SampleChart()
        sample.table = SampleTable.make(x: [0, 1], ["a": line.0])
        sample.y.tickRule = .countValues
        sample.y.autoRange = autoRange
        sample.y.growBy = GrowBy(min: 0.1, max: 0.1)
        var chart = sample.make()
        let extents = try #require(AxisRange(min: 0, max: line.1[3]))
        #expect(chart.yAxes[0].visibleRange == extents)
        #expect(chart.yAxes[0].maximumRange == extents && chart.yAxes[0].zoomState == .atExtents)
        #expect(chart.ticks(of: chart.yAxes[0]).major == line.1)
        if autoRange == .once {
            chart.setVisibleRange(try #require(AxisRange(min: line.1[1], max: line.1[3])), axis: "y")
            #expect(chart.ticks(of: chart.yAxes[0]).major == Array(line.1.dropFirst()))
            chart.pan(
                by: Vector(dx: 0, dy: -10_000), axes: .y, clipX: RangeClip(mode: .none, target: .maximumRange),
                clipY: RangeClip(mode: .clipAtExtents, target: .maximumRange))
            #expect(chart.yAxes[0].visibleRange.min >= 0 && chart.yAxes[0].visibleRange.max <= line.1[3])
            chart.zoomExtents()
        }
        #expect(chart.yAxes[0].visibleRange == extents)
    }

    @Test func `countValues set later takes its ticks from the largest value too`() {
        var sample = SampleChart()
        sample.table = SampleTable.make(x: [0, 1], ["a": [842, 842]])
        sample.y.autoRange = .always
        var chart = sample.make()
        var options = chart.yAxes[0].options
        options.tickRule = .countValues
        chart.change(axis: "y", options: options, visibleRange: nil)
        #expect(chart.yAxes[0].visibleRange == AxisRange(min: 0, max: 900))
    }

    @Test func `countValues needs no rows`() {
        var sample = SampleChart()
        sample.table = SampleTable.make(x: [], ["a": []])
        sample.y.tickRule = .countValues
        let chart = sample.make()
        #expect(chart.ticks(of: chart.yAxes[0]).major == [0, 1])
    }

    @Test func `dateValues of the full range are Oct 15, Nov 08, Dec 02 and Dec 24 at noon`() throws {
        var sample = try #require(SampleChart.activeUsers())
        sample.x.tickRule = .dateValues
        let chart = sample.make()
        let ticks = chart.ticks(of: chart.xAxes[0])
        #expect(ticks.labels == ["Oct 15", "Nov 08", "Dec 02", "Dec 24"])
        #expect(
            ticks.major
                == (try ["2024-10-15T12:00Z", "2024-11-08T12:00Z", "2024-12-02T12:00Z", "2024-12-24T12:00Z"].map(
                    CivilZones.utc)))
    }

    @Test func `a date axis has civil ticks in the time zone of the surface`() throws {
        var sample = try #require(SampleChart.activeUsers(timeZone: "America/New_York"))
        sample.xRange = AxisRange(
            min: try CivilZones.utc("2024-11-02T04:00Z"), max: try CivilZones.utc("2024-11-05T05:00Z"))
        sample.x.tickCount = 4
        let chart = sample.make()
        #expect(
            chart.ticks(of: chart.xAxes[0]).major
                == (try ["2024-11-02T04:00Z", "2024-11-03T04:00Z", "2024-11-04T05:00Z", "2024-11-05T05:00Z"].map(
                    CivilZones.utc)))
    }
}
