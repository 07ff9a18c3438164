import ChartEngine
import Gestures
import Testing

struct AxisDragModifierTests {
    /// Both axes show 20…60 of 0…100; the plot area is 400 × 200.
    private func sample(_ vary: (inout SampleChart) -> Void = { _ in }) -> SampleChart {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        sample.yRange = AxisRange(min: 20, max: 60)
        vary(&sample)
        return sample
    }

    private func driver(
        _ set: @escaping (inout AxisDragParameters) -> Void = { _ in },
        vary: (inout SampleChart) -> Void = { _ in }
    ) -> SurfaceDriver {
        sample(vary).driver([
            .of(ZoomPanModifier.self), .of(XAxisDragModifier.self, set), .of(YAxisDragModifier.self, set),
        ])
    }

    struct Drag: Sendable {
        var script: String
        var x = [20.0, 60]
        var y = [20.0, 60]
    }

    @Test(arguments: [
        Drag(script: "1↓(300,210) 1→(340,210)", x: [20, 56]),
        Drag(script: "1↓(300,210) 1→(260,210)", x: [20, 64]),
        Drag(script: "1↓(100,210) 1→(60,210)", x: [24, 60]),
        Drag(script: "1↓(100,210) 1→(140,210)", x: [16, 60]),
        Drag(script: "1↓(-10,50) 1→(-10,30)", y: [20, 56]),
        Drag(script: "1↓(-10,150) 1→(-10,170)", y: [24, 60]),
        Drag(script: "1↓(-10,150) 1→(-10,130)", y: [16, 60]),
    ])
    func `the end on whose half a drag starts moves, and a drag outwards zooms in`(drag: Drag) throws {
        var driver = driver()
        try driver.touch(drag.script)
        expect(driver.x, drag.x[0], drag.x[1])
        expect(driver.y, drag.y[0], drag.y[1])
    }

    @Test func `a flipped axis has its ends on the other sides`() throws {
        var driver = driver(vary: {
            $0.x.isFlipped = true
            $0.y.isFlipped = true
        })
        try driver.touch("1↓(300,210) 1→(340,210) 1↑(340,210)")
        expect(driver.x, 24, 60)
        try driver.touch("1↓(-10,50) 1→(-10,30) 1↑(-10,30)")
        expect(driver.y, 24, 60)
    }

    @Test func `the areas follow a turned chart`() throws {
        var driver = driver(vary: {
            $0.x.alignment = .left
            $0.y.alignment = .top
        })
        try driver.touch("1↓(-10,50) 1→(-10,30) 1↑(-10,30)")
        expect(driver.x, 20, 56)
        try driver.touch("1↓(300,-10) 1→(340,-10) 1↑(340,-10)")
        expect(driver.y, 20, 56)
    }

    @Test func `axes on the same side have areas side by side`() throws {
        var driver = driver(vary: {
            $0.x.alignment = .right
            $0.y.alignment = .right
        })
        try driver.touch("1↓(424,50) 1→(424,30) 1↑(424,30)")
        expect(driver.x, 20, 56)
        expect(driver.y, 20, 60)
        try driver.touch("1↓(425,50) 1→(425,30) 1↑(425,30) 1↓(449,50) 1→(449,30) 1↑(449,30)")
        expect(driver.x, 20, 56)
        expect(driver.y, 20, 56)
    }

    @Test(arguments: ["1↓(300,200) 1→(300,240)", "1↓(300,224.1) 1→(340,224.1)", "1↓(-5,205) 1→(-45,205)"])
    func `a drag that begins outside the axis areas has no effect`(script: String) throws {
        var driver = sample().driver([.of(XAxisDragModifier.self), .of(YAxisDragModifier.self)])
        try driver.touch(script)
        expect(driver.x, 20, 60)
        expect(driver.y, 20, 60)
    }

    @Test func `a pan moves the axis with the finger and stops at the extents`() throws {
        var driver = driver({ $0.dragMode = .pan })
        try driver.touch("1↓(300,210) 1→(340,210)")
        expect(driver.x, 16, 56)
        expect(driver.y, 20, 60)
        try driver.touch("1→(900,210)")
        expect(driver.x, 0, 40)
        try driver.touch("1→(300,210) 1↑(300,210)")
        expect(driver.x, 20, 60)
    }

