import ChartEngine
import Gestures
import Testing

struct DoubleTapDragZoomModifierTests {
    private static func zoom(
        _ anchor: DoubleTapDragZoomModifier.Anchor = .touch, clipMode: ClipMode = .clipAtExtents
    ) -> AttachedModifier {
        .of(DoubleTapDragZoomModifier.self) {
            $0.anchor = anchor
            $0.clipMode = clipMode
        }
    }

    @Test(arguments: [
        (DoubleTapDragZoomModifier.Anchor.touch, 0.0, 80.0), (.mirrored, 20, 100),
    ])
    func `ten points down at the left edge zoom in by a fifth`(
        anchor: DoubleTapDragZoomModifier.Anchor, min: Double, max: Double
    ) throws {
        for clipMode in [ClipMode.clipAtExtents, .none] {
            var driver = SampleChart().driver([Self.zoom(anchor, clipMode: clipMode)])
            try driver.touch("1↓(0,50) 1↑(0,50) 1↓(0,50) 1→(0,60)")
            expect(driver.x, 0, 100)
            try driver.touch("1→(0,60)")
            expect(driver.x, min, max)
            expect(driver.y, 0, 100)
        }
    }

    @Test(arguments: [
        (DoubleTapDragZoomModifier.Anchor.touch, 5.0, 85.0), (.mirrored, 15, 95),
    ])
    func `the anchor is the location at which the drag began`(
        anchor: DoubleTapDragZoomModifier.Anchor, min: Double, max: Double
    ) throws {
        var driver = SampleChart().driver([Self.zoom(anchor)])
        try driver.touch("1↓(100,50) 1↑(100,50) 1↓(100,50) 1→(100,60) 1→(300,60)")
        expect(driver.x, min, max)
    }

    @Test func `each change zooms by its own movement, so two half drags are not one whole drag`() throws {
        var driver = SampleChart().driver([Self.zoom()])
        try driver.touch("1↓(0,50) 1↑(0,50) 1↓(0,50) 1→(0,60) 1→(0,60) 1→(0,70)")
        expect(driver.x, 0, 64)
    }

    @Test func `dragging up zooms out`() throws {
        var driver = SampleChart().driver([Self.zoom(clipMode: .none)])
        try driver.touch("1↓(0,50) 1↑(0,50) 1↓(0,50) 1→(0,40) 1→(0,40)")
        expect(driver.x, 0, 120)
    }

    @Test func `zooming out past the edge and back restores the range`() throws {
        var driver = SampleChart().driver([Self.zoom()])
        try driver.touch("1↓(100,50) 1↑(100,50) 1↓(100,50) 1→(100,40) 1→(100,40)")
        expect(driver.x, 0, 100)
        try driver.touch("1→(100,52.5)")
        expect(driver.x, 2.5, 92.5)
    }

    @Test func `a drag that lifts at another place zooms no further`() throws {
        var driver = SampleChart().driver([Self.zoom()])
        try driver.touch("1↓(0,50) 1↑(0,50) 1↓(0,50) 1→(0,60) 1→(0,60) 1↑(0,90)")
        expect(driver.x, 0, 80)
    }

    @Test func `a flipped axis holds the value under the finger`() throws {
        var sample = SampleChart()
        sample.x.isFlipped = true
        var driver = sample.driver([Self.zoom()])
        try driver.touch("1↓(100,50) 1↑(100,50) 1↓(100,50) 1→(100,60) 1→(100,60)")
        expect(driver.x, 15, 95)
    }

    @Test func `a vertical x axis holds the value under the finger`() throws {
        var sample = SampleChart()
        sample.x.alignment = .left
        var driver = sample.driver([Self.zoom()])
        try driver.touch("1↓(100,40) 1↑(100,40) 1↓(100,40) 1→(100,50) 1→(100,50)")
        expect(driver.x, 15, 95)
    }

    @Test func `only the named axes zoom`() throws {
        var driver = SampleChart().driver([.of(DoubleTapDragZoomModifier.self) { $0.axes = ["other"] }])
        try driver.touch("1↓(0,50) 1↑(0,50) 1↓(0,50) 1→(0,60) 1→(0,60)")
        expect(driver.x, 0, 100)
    }

