import ChartEngine
import ChartSeries
import Gestures
import Testing

/// X axes of type `category`: five rows at x = 0, 1, 2, 50 and 100 lie 100 points apart.
struct CategoryAxisTests {
    private func sample(_ vary: (inout SampleChart) -> Void = { _ in }) -> SampleChart {
        var sample = SampleChart()
        sample.x.type = .category
        sample.table = SampleTable.make(x: [0, 1, 2, 50, 100], ["level": [0, 10, 20, 30, 40]])
        vary(&sample)
        return sample
    }

    @Test func `the data range runs over row indices`() {
        let axis = sample().make().xAxes[0]
        #expect(axis.dataRange == AxisRange(min: 0, max: 4))
        #expect(axis.visibleRange == AxisRange(min: 0, max: 4) && axis.zoomState == .atExtents)
    }

    @Test func `one row gets one index on either side, and no rows show 0 to 1`() {
        let one = sample { $0.table = SampleTable.make(x: [77], ["level": [1]]) }.make()
        #expect(one.xAxes[0].visibleRange == AxisRange(min: -1, max: 1))
        #expect(one.visibleRows == 0..<1)
        let none = sample { $0.table = SampleTable.make(x: [], ["level": []]) }.make()
        #expect(none.xAxes[0].visibleRange == AxisRange(min: 0, max: 1) && none.visibleRows.isEmpty)
    }

    @Test(arguments: [
        (1.0, 3.0, 1..<4), (0.5, 2.9, 1..<3), (2.1, 2.9, 3..<3), (-9, -1, 0..<0), (4.5, 9, 5..<5),
        (-1e300, 1e299, 0..<5),
    ])
    func `the window has the rows whose index lies in the range`(low: Double, high: Double, rows: Range<Int>) {
        let chart = sample { $0.xRange = AxisRange(min: low, max: high) }.make()
        #expect(chart.visibleRows == rows)
        let window = chart.window
        #expect(window.rows == .contiguous(rows) && window.sourceRows == rows.count)
        #expect(window.before == (rows.lowerBound > 0 ? rows.lowerBound - 1 : nil))
        #expect(window.after == (rows.upperBound < 5 ? rows.upperBound : nil))
    }

    @Test func `the row unit day has no effect on a category axis`() {
        let chart = sample { $0.window.rowUnit = .day }.make()
        #expect(chart.xAxes[0].visibleRange == AxisRange(min: 0, max: 4) && chart.visibleRows == 0..<5)
    }

    @Test func `pixel columns have equal numbers of rows`() {
        let chart = sample {
            $0.size = ChartSize(width: 2, height: 10)
            $0.window.method = .m4
            $0.table = SampleTable.make(
                x: (0..<100).map { Double($0 * $0) }, ["level": (0..<100).map { Double($0) }])
        }.make()
        #expect(chart.window.rows == .list([0, 49, 50, 99]))
        #expect(chart.window.bucket == 49.5)
    }

    @Test func `a drag and zoomExtents work on indices`() throws {
        var driver = sample { $0.xRange = AxisRange(min: 0, max: 2) }.driver([
            .of(ZoomPanModifier.self) { $0.direction = .x }, .of(ZoomExtentsModifier.self),
        ])
        try driver.touch("1↓(300,100) 1→(200,100) 1↑(200,100)")
        expect(driver.x, 0.5, 2.5)
        try driver.tick(after: 2_000)
        try driver.touch("1↓(300,100) 1→(-900,100) 1↑(-900,100)")
        expect(driver.x, 2, 4)
        try driver.tick(after: 2_000)
        try driver.touch("1↓(200,100) 1↑(200,100) 1↓(200,100) 1↑(200,100)")
        expect(driver.x, 0, 4)
    }

    @Test(arguments: [(0.0, 0), (49, 0), (50, 0), (51, 1), (349, 3), (351, 4), (900, 4)])
    func `the nearest row is the nearest index, the earlier of a tie`(point: Double, row: Int) {
        #expect(sample().make().nearestVisibleRow(toPoint: point) == row)
    }

    @Test func `a drag selects by index and the label has the row's x`() throws {
        var driver = sample().driver([.of(RowSelectionModifier.self)])
        try driver.touch("1↓(310,100)")
        #expect(driver.chart.selection.rows == [3])
        #expect(driver.chart.selection.label == "50: Level: 30")
    }

    @Test func `the label of a date table has the date`() throws {
        var sample = try #require(SampleChart.activeUsers())
        sample.x.type = .category
        var chart = sample.make()
        chart.selectRow(12)
        #expect(try #require(chart.selection.label).hasPrefix("10/27/24: Active: "))
    }

    @Test func `a marquee selects what it covers on the screen`() {
        let chart = sample().make()
        #expect(chart.rows(in: Rect(x: 250, y: 0, width: 100, height: 200)) == [3])
    }

    @Test func `the crosshair reads between two indices`() throws {
        var driver = sample().driver([.of(CursorModifier.self)])
        try driver.hover(.moved, at: Point(x: 250, y: 10))
        let item = try #require(driver.chart.overlays.first?.items.first)
        #expect(item.x == 2.5 && item.y == 25)
    }

    @Test func `an axis follows new rows by index`() {
        var chart = sample { $0.x.follow = .shift }.make()
        chart.setTable(SampleTable.make(x: [0, 1, 2, 50, 100, 1e6], ["level": [0, 10, 20, 30, 40, 50]]))
        #expect(chart.xAxes[0].visibleRange == AxisRange(min: 1, max: 5))
        #expect(chart.xAxes[0].dataRange == AxisRange(min: 0, max: 5))
    }

    @Test func `ticks lie on rows and show their x`() {
        let chart = sample().make()
        let ticks = chart.ticks(of: chart.xAxes[0])
        #expect(ticks.major == [0, 1, 2, 3, 4])
        #expect(ticks.labels == ["0", "1", "2", "50", "100"])
    }
}
