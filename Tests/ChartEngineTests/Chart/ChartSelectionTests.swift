import ChartEngine
import ChartSeries
import CoreTestSupport
import Testing

struct ChartSelectionTests {
    @Test func `a row beyond the table selects nothing`() {
        var chart = SampleChart().make()
        for row in [-1, 101] {
            chart.selectRow(3)
            chart.selectRow(row)
            #expect(chart.selection.rows.isEmpty)
        }
    }

    @Test func `the command refuses a row beyond the table`() throws {
        var surface = SampleChart().surface()
        try surface.perform(.selectRow(100))
        for row in [-1, 101] {
            #expect(throws: Surface.CommandError.rowUnknown) { try surface.perform(.selectRow(row)) }
        }
        #expect(surface.chart.selection.rows == [100])
        try surface.perform(.deselectAllRows)
        #expect(surface.chart.selection.rows.isEmpty)
    }

    @Test func `the commands deselect rows and series apart from each other`() throws {
        var chart = SampleChart().surface().chart
        chart.selectRow(100)
        chart.select(series: chart.series.map(\.id), mode: .replace)
        #expect(!chart.selection.series.isEmpty)
        chart.deselectAllSeries()
        #expect(chart.selection.series.isEmpty && chart.selection.rows == [100])
        var surface = SampleChart().surface()
        try surface.perform(.deselectAllSeries)
        #expect(surface.chart.selection.series.isEmpty)
    }

    @Test(arguments: seeds(200))
    func `the modes agree with set operations, in ascending order`(seed: Int) {
        var cases = SeededCases(seed: UInt64(seed))
        let rows = (0..<2).map { _ in (0...100).filter { _ in cases.isTrue(oneIn: 3) } }
        for (mode, wanted) in [
            (SelectionMode.union, Set(rows[0]).union(rows[1])), (.invert, Set(rows[0]).symmetricDifference(rows[1])),
            (.replace, Set(rows[1])),
        ] {
            var chart = SampleChart().make()
            chart.select(rows: rows[0], mode: .replace)
            chart.select(rows: rows[1], mode: mode)
            #expect(chart.selection.rows == wanted.sorted())
        }
    }

    @Test func `a selection of too many rows keeps the first ones`() {
        var sample = SampleChart()
        let x = (0..<25_000).map(Double.init)
        sample.table = SampleTable.make(x: x, ["level": x])
        var chart = sample.make()
        chart.select(rows: Array(0..<25_000), mode: .replace)
        #expect(chart.selection.rows == Array(0..<Selection.maximumRows))
    }

    @Test func `a row outside the window stays selected`() throws {
        var surface = SampleChart().surface()
        try surface.perform(.selectRow(90))
        surface.changeAxis(
            "x", options: surface.chart.xAxes[0].options, visibleRange: AxisRange(min: 0, max: 10))
        #expect(surface.chart.selection.rows == [90])
    }
}