    @Test func `a drag after a single touch down does not zoom`() throws {
        var driver = SampleChart().driver([Self.zoom()])
        try driver.touch("1↓(0,50) 1→(0,60) 1→(0,80) 1↑(0,80)")
        expect(driver.x, 0, 100)
        try driver.touch("1↓(0,50) 1→(0,60) 1→(0,80)", after: 351)
        expect(driver.x, 0, 100)
    }

    @Test(arguments: [350.0, 351])
    func `a second touch down within the gap of a double tap arms the modifier`(gap: Double) throws {
        var driver = SampleChart().driver([Self.zoom()])
        try driver.touch("1↓(0,50) 1↑(0,50)")
        try driver.touch("1↓(0,50) 1→(0,60) 1→(0,60)", after: gap)
        expect(driver.x, 0, gap > 350 ? 100 : 80)
    }

    @Test(arguments: [false, true])
    func `the armed drag goes before zoomPan in any order of the modifiers`(comesFirst: Bool) throws {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        let pan = AttachedModifier.of(ZoomPanModifier.self)
        var driver = sample.driver(comesFirst ? [Self.zoom(), pan] : [pan, Self.zoom()])
        try driver.touch("1↓(0,50) 1↑(0,50) 1↓(0,50) 1→(0,60)")
        #expect(driver.surface.gestures.map(\.modifier) == ["doubleTapDragZoom"])
        try driver.touch("1→(0,60)")
        expect(driver.x, 20, 52)
        expect(driver.y, 0, 100)
        try driver.touch("1↑(0,60)")
        try driver.touch("1↓(100,50) 1→(140,50)", after: 400)
        #expect(driver.surface.gestures.map(\.modifier) == ["zoomPan"])
        expect(driver.x, 16.8, 48.8)
    }

    @Test(arguments: [0, 1, 2])
    func `a double tap without a drag shows all data and does not stay armed`(position: Int) throws {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        var modifiers: [AttachedModifier] = [.of(ZoomPanModifier.self), .of(ZoomExtentsModifier.self)]
        modifiers.insert(Self.zoom(), at: position)
        var driver = sample.driver(modifiers)
        try driver.touch("1↓(0,50) 1↑(0,50) 1↓(0,50) 1↑(0,50)")
        expect(driver.x, 0, 100)
        driver.surface.changeAxis("x", options: driver.chart.xAxes[0].options, visibleRange: sample.xRange)
        try driver.touch("1↓(100,50) 1→(140,50) 1→(140,80)", after: 400)
        #expect(driver.surface.gestures.map(\.modifier) == ["zoomPan"])
        expect(driver.x, 16, 56)
    }

    @Test func `a double tap that drags does not show all data`() throws {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        var driver = sample.driver([.of(ZoomExtentsModifier.self), Self.zoom()])
        try driver.touch("1↓(0,50) 1↑(0,50) 1↓(0,50) 1→(0,60) 1→(0,60) 1↑(0,60)")
        expect(driver.x, 20, 52)
    }

    @Test func `a third touch down does not arm the modifier, because it counts as three taps`() throws {
        var driver = SampleChart().driver([Self.zoom()])
        try driver.touch("1↓(0,50) 1↑(0,50) 1↓(0,50) 1↑(0,50) 1↓(0,50) 1→(0,60) 1→(0,60)")
        expect(driver.x, 0, 100)
    }

    @Test func `a client pan does not zoom`() throws {
        var driver = SampleChart().driver([Self.zoom()])
        try driver.gesture(.pan(translation: Vector(dx: 0, dy: 10), velocity: .zero), .began)
        try driver.gesture(.pan(translation: Vector(dx: 0, dy: 20), velocity: .zero), .changed)
        expect(driver.x, 0, 100)
    }

    @Test func `the span never reaches zero, even for a very fast drag`() throws {
        var driver = SampleChart().driver([Self.zoom(clipMode: .none)])
        try driver.touch("1↓(0,0) 1↑(0,0) 1↓(0,0) 1→(0,10) 1→(0,100) 1→(0,5000) 1→(0,1000000)")
        #expect(driver.x.span > 0)
    }

    @Test(arguments: [0.0, 0.5, -0.99])
    func `validation refuses a factor below one point`(factor: Double) {
        var parameters = DoubleTapDragZoomModifier.Parameters()
        parameters.scaleFactor = factor
        #expect(throws: ModifierError.self) { try parameters.check() }
    }
}
