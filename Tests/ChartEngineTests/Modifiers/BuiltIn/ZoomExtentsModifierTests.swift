import ChartEngine
import Gestures
import Testing

struct ZoomExtentsModifierTests {
    private static let doubleTap = "1↓(100,100) 1↑(100,100) 1↓(100,100) 1↑(100,100)"

    private var sample: SampleChart {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        sample.yRange = AxisRange(min: 20, max: 60)
        return sample
    }

    @Test func `a double tap shows all data`() throws {
        var driver = sample.driver([.of(ZoomExtentsModifier.self)])
        try driver.touch("1↓(100,100) 1↑(100,100)")
        expect(driver.x, 20, 60)
        try driver.touch("1↓(100,100) 1↑(100,100)")
        expect(driver.x, 0, 100)
        expect(driver.y, 0, 100)
        #expect(driver.chart.xAxes[0].zoomState == .atExtents)
    }

    @Test func `a single tap shows all data where it is asked to`() throws {
        var driver = sample.driver([.of(ZoomExtentsModifier.self) { $0.executeOn = .singleTap }])
        try driver.touch("1↓(100,100) 1↑(100,100)")
        expect(driver.x, 0, 100)
    }

    @Test(arguments: [(ModifierDirection.x, 0.0, 20.0), (.y, 20, 0)])
    func `only the axes of the direction are reset`(direction: ModifierDirection, x: Double, y: Double) throws {
        var driver = sample.driver([.of(ZoomExtentsModifier.self) { $0.direction = direction }])
        try driver.touch(Self.doubleTap)
        #expect(driver.x.min == x)
        #expect(driver.y.min == y)
    }

    @Test func `initial goes back to the range that was shown first`() throws {
        var driver = sample.driver([.of(ZoomExtentsModifier.self) { $0.range = .initial }])
        driver.surface.changeAxis(
            "x", options: driver.chart.xAxes[0].options, visibleRange: AxisRange(min: 1, max: 2))
        try driver.touch(Self.doubleTap)
        expect(driver.x, 20, 60)
        expect(driver.y, 0, 100)
    }

    @Test func `a range of its own is shown on x`() throws {
        var driver = sample.driver([.of(ZoomExtentsModifier.self) { $0.range = .range(min: 5, max: 7) }])
        try driver.touch(Self.doubleTap)
        expect(driver.x, 5, 7)
        expect(driver.y, 0, 100)
    }

    @Test func `zoomExtents works whatever autoRange says`() throws {
        for autoRange in AutoRange.allCases {
            var sample = sample
            sample.x.autoRange = autoRange
            var driver = sample.driver([.of(ZoomExtentsModifier.self)])
            try driver.touch(Self.doubleTap)
            expect(driver.x, 0, 100)
        }
    }

    @Test(arguments: [(1, 20.0), (2, 0), (3, 20)])
    func `taps that the client recognized count by their number`(taps: Int, min: Double) throws {
        var driver = sample.driver([.of(ZoomExtentsModifier.self)])
        try driver.gesture(.tap(taps: taps), .ended)
        #expect(driver.x.min == min)
    }

    @Test func `a tap on the axis area is none`() throws {
        var driver = sample.driver([.of(ZoomExtentsModifier.self) { $0.executeOn = .singleTap }])
        try driver.touch("1↓(100,210) 1↑(100,210)")
        expect(driver.x, 20, 60)
    }

    @Test func `without rows nothing changes`() throws {
        var sample = sample
        sample.table = SampleTable.make(x: [], ["level": []])
        var driver = sample.driver([.of(ZoomExtentsModifier.self)])
        try driver.touch(Self.doubleTap)
        expect(driver.x, 20, 60)
    }
}
