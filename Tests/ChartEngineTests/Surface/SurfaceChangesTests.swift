import ChartEngine
import Gestures
import Testing

struct SurfaceChangesTests {
    private func sample() -> SampleChart {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        sample.yRange = AxisRange(min: 20, max: 60)
        return sample
    }

    @Test(arguments: [(ModifierDirection.xy, 0.0, 0.0), (.x, 0, 20), (.y, 20, 0)])
    func `the command zoomExtents shows all data along a direction`(
        direction: ModifierDirection, x: Double, y: Double
    ) throws {
        var driver = sample().driver()
        try driver.surface.perform(.zoomExtents(direction))
        #expect(driver.x.min == x)
        #expect(driver.y.min == y)
    }

    @Test func `the spans and the hard limit constrain a patched range about its centre`() {
        var driver = sample().driver()
        var options = driver.chart.xAxes[0].options
        options.minimumSpan = 10
        options.visibleRangeLimit = RangeLimit(min: 0, max: 50)
        options.hasHardLimit = true
        driver.surface.changeAxis("x", options: options, visibleRange: AxisRange(min: 10, max: 12))
        expect(driver.x, 6, 16)
        driver.surface.changeAxis("x", options: options, visibleRange: AxisRange(min: 48, max: 49))
        expect(driver.x, 40, 50)
        driver.surface.changeAxis("x", options: options, visibleRange: AxisRange(min: -100, max: 100))
        expect(driver.x, 0, 50)
    }

    @Test func `a patch of a limit alone constrains the visible range`() {
        var driver = sample().driver()
        var options = driver.chart.xAxes[0].options
        options.maximumSpan = 20
        driver.surface.changeAxis("x", options: options, visibleRange: nil)
        expect(driver.x, 30, 50)
    }

    @Test func `an axis set to always follow its data does so at once`() {
        var driver = sample().driver()
        var options = driver.chart.xAxes[0].options
        options.autoRange = .always
        driver.surface.changeAxis("x", options: options, visibleRange: AxisRange(min: 1, max: 2))
        expect(driver.x, 0, 100)
    }

    @Test func `a gesture in progress continues from a patched range`() throws {
        var driver = sample().driver([.of(ZoomPanModifier.self)])
        try driver.touch("1↓(100,100) 1→(140,100)")
        driver.surface.changeAxis(
            "x", options: driver.chart.xAxes[0].options, visibleRange: AxisRange(min: 40, max: 80))
        try driver.touch("1→(150,100)")
        expect(driver.x, 39, 79)
    }

    @Test func `a gesture in progress continues from the extents that a command has shown`() throws {
        var driver = sample().driver([.of(PinchZoomModifier.self)])
        try driver.touch("1↓(150,100) 2↓(250,100) 1→(100,100)+2→(300,100)")
        try driver.surface.perform(.zoomExtents(.xy))
        try driver.touch("1→(0,100)+2→(400,100)")
        expect(driver.x, 25, 75)
    }

    @Test func `turning an axis keeps the gesture in progress`() throws {
        var driver = sample().driver([.of(GestureProbeModifier.self)])
        try driver.touch("1↓(100,100) 1→(140,100)")
        var options = driver.chart.xAxes[0].options
        options.alignment = .left
        driver.surface.changeAxis("x", options: options, visibleRange: nil)
        #expect(driver.chart.journal == ["probe pan began 0"])
        try driver.touch("1→(150,100)")
        #expect(driver.chart.journal == ["probe pan began 0", "probe pan changed 0"])
    }

    @Test func `a resized plot area maps points anew`() throws {
        var driver = sample().driver([.of(ZoomPanModifier.self)])
        driver.surface.resize(ChartSize(width: 800, height: 200))
        try driver.touch("1↓(700,100) 1→(740,100)")
        expect(driver.x, 18, 58)
    }

    @Test func `a marquee in a resized plot area has the new aspect ratio`() throws {
        var driver = sample().driver([.of(MarqueeModifier.self)])
        driver.surface.resize(ChartSize(width: 400, height: 400))
        try driver.touch("1↓(0,0) 1→(100,20) 2↓(390,190) 1→(120,20)")
        #expect(driver.chart.overlays.map(\.rect) == [Rect(x: 0, y: 0, width: 120, height: 120)])
    }

    @Test func `another row unit gives the axes new extents`() throws {
        var driver = try #require(SampleChart.activeUsers()).driver()
        driver.surface.setWindowOptions(WindowOptions(rowUnit: .instant))
        #expect(driver.chart.xAxes[0].dataRange?.max == driver.chart.rowExtent?.last)
        #expect(driver.chart.xAxes[0].zoomState == .userZooming)
    }

    @Test func `a refused command changes nothing`() throws {
        var surface = sample().surface()
        let before = surface
        #expect(throws: Surface.CommandError.modifierMissing) { try surface.perform(.modifier("rotate")) }
        expectSame(surface, before)
    }
}
