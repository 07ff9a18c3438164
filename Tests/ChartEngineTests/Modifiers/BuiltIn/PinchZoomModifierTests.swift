import ChartEngine
import Gestures
import Testing

struct PinchZoomModifierTests {
    private static let spread = "1↓(150,100) 2↓(250,100) 1→(100,100)+2→(300,100)"

    @Test func `fingers at twice their distance show half the range about their centroid`() throws {
        var driver = SampleChart().driver([.of(PinchZoomModifier.self)])
        try driver.touch(Self.spread)
        expect(driver.x, 25, 75)
        expect(driver.y, 25, 75)
    }

    @Test func `the zoom keeps the value under the current centroid and does not pan`() throws {
        var driver = SampleChart().driver([.of(PinchZoomModifier.self) { $0.clipMode = .none }])
        try driver.touch("1↓(50,100) 2↓(150,100) 1→(0,100)+2→(200,100)")
        expect(driver.x, 12.5, 62.5)
        let value = driver.xValue(at: 200)
        try driver.touch("1→(100,100)+2→(300,100)")
        expect(driver.x, 12.5, 62.5)
        try driver.touch("1→(150,100)+2→(250,100)")
        #expect(abs(driver.xValue(at: 200) - value) < 1e-9)
    }

    @Test func `a change of the scale below a hundredth is no pinch`() throws {
        var driver = SampleChart().driver([.of(PinchZoomModifier.self)])
        try driver.touch("1↓(100,100) 2↓(200,100) 2→(200.9,100)")
        expect(driver.x, 0, 100)
        try driver.touch("2→(201,100)")
        #expect(driver.x.span < 100)
    }

    @Test func `a finger that lifts or lands does not change the range`() throws {
        var driver = SampleChart().driver([.of(PinchZoomModifier.self) { $0.clipMode = .none }])
        try driver.touch(Self.spread)
        let range = driver.x
        try driver.touch("1↑(100,100)")
        #expect(driver.x == range)
        try driver.touch("3↓(200,100)")
        #expect(driver.x == range)
        try driver.touch("3→(250,100)")
        expect(driver.x, -9.375, 90.625)
    }

    @Test func `a pinch that ends at another place than its last move zooms there`() throws {
        var driver = SampleChart().driver([.of(PinchZoomModifier.self)])
        try driver.touch("1↓(150,100) 2↓(250,100) 1→(125,100)+2→(275,100) 1↑(100,100)+2↑(300,100)")
        expect(driver.x, 25, 75)
    }

    @Test func `a second pinch starts from where the first one ended`() throws {
        var driver = SampleChart().driver([.of(PinchZoomModifier.self)])
        try driver.touch(Self.spread)
        try driver.touch("1↑(100,100)+2↑(300,100)")
        try driver.touch(Self.spread)
        expect(driver.x, 37.5, 62.5)
    }

    @Test(arguments: [(2.0, 37.5, 62.5), (-1, -50, 150), (0.5, 50 - 50 / 2.0.squareRoot(), 50 + 50 / 2.0.squareRoot())])
    func `the factor is the scale to the power of scaleFactor`(power: Double, min: Double, max: Double) throws {
        var driver = SampleChart().driver([
            .of(PinchZoomModifier.self) {
                $0.scaleFactor = power
                $0.clipMode = .none
            }
        ])
        try driver.touch(Self.spread)
        expect(driver.x, min, max)
    }

    @Test(arguments: [(ModifierDirection.x, 25.0, 0.0), (.y, 0, 25), (.xy, 25, 25)])
    func `only the axes of the direction zoom`(direction: ModifierDirection, x: Double, y: Double) throws {
        var driver = SampleChart().driver([.of(PinchZoomModifier.self) { $0.direction = direction }])
        try driver.touch(Self.spread)
        expect(driver.x, x, 100 - x)
        expect(driver.y, y, 100 - y)
    }

    @Test func `without uniform each axis zooms by the distance along it`() throws {
        var driver = SampleChart().driver([
            .of(PinchZoomModifier.self) { $0.uniform = false }
        ])
        try driver.touch("1↓(150,80) 2↓(250,120) 1→(100,80)+2→(300,120)")
        expect(driver.x, 25, 75)
        expect(driver.y, 0, 100)
    }

    @Test func `the extents clip a zoom out`() throws {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 10, max: 30)
        var driver = sample.driver([.of(PinchZoomModifier.self)])
        try driver.touch("1↓(0,100) 2↓(400,100) 1→(150,100)+2→(250,100)")
        expect(driver.x, 0, 80)
        try driver.touch("1→(0,100)+2→(400,100)")
        expect(driver.x, 10, 30)
    }

    @Test func `a pinch past the smallest span and back restores the range and keeps the anchor throughout`() throws {
        var sample = SampleChart()
        sample.x.minimumSpan = 50
        var driver = sample.driver([.of(PinchZoomModifier.self)])
        try driver.touch("1↓(80,100) 2↓(120,100) 1→(0,100)+2→(200,100)")
        expect(driver.x, 12.5, 62.5)
        try driver.touch("1→(60,100)+2→(140,100)")
        expect(driver.x, 12.5, 62.5)
        try driver.touch("1→(80,100)+2→(120,100)")
        expect(driver.x, 0, 100)
    }

    @Test func `a client pinch zooms about its location`() throws {
        var driver = SampleChart().driver([.of(PinchZoomModifier.self)])
        try driver.pinch(scale: 2, .changed, at: Point(x: 100, y: 100))
        expect(driver.x, 12.5, 62.5)
        try driver.pinch(scale: 4, .ended, at: Point(x: 100, y: 100))
        expect(driver.x, 18.75, 43.75)
    }

    @Test(arguments: [0.0, -1])
    func `a scale of 0 or below changes nothing`(scale: Double) throws {
        var driver = SampleChart().driver([.of(PinchZoomModifier.self)])
        try driver.pinch(scale: scale, .changed)
        expect(driver.x, 0, 100)
    }

    @Test(arguments: [0.0, 101, -101])
    func `validation refuses a power of 0 and powers beyond 100`(power: Double) {
        var parameters = PinchZoomModifier.Parameters()
        parameters.scaleFactor = power
        #expect(throws: ModifierError.self) { try parameters.check() }
    }
}
