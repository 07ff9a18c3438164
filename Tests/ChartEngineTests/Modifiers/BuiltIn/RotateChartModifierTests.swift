import ChartEngine
import Gestures
import Testing

struct RotateChartModifierTests {
    private func rotated(_ x: AxisAlignment, _ y: AxisAlignment = .left, turns: Int = 1) throws -> SurfaceDriver {
        var sample = SampleChart()
        sample.x.alignment = x
        sample.y.alignment = y
        var driver = sample.driver([.of(RotateChartModifier.self)])
        for _ in 0..<turns { try driver.surface.perform(.modifier("rotate")) }
        return driver
    }

    @Test(arguments: [
        (AxisAlignment.right, AxisAlignment.bottom), (.left, .top), (.top, .right), (.bottom, .left), (.auto, .left),
    ])
    func `a turn moves an x axis to the next side`(from: AxisAlignment, to: AxisAlignment) throws {
        #expect(try rotated(from).chart.xAxes[0].options.alignment == to)
    }

    @Test(arguments: [
        (AxisAlignment.right, AxisAlignment.bottom), (.left, .top), (.top, .right), (.bottom, .left), (.auto, .bottom),
    ])
    func `a turn moves a y axis to the next side`(from: AxisAlignment, to: AxisAlignment) throws {
        #expect(try rotated(.bottom, from).chart.yAxes[0].options.alignment == to)
    }

    @Test(arguments: [AxisAlignment.left, .right, .top, .bottom])
    func `four turns restore an explicit side`(side: AxisAlignment) throws {
        let chart = try rotated(side, side, turns: 4).chart
        #expect(chart.xAxes[0].options.alignment == side)
        #expect(chart.yAxes[0].options.alignment == side)
    }

    @Test func `four turns restore a default side, unless it is set between them`() throws {
        var driver = try rotated(.auto, .auto, turns: 4)
        #expect(driver.chart.xAxes[0].options == SampleChart().make().xAxes[0].options)
        #expect(driver.chart.yAxes[0].options == SampleChart().make().yAxes[0].options)
        try driver.surface.perform(.modifier("rotate"))
        var options = driver.chart.yAxes[0].options
        options.alignment = .top
        driver.surface.changeAxis("y", options: options, visibleRange: nil)
        for _ in 0..<3 { try driver.surface.perform(.modifier("rotate")) }
        #expect(driver.chart.xAxes[0].alignment == .bottom && driver.chart.yAxes[0].alignment == .left)
        try driver.surface.perform(.modifier("rotate"))
        #expect(driver.chart.yAxes[0].alignment == .top)
    }

    @Test func `a turn keeps the ranges`() throws {
        let driver = try rotated(.auto, .auto)
        expect(driver.x, 0, 100)
        expect(driver.y, 0, 100)
    }

    @Test func `a turn is one update`() throws {
        var driver = try rotated(.auto, turns: 0)
        let before = driver.chart.publishedUpdates
        try driver.surface.perform(.modifier("rotate"))
        #expect(driver.chart.publishedUpdates == before + 1)
    }

    @Test func `without the modifier the command does not turn the chart`() throws {
        var surface = SampleChart().surface([.of(ZoomPanModifier.self)])
        #expect(throws: Surface.CommandError.modifierMissing) { try surface.perform(.modifier("rotate")) }
        #expect(surface.chart.xAxes[0].options.alignment == .auto)
    }

    @Test func `a modifier that is disabled or removed does not turn the chart`() throws {
        var options = AttachedModifier.Options()
        options.isEnabled = false
        var surface = SampleChart().surface([.of(RotateChartModifier.self, options: options)])
        #expect(throws: Surface.CommandError.modifierMissing) { try surface.perform(.modifier("rotate")) }
        surface = SampleChart().surface([.of(RotateChartModifier.self)])
        surface.removeModifier("rotateChart")
        #expect(throws: Surface.CommandError.modifierMissing) { try surface.perform(.modifier("rotate")) }
    }

    @Test func `a pan of one direction follows the turned axis`() throws {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        var driver = sample.driver([
            .of(RotateChartModifier.self), .of(ZoomPanModifier.self) { $0.direction = .x },
        ])
        try driver.surface.perform(.modifier("rotate"))
        try driver.touch("1↓(100,100) 1→(140,105)")
        expect(driver.x, 20, 60)
        try driver.touch("1→(140,120)")
        expect(driver.x, 24, 64)
    }

    @Test func `a gesture in progress continues along the turned axes`() throws {
        var driver = SampleChart().driver([.of(RotateChartModifier.self), .of(ZoomPanModifier.self)])
        driver.surface.changeAxis(
            "x", options: driver.chart.xAxes[0].options, visibleRange: AxisRange(min: 20, max: 60))
        try driver.touch("1↓(100,100) 1→(140,100)")
        expect(driver.x, 16, 56)
        try driver.surface.perform(.modifier("rotate"))
        #expect(driver.surface.gestures.count == 1)
        expect(driver.x, 16, 56)
        try driver.touch("1→(140,120)")
        expect(driver.x, 20, 60)
    }

    @Test func `a drag that has not begun when the chart turns begins along the turned axis`() throws {
        var driver = SampleChart().driver([
            .of(RotateChartModifier.self), .of(ZoomPanModifier.self) { $0.direction = .x },
        ])
        driver.surface.changeAxis(
            "x", options: driver.chart.xAxes[0].options, visibleRange: AxisRange(min: 20, max: 60))
        try driver.touch("1↓(100,100) 1→(105,100)")
        try driver.surface.perform(.modifier("rotate"))
        try driver.touch("1→(125,100)")
        #expect(driver.surface.gestures.isEmpty)
        try driver.touch("1→(125,120)")
        expect(driver.x, 24, 64)
    }

    @Test func `a drag of an axis, of the scrubber and of an overview continues without a jump`() throws {
        var axis = SampleChart().driver([.of(RotateChartModifier.self), .of(XAxisDragModifier.self)])
        axis.surface.changeAxis("x", options: axis.chart.xAxes[0].options, visibleRange: AxisRange(min: 20, max: 60))
        try axis.touch("1↓(300,210) 1→(340,210)")
        let dragged = axis.x
        try axis.surface.perform(.modifier("rotate"))
        try axis.touch("1→(340,210)")
        #expect(axis.x == dragged)
        try axis.touch("1→(360,210)")
        #expect(axis.x == dragged, "across the turned axis")
        try axis.touch("1→(360,200)")
        #expect(axis.x != dragged)
        var scrubber = SampleChart().driver([
            .of(RotateChartModifier.self), .of(WindowScrubberModifier.self) { $0.step = .none },
        ])
        scrubber.surface.changeAxis(
            "x", options: scrubber.chart.xAxes[0].options, visibleRange: AxisRange(min: 20, max: 60))
        try scrubber.touch("1↓(200,249) 1→(240,249)")
        expect(scrubber.x, 30, 70)
        try scrubber.surface.perform(.modifier("rotate"))
        try scrubber.touch("1→(240,249)")
        expect(scrubber.x, 30, 70)
    }

    @Test func `the wheel zooms about the value under the pointer of a turned chart`() throws {
        var driver = SampleChart().driver([.of(RotateChartModifier.self), .of(MouseWheelZoomModifier.self)])
        try driver.surface.perform(.modifier("rotate"))
        try driver.wheel(at: Point(x: 10, y: 50), deltaY: -500)
        expect(driver.x, 37.5, 87.5)
    }
}
