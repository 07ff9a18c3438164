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

    @Test func `with the trigger singleTap a single tap shows all data`() throws {
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

    @Test func `the target initial restores the initial range`() throws {
        var driver = sample.driver([.of(ZoomExtentsModifier.self) { $0.range = .initial }])
        driver.surface.changeAxis(
            "x", options: driver.chart.xAxes[0].options, visibleRange: AxisRange(min: 1, max: 2))
        try driver.touch(Self.doubleTap)
        expect(driver.x, 20, 60)
        expect(driver.y, 0, 100)
    }

    @Test func `a target range applies to the x axes`() throws {
        var driver = sample.driver([.of(ZoomExtentsModifier.self) { $0.range = .range(min: 5, max: 7) }])
        try driver.touch(Self.doubleTap)
        expect(driver.x, 5, 7)
        expect(driver.y, 0, 100)
    }

    @Test func `zoomExtents works in every mode of autoRange`() throws {
        for autoRange in AutoRange.allCases {
            var sample = sample
            sample.x.autoRange = autoRange
            var driver = sample.driver([.of(ZoomExtentsModifier.self)])
            try driver.touch(Self.doubleTap)
            expect(driver.x, 0, 100)
        }
    }

    @Test(arguments: [(1, 20.0), (2, 0), (3, 20)])
    func `a client tap acts only with the right number of taps`(taps: Int, min: Double) throws {
        var driver = sample.driver([.of(ZoomExtentsModifier.self)])
        try driver.gesture(.tap(taps: taps), .ended)
        #expect(driver.x.min == min)
    }

    @Test(arguments: [true, false])
    func `a tap on the axis area resets that axis alone, where it is allowed`(isAllowed: Bool) throws {
        var driver = sample.driver([
            .of(ZoomExtentsModifier.self) {
                ($0.executeOn, $0.direction, $0.allowsGestureOnAxis) = (.singleTap, .y, isAllowed)
            }
        ])
        try driver.touch("1↓(100,210) 1↑(100,210)")
        expect(driver.x, isAllowed ? 0 : 20, isAllowed ? 100 : 60)
        expect(driver.y, 20, 60)
    }

    @Test func `without rows nothing changes`() throws {
        var sample = sample
        sample.table = SampleTable.make(x: [], ["level": []])
        var driver = sample.driver([.of(ZoomExtentsModifier.self)])
        try driver.touch(Self.doubleTap)
        expect(driver.x, 20, 60)
    }

    @Test func `a long press shows all data as soon as it begins`() throws {
        var driver = sample.driver([.of(ZoomExtentsModifier.self) { $0.executeOn = .longPress }])
        try driver.touch("1↓(100,100)@0 @499")
        expect(driver.x, 20, 60)
        try driver.touch("@1", after: 0)
        expect(driver.x, 0, 100)
        driver.surface.changeAxis(
            "x", options: driver.chart.xAxes[0].options, visibleRange: AxisRange(min: 1, max: 2))
        try driver.touch("1→(200,100) 1↑(200,100)")
        expect(driver.x, 1, 2)
    }

    @Test func `a client long press shows all data once`() throws {
        for states in [[GestureState.began, .changed, .ended], [.ended]] {
            var driver = sample.driver([.of(ZoomExtentsModifier.self) { $0.executeOn = .longPress }])
            for (index, state) in states.enumerated() {
                try driver.gesture(.longPress, state)
                if index == 0 { expect(driver.x, 0, 100) }
                driver.surface.changeAxis(
                    "x", options: driver.chart.xAxes[0].options, visibleRange: AxisRange(min: 1, max: 2))
            }
            expect(driver.x, 1, 2)
        }
    }

    /// The finger moves 4 points per sample of 16 ms, which is 250 points per second, and lifts after a rest.
    @Test(arguments: [(40, 0.0), (41, 20)])
    func `a fling shows all data, and a stopped finger does not`(rest: Int, min: Double) throws {
        var driver = sample.driver([.of(ZoomExtentsModifier.self) { $0.executeOn = .fling }])
        try driver.touch(
            "1↓(100,100)@0 1→(104,100)@16 1→(108,100)@32 1→(112,100)@48 1↑(112,100)@\(48 + rest)")
        #expect(driver.x.min == min)
    }

    @Test func `a pan in progress excludes a fling unless the two are simultaneous`() throws {
        let script = "1↓(100,100) 1→(120,100) 1→(140,100) 1→(160,100) 1↑(160,100)"
        var options = AttachedModifier.Options()
        for beside in [false, true] {
            options.simultaneousWith = beside ? ["zoomPan"] : []
            var driver = sample.driver([
                .of(ZoomPanModifier.self), .of(ZoomExtentsModifier.self, options: options) { $0.executeOn = .fling },
            ])
            try driver.touch(script)
            #expect((driver.chart.xAxes[0].zoomState == .atExtents) == beside)
        }
    }

    @Test func `a client swipe counts as a fling`() throws {
        var driver = sample.driver([.of(ZoomExtentsModifier.self) { $0.executeOn = .fling }])
        try driver.gesture(.swipe(direction: .left), .ended)
        expect(driver.x, 0, 100)
    }
}
