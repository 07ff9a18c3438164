import ChartEngine
import Gestures
import Testing

struct RubberBandZoomModifierTests {
    private func driver(
        _ set: (inout RubberBandZoomModifier.Parameters) -> Void = { _ in },
        vary: (inout SampleChart) -> Void = { _ in }
    ) -> SurfaceDriver {
        var sample = SampleChart()
        vary(&sample)
        return sample.driver([.of(RubberBandZoomModifier.self, set), .of(ZoomPanModifier.self)])
    }

    @Test func `the axes zoom to the rectangle`() throws {
        var driver = driver()
        try driver.touch("1↓(100,50) 1→(200,100)")
        expect(driver.x, 0, 100)
        #expect(driver.chart.overlays.map(\.kind) == ["rubberBand"])
        #expect(driver.chart.overlays.map(\.rect) == [Rect(x: 100, y: 50, width: 100, height: 50)])
        try driver.touch("1↑(300,150)")
        expect(driver.x, 25, 75)
        expect(driver.y, 25, 75)
        #expect(driver.chart.overlays.isEmpty)
    }

    @Test(arguments: [(ModifierDirection.x, 25.0, 0.0), (.y, 0, 25)])
    func `with one direction the rectangle spans the plot area along the other`(
        direction: ModifierDirection, x: Double, y: Double
    ) throws {
        var driver = driver { $0.direction = direction }
        try driver.touch("1↓(100,50) 1→(300,150)")
        let band =
            direction == .x
            ? Rect(x: 100, y: 0, width: 200, height: 200) : Rect(x: 0, y: 50, width: 400, height: 100)
        #expect(driver.chart.overlays.map(\.rect) == [band])
        try driver.touch("1↑(300,150)")
        expect(driver.x, x, 100 - x)
        expect(driver.y, y, 100 - y)
    }

    @Test func `flipped and turned axes zoom too`() throws {
        var driver = driver(vary: {
            $0.x.isFlipped = true
            $0.x.alignment = .left
            $0.y.alignment = .top
        })
        try driver.touch("1↓(40,0) 1→(100,40) 1↑(120,50)")
        expect(driver.x, 0, 25)
        expect(driver.y, 10, 30)
    }

    @Test(arguments: [(4.9, 100.0), (5, 50)])
    func `a rectangle with a shorter diagonal does not zoom`(width: Double, span: Double) throws {
        var driver = driver(vary: { $0.size = ChartSize(width: 2 * width, height: 200) })
        try driver.touch("1↓(0,50) 1→(0,80) 1→(\(width),50) 1↑(\(width),50)")
        #expect(abs(driver.x.span - span) < 1e-9)
        expect(driver.y, 0, 100)
    }

    @Test func `the modifier cuts the rectangle to the plot area`() throws {
        var driver = driver()
        try driver.touch("1↓(200,100) 1→(900,900) 1↑(900,900)")
        expect(driver.x, 50, 100)
        expect(driver.y, 0, 50)
    }

    @Test func `with zoomExtentsY the y axes fit the rows`() throws {
        var driver = driver {
            $0.direction = .x
            $0.zoomExtentsY = true
        }
        try driver.touch("1↓(100,50) 1→(200,50) 1↑(300,50)")
        expect(driver.x, 25, 75)
        expect(driver.y, 25, 75)
    }

    @Test func `the zoom obeys limits and keeps an axis that ranges itself always`() throws {
        var driver = driver(vary: {
            $0.x.minimumSpan = 40
            $0.y.autoRange = .always
        })
        try driver.touch("1↓(180,80) 1→(220,120) 1↑(220,120)")
        expect(driver.x, 30, 70)
        expect(driver.y, 0, 100)
    }

    @Test func `a cancelled drag does not zoom`() throws {
        var driver = driver()
        try driver.touch("1↓(100,50) 1→(200,100) 1✕(200,100)")
        expect(driver.x, 0, 100)
        #expect(driver.chart.overlays.isEmpty)
    }

    @Test func `repeated zooms keep the range finite`() throws {
        var driver = driver()
        for _ in 0..<60 { try driver.touch("1↓(100,50) 1→(102,70) 1↑(102,70)", after: 1_000) }
        #expect(driver.x.span > 0 && driver.x.min.isFinite && driver.y.span > 0)
    }

    @Test func `validation refuses a negative diagonal`() {
        var parameters = RubberBandZoomModifier.Parameters()
        parameters.minDragSensitivity = -1
        #expect(throws: ModifierError.self) { try parameters.check() }
    }
}