    @Test func `a drag past the length of the axis and back restores the range`() throws {
        var driver = driver()
        try driver.touch("1↓(300,210) 1→(340,210) 1→(5000,210)")
        expect(driver.x, 20, 20.4)
        try driver.touch("1→(300,210) 1↑(300,210)")
        expect(driver.x, 20, 60)
    }

    @Test func `scaling stops at the extents and the other end stays`() throws {
        var driver = driver()
        try driver.touch("1↓(390,210) 1→(10,210)")
        expect(driver.x, 20, 98)
        try driver.touch("1→(-800,210)")
        expect(driver.x, 20, 100)
        try driver.touch("1→(-10,210)")
        expect(driver.x, 20, 100)
        try driver.touch("1→(390,210)")
        expect(driver.x, 20, 60)
    }

    @Test func `the drag obeys another clip mode`() throws {
        var driver = driver({ $0.clipMode = .clipAtExtents })
        try driver.touch("1↓(390,210) 1→(-510,210)")
        expect(driver.x, 0, 100)
        var free = self.driver({ $0.clipMode = ClipMode.none })
        try free.touch("1↓(390,210) 1→(-510,210)")
        expect(free.x, 20, 150)
    }

    @Test func `span limits hold about the end that stays`() throws {
        var driver = driver(vary: { $0.x.minimumSpan = 30 })
        try driver.touch("1↓(100,210) 1→(0,210) 1→(-200,210)")
        expect(driver.x, 30, 60)
    }

    @Test func `an axis that ranges itself always changes its growBy`() throws {
        var driver = driver(vary: {
            $0.y.autoRange = .always
            $0.y.growBy = GrowBy(min: 0.1, max: 0.1)
        })
        expect(driver.y, -10, 110)
        try driver.touch("1↓(-10,50) 1→(-10,30)")
        #expect(abs(driver.chart.yAxes[0].options.growBy.max) < 1e-12)
        #expect(driver.chart.yAxes[0].options.growBy.min == 0.1)
        expect(driver.y, -10, 100)
        try driver.touch("1→(-10,-2000)")
        expect(driver.y, -10, 11)
        try driver.touch("1→(-10,50) 1↑(-10,50)")
        expect(driver.y, -10, 110)
        try driver.touch("1↓(-10,150) 1→(-10,130) 1↑(-10,130)")
        expect(driver.y, -20, 110)
    }

    @Test func `a pan does not move an axis that ranges itself always`() throws {
        var driver = driver({ $0.dragMode = .pan }, vary: { $0.y.autoRange = .always })
        try driver.touch("1↓(-10,50) 1→(-10,30)")
        expect(driver.y, 0, 100)
    }

    @Test func `a client pan acts on the axis at which it started`() throws {
        var driver = sample().driver([.of(XAxisDragModifier.self)])
        let pan = GestureValues.pan(translation: Vector(dx: 40, dy: 0), velocity: .zero)
        try driver.gesture(pan, .ended, at: Point(x: 340, y: 210))
        expect(driver.x, 20, 56)
        try driver.gesture(pan, .ended, at: Point(x: 340, y: 100))
        expect(driver.x, 20, 56)
    }

    @Test func `a cancelled drag keeps its effect, and the next drag starts anew`() throws {
        var driver = driver()
        try driver.touch("1↓(300,210) 1→(340,210) 1✕(340,210)")
        expect(driver.x, 20, 56)
        try driver.touch("1↓(100,210) 1→(140,210) 1↑(140,210)")
        expect(driver.x, 16.4, 56)
    }

    @Test(arguments: [0.0, 0.99, 1_000.1, -24, 1e300])
    func `validation refuses touch areas outside 1 to 1000 points`(area: Double) {
        var parameters = AxisDragParameters()
        parameters.minTouchArea = area
        #expect(throws: ModifierError.self) { try parameters.check() }
    }
}
