import ChartEngine
import Gestures
import Testing

struct DataPointSelectionModifierTests {
    private func driver(_ set: (inout SelectionParameters) -> Void = { _ in }) -> SurfaceDriver {
        CrossingSeries.driver([.of(DataPointSelectionModifier.self, set)])
    }

    @Test func `a tap selects the row of the nearest point`() throws {
        var driver = driver()
        try driver.tap(205, 10)
        #expect(driver.chart.selection.rows == [2])
        #expect(driver.chart.selection.label != nil)
        #expect(driver.chart.selection.series.isEmpty)
        try driver.tap(310, 110)
        #expect(driver.chart.selection.rows == [3])
    }

    @Test func `a tap on a line between two points selects nothing`() throws {
        var driver = driver()
        try driver.tap(205, 10)
        try driver.tap(150, 100)
        #expect(driver.chart.selection.rows.isEmpty)
    }

    @Test func `of equally near points a tap selects the earlier row`() throws {
        var driver = driver { $0.hitTestRadius = 60 }
        try driver.tap(150, 100)
        #expect(driver.chart.selection.rows == [1])
    }

    @Test func `the topmost series with a point within the radius wins over a nearer one below`() throws {
        var driver = driver { $0.hitTestRadius = 110 }
        try driver.tap(145, 40)
        #expect(driver.chart.selection.rows == [1])
        let isKnown = driver.surface.setVisible(false, series: "b")
        #expect(isKnown)
        try driver.tap(145, 40)
        #expect(driver.chart.selection.rows == [2])
    }

    @Test func `keys and mode decide how the rows change the selection`() throws {
        var driver = driver()
        try driver.tap(100, 100)
        try driver.tap(300, 100, keys: .control)
        #expect(driver.chart.selection.rows == [1, 3])
        try driver.tap(100, 100, keys: .shift)
        #expect(driver.chart.selection.rows == [3])
        try driver.tap(50, 50, keys: .shift)
        #expect(driver.chart.selection.rows == [3])
        try driver.tap(200, 100)
        #expect(driver.chart.selection.rows == [2])
    }

    @Test func `a marquee selects the rows with a point inside`() throws {
        var driver = driver()
        try driver.touch("1↓(90,110) 1→(150,50) 1↑(210,90)")
        #expect(driver.chart.selection.rows == [1, 2])
        try driver.touch("+1000 1↓(190,110) 1→(250,50) 1↑(310,90)", keys: .shift)
        #expect(driver.chart.selection.rows == [1, 3])
    }

    @Test func `a hidden series and a missing value have no point`() throws {
        var driver = CrossingSeries.driver([.of(DataPointSelectionModifier.self)]) {
            $0.table = SampleTable.make(x: [0, 10, 20], ["a": [0, 100, 0], "b": [50, .nan, 50]])
            $0.yRange = AxisRange(min: 0, max: 100)
        }
        try driver.tap(200, 100)
        #expect(driver.chart.selection.rows.isEmpty)
        try driver.tap(200, 5)
        #expect(driver.chart.selection.rows == [1])
        let isKnown = driver.surface.setVisible(false, series: "a")
        #expect(isKnown)
        try driver.tap(200, 5)
        #expect(driver.chart.selection.rows.isEmpty)
    }
}
