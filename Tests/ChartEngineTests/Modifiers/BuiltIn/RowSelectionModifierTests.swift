import ChartEngine
import ChartSeries
import Gestures
import Testing

struct RowSelectionModifierTests {
    private func driver(
        keepOnEnd: Bool = false, _ vary: (inout SampleChart) -> Void = { _ in }
    ) -> SurfaceDriver {
        var sample = SampleChart()
        vary(&sample)
        return sample.driver([.of(RowSelectionModifier.self) { $0.keepOnEnd = keepOnEnd }])
    }

    @Test func `the modifier selects the row under the finger at touch down and at each move`() throws {
        var driver = driver()
        try driver.touch("1↓(100,50)")
        #expect(driver.chart.selection.rows == [25])
        try driver.touch("1→(161,50)")
        #expect(driver.chart.selection.rows == [40])
    }

    @Test(arguments: [(-1e6, 0), (-1, 0), (401, 100), (1e6, 100)])
    func `a finger beyond the plot area selects the row at its edge`(x: Double, row: Int) throws {
        var driver = driver()
        try driver.touch("1↓(200,50) 1→(\(x),50)")
        #expect(driver.chart.selection.rows == [row])
    }

    @Test func `a finger beyond an edge of the window selects the row at that edge`() throws {
        var driver = driver { $0.xRange = AxisRange(min: 20.5, max: 60.5) }
        try driver.touch("1↓(200,50) 1→(-50,50)")
        #expect(driver.chart.selection.rows == [21])
        try driver.touch("1→(500,50)")
        #expect(driver.chart.selection.rows == [60])
    }

    @Test func `of two equally near rows the modifier selects the earlier one`() throws {
        var driver = driver()
        try driver.touch("1↓(102,50)")
        #expect(driver.chart.selection.rows == [25])
        try driver.touch("1→(102.01,50)")
        #expect(driver.chart.selection.rows == [26])
    }

    @Test func `a window without rows selects nothing`() throws {
        var driver = driver { $0.xRange = AxisRange(min: 20.2, max: 20.8) }
        try driver.touch("1↓(200,50)")
        #expect(driver.chart.selection.rows.isEmpty)
    }

    @Test func `a window that loses its rows clears the selection`() throws {
        var driver = driver()
        try driver.touch("1↓(200,50)")
        driver.surface.changeAxis(
            "x", options: driver.chart.xAxes[0].options, visibleRange: AxisRange(min: 20.2, max: 20.8))
        #expect(driver.chart.selection.rows == [50])
        try driver.touch("1→(210,50)")
        #expect(driver.chart.selection.rows.isEmpty)
    }

    @Test func `the selection ends with the gesture`() throws {
        var driver = driver()
        try driver.touch("1↓(100,50) 1→(200,50) 1↑(200,50)")
        #expect(driver.chart.selection == Selection.none)
    }

    @Test func `the selection ends when the gesture is cancelled`() throws {
        var driver = driver()
        try driver.touch("1↓(100,50) 1→(200,50) 1✕(200,50)")
        #expect(driver.chart.selection == Selection.none)
    }

    @Test func `keepOnEnd keeps the row at which the finger lifts`() throws {
        var driver = driver(keepOnEnd: true)
        try driver.touch("1↓(100,50) 1→(200,50) 1↑(240,50)")
        #expect(driver.chart.selection.rows == [60])
        try driver.touch("1↓(100,50) 1↑(100,50)", after: 400)
        #expect(driver.chart.selection.rows == [25])
    }

    @Test func `selecting reports whether the row was selected before`() {
        var chart = SampleChart().make()
        let reports = [3, 3, 4].map { chart.selectRow($0) }
        #expect(reports == [false, true, false])
        #expect(chart.selection.rows == [4])
    }

    @Test(arguments: ["UTC", "America/New_York"])
    func `the label matches the article`(timeZone: String) throws {
        var driver = try #require(SampleChart.activeUsers(timeZone: timeZone)).driver([
            .of(RowSelectionModifier.self)
        ])
        let table = driver.chart.table
        let (active, new) = (Int(table.columns[0].values[12]), Int(table.columns[1].values[12]))
        let point = driver.chart.viewport(of: driver.chart.xAxes[0]).apply(
            driver.chart.calendar.startOfDay(table.x[12]))
        try driver.touch("1↓(\(point),50)")
        #expect(driver.chart.selection.rows == [12])
        #expect(driver.chart.selection.label == "10/27/24: Active: \(active), New: \(new), Total: \(active + new)")
    }

    @Test func `on a vertical x axis the finger's height selects the row`() throws {
        var driver = driver { $0.x.alignment = .left }
        try driver.touch("1↓(10,150)")
        #expect(driver.chart.selection.rows == [25])
    }
}

extension Selection {
    fileprivate static var none: Selection { SampleChart().make().selection }
}
