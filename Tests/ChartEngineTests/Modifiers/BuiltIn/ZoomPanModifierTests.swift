import ChartEngine
import Gestures
import Testing

struct ZoomPanModifierTests {
    private func sample(_ min: Double = 20, _ max: Double = 60) -> SampleChart {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: min, max: max)
        sample.yRange = AxisRange(min: min, max: max)
        return sample
    }

    @Test func `a drag moves both axes with the finger, from touch down on`() throws {
        var driver = sample().driver([.of(ZoomPanModifier.self)])
        try driver.touch("1↓(100,100) 1→(140,120)")
        expect(driver.x, 16, 56)
        expect(driver.y, 24, 64)
    }

    @Test func `a pan begins at the hysteresis and then applies the whole translation`() throws {
        var driver = sample().driver([.of(ZoomPanModifier.self)])
        try driver.touch("1↓(100,100) 1→(109.9,100)")
        expect(driver.x, 20, 60)
        try driver.touch("1→(110,100)")
        expect(driver.x, 19, 59)
    }

    @Test func `a finger that lifts at another place than its last move moves the chart there`() throws {
        var driver = sample().driver([.of(ZoomPanModifier.self)])
        try driver.touch("1↓(100,100) 1→(140,100) 1↑(150,100)")
        expect(driver.x, 15, 55)
    }

    @Test func `a cancelled touch keeps its movement and adds none`() throws {
        var driver = sample().driver([.of(ZoomPanModifier.self)])
        try driver.touch("1↓(100,100) 1→(140,100) 1✕(190,100)")
        expect(driver.x, 16, 56)
        #expect(driver.surface.gestures.isEmpty)
    }

    @Test func `a second drag starts from where the first one ended`() throws {
        var driver = sample().driver([.of(ZoomPanModifier.self)])
        try driver.touch("1↓(100,100) 1→(140,100) 1↑(140,100) 1↓(10,100) 1→(30,100) 1↑(30,100)")
        expect(driver.x, 14, 54)
    }

    @Test func `a finger that joins or leaves does not move the chart`() throws {
        var driver = sample().driver([.of(ZoomPanModifier.self)])
        try driver.touch("1↓(100,100) 1→(140,100) 2↓(300,150)")
        expect(driver.x, 16, 56)
        try driver.touch("1→(160,100)+2→(320,150)")
        expect(driver.x, 14, 54)
        try driver.touch("1↑(160,100)")
        expect(driver.x, 14, 54)
        try driver.touch("2→(330,150)")
        expect(driver.x, 13, 53)
    }

    @Test func `a single direction moves its own axes and counts only its own displacement`() throws {
        var driver = sample().driver([.of(ZoomPanModifier.self) { $0.direction = .x }])
        try driver.touch("1↓(100,100) 1→(105,150)")
        expect(driver.x, 20, 60)
        try driver.touch("1→(140,150)")
        expect(driver.x, 16, 56)
        expect(driver.y, 20, 60)
    }

    @Test func `a flipped axis follows the finger too`() throws {
        var sample = sample()
        sample.x.isFlipped = true
        sample.y.isFlipped = true
        var driver = sample.driver([.of(ZoomPanModifier.self)])
        try driver.touch("1↓(100,100) 1→(140,120)")
        expect(driver.x, 24, 64)
        expect(driver.y, 16, 56)
    }

    @Test func `a vertical x axis moves with the finger up and down`() throws {
        var sample = sample()
        sample.x.alignment = .left
        sample.y.alignment = .bottom
        var driver = sample.driver([.of(ZoomPanModifier.self) { $0.direction = .x }])
        try driver.touch("1↓(100,100) 1→(140,100)")
        expect(driver.x, 20, 60)
        try driver.touch("1→(140,120)")
        expect(driver.x, 24, 64)
        expect(driver.y, 20, 60)
    }

    struct Clipped: Sendable {
        var mode: ClipMode
        var target: ClipTarget
        var min: Double
        var max: Double
    }

    /// The data is 0…100, its extents with growBy are 0…150, the limit is 30…90, and the drag requests 80…120.
    @Test(arguments: [
        Clipped(mode: .none, target: .maximumRange, min: 80, max: 120),
        Clipped(mode: .clipAtExtents, target: .maximumRange, min: 80, max: 120),
        Clipped(mode: .clipAtExtents, target: .dataRange, min: 60, max: 100),
        Clipped(mode: .clipAtExtents, target: .visibleRangeLimit, min: 50, max: 90),
        Clipped(mode: .stretchAtExtents, target: .dataRange, min: 80, max: 100),
        Clipped(mode: .stretchAtExtents, target: .visibleRangeLimit, min: 80, max: 90),
        Clipped(mode: .clipAtMin, target: .dataRange, min: 80, max: 120),
        Clipped(mode: .clipAtMax, target: .dataRange, min: 60, max: 100),
        Clipped(mode: .clipAtMax, target: .visibleRangeLimit, min: 50, max: 90),
    ])
    func `a drag to the right end is clipped by mode and target`(clipped: Clipped) throws {
        var sample = sample()
        sample.x.growBy = GrowBy(min: 0, max: 0.5)
        sample.x.visibleRangeLimit = RangeLimit(min: 30, max: 90)
        var driver = sample.driver([
            .of(ZoomPanModifier.self) {
                $0.clipModeX = clipped.mode
                $0.clipModeTargetX = clipped.target
            }
        ])
        try driver.touch("1↓(700,100) 1→(100,100)")
        expect(driver.x, 20, 60)
        try driver.touch("1↑(100,100) 1↓(400,100) 1→(-200,100)")
        expect(driver.x, clipped.min, clipped.max)
    }

    @Test(arguments: [
        (ClipMode.clipAtMin, 0.0, 40.0), (.clipAtMax, -40, 0), (.stretchAtExtents, 0, 100.ulp * 1_024),
        (.clipAtExtents, 0, 40),
        (.none, -40, 0),
    ])
    func `a drag to the left end is clipped by mode`(mode: ClipMode, min: Double, max: Double) throws {
        var driver = sample().driver([.of(ZoomPanModifier.self) { $0.clipModeX = mode }])
        try driver.touch("1↓(0,100) 1→(600,100)")
        expect(driver.x, min, max)
    }

    @Test func `x and y have separate clip modes`() throws {
        var driver = sample().driver([
            .of(ZoomPanModifier.self) {
                $0.clipModeX = .none
                $0.clipModeY = .clipAtExtents
            }
        ])
        try driver.touch("1↓(0,0) 1→(600,-400)")
        expect(driver.x, -40, 0)
        expect(driver.y, 0, 40)
    }

    @Test func `a drag over the edge and back restores the range`() throws {
        var driver = sample().driver([.of(ZoomPanModifier.self)])
        try driver.touch("1↓(0,100) 1→(300,100) 1→(900,100)")
        expect(driver.x, 0, 40)
        try driver.touch("1→(300,100)")
        expect(driver.x, 0, 40)
        try driver.touch("1→(100,100)")
        expect(driver.x, 10, 50)
        try driver.touch("1→(0,100)")
        expect(driver.x, 20, 60)
    }

    @Test func `the pan forgets the range requested beyond the edge when the touches end`() throws {
        var driver = sample().driver([.of(ZoomPanModifier.self)])
        try driver.touch("1↓(0,100) 1→(900,100) 1↑(900,100) 1↓(300,100) 1→(200,100)")
        expect(driver.x, 10, 50)
    }

    @Test func `zoomExtentsY fits y to the rows in view after each move`() throws {
        var driver = sample().driver([
            .of(ZoomPanModifier.self) {
                $0.direction = .x
                $0.zoomExtentsY = true
            }
        ])
        try driver.touch("1↓(100,100) 1→(140,100)")
        expect(driver.x, 16, 56)
        expect(driver.y, 16, 56)
        try driver.touch("1→(240,100)")
        expect(driver.y, 6, 46)
    }

    @Test func `zoomExtentsY has no effect without direction x`() throws {
        var driver = sample().driver([.of(ZoomPanModifier.self) { $0.zoomExtentsY = true }])
        try driver.touch("1↓(100,100) 1→(140,100)")
        expect(driver.y, 20, 60)
    }

    @Test func `a pan of two fingers does not begin with one`() throws {
        var driver = sample().driver([.of(ZoomPanModifier.self) { $0.minimumTouches = 2 }])
        try driver.touch("1↓(100,100) 1→(200,100)")
        expect(driver.x, 20, 60)
        try driver.touch("2↓(100,150) 1→(240,100)+2→(140,150)")
        expect(driver.x, 16, 56)
    }

    @Test(arguments: [(false, 20.0), (true, 16)])
    func `a drag that begins on the axis area pans only if allowed`(isAllowed: Bool, min: Double) throws {
        var driver = sample().driver([.of(ZoomPanModifier.self) { $0.allowsGestureOnAxis = isAllowed }])
        try driver.touch("1↓(100,210) 1→(140,210)")
        expect(driver.x, min, min + 40)
    }

    @Test func `a drag that leaves the plot area continues`() throws {
        var driver = sample().driver([.of(ZoomPanModifier.self)])
        try driver.touch("1↓(100,190) 1→(140,230)")
        expect(driver.x, 16, 56)
    }

    @Test func `a pan does not move an axis that always follows its data`() throws {
        var sample = sample()
        sample.y.autoRange = .always
        var driver = sample.driver([.of(ZoomPanModifier.self) { $0.clipModeY = .none }])
        try driver.touch("1↓(100,100) 1→(140,150)")
        expect(driver.x, 16, 56)
        expect(driver.y, 0, 100)
    }

    @Test func `a hard limit stops the pan even without a clip mode`() throws {
        var sample = sample()
        sample.x.visibleRangeLimit = RangeLimit(min: 10, max: 90)
        sample.x.hasHardLimit = true
        var driver = sample.driver([.of(ZoomPanModifier.self) { $0.clipModeX = .none }])
        try driver.touch("1↓(0,100) 1→(600,100)")
        expect(driver.x, 10, 50)
    }

    @Test func `a client pan moves the chart by its translation`() throws {
        var driver = sample().driver([.of(ZoomPanModifier.self)])
        try driver.gesture(.pan(translation: Vector(dx: 10, dy: 0), velocity: .zero), .began)
        expect(driver.x, 19, 59)
        try driver.gesture(.pan(translation: Vector(dx: 40, dy: 0), velocity: .zero), .changed)
        expect(driver.x, 16, 56)
        try driver.gesture(.pan(translation: Vector(dx: 50, dy: 0), velocity: .zero), .ended)
        expect(driver.x, 15, 55)
        try driver.gesture(.pan(translation: Vector(dx: 10, dy: 0), velocity: .zero), .began)
        expect(driver.x, 14, 54)
    }

    @Test(arguments: [0, 17])
    func `validation refuses a pan of no fingers or of more than 16`(touches: Int) {
        var parameters = ZoomPanModifier.Parameters()
        parameters.minimumTouches = touches
        #expect(throws: ModifierError.self) { try parameters.check() }
    }
}
