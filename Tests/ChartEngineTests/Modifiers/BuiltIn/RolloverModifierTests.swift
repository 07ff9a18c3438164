import ChartEngine
import Gestures
import Testing

struct RolloverModifierTests {
    private func driver(
        _ set: (inout ReadingParameters) -> Void = { _ in }, vary: (inout SampleChart) -> Void = { _ in }
    ) -> SurfaceDriver {
        CrossingSeries.driver([.of(RolloverModifier.self, set), .of(ZoomPanModifier.self)], vary)
    }

    private func rollover(of driver: SurfaceDriver) throws -> Overlay { try #require(driver.chart.overlays.first) }

    @Test func `the line at the pointer has an item for each series`() throws {
        var driver = driver()
        try driver.hover(.moved, at: Point(x: 150, y: 10))
        let overlay = try rollover(of: driver)
        #expect(overlay.kind == "rollover" && overlay.modifier == "rollover")
        #expect(overlay.location == Point(x: 150, y: 10))
        #expect(overlay.rect == Rect(x: 150, y: 0, width: 0, height: 200))
        #expect(overlay.items.map(\.series) == ["a", "b"])
        #expect(overlay.items.map(\.x) == [15, 15])
        #expect(overlay.items.map(\.y) == [50, 50])
        #expect(overlay.items.map(\.point) == [Point(x: 150, y: 100), Point(x: 150, y: 100)])
    }

    @Test func `without interpolation the rollover reads the nearest row within the radius along the axis`() throws {
        var driver = driver {
            $0.useInterpolation = false
            $0.hitTestRadius = 30
        }
        try driver.hover(.moved, at: Point(x: 130, y: 10))
        #expect(try rollover(of: driver).items.map(\.x) == [10, 10])
        try driver.hover(.moved, at: Point(x: 131, y: 10))
        #expect(try rollover(of: driver).items.isEmpty)
    }

    @Test func `a value outside the y range is read without a point`() throws {
        var driver = driver(vary: { $0.yRange = AxisRange(min: 0, max: 60) })
        try driver.hover(.moved, at: Point(x: 200, y: 10))
        #expect(try rollover(of: driver).items.map(\.y) == [100, 50])
        #expect(try rollover(of: driver).items[0].point == nil)
        #expect(try rollover(of: driver).items[1].point != nil)
    }

    @Test func `on a vertical x axis the line is horizontal`() throws {
        var driver = driver(vary: {
            $0.x.alignment = .left
            $0.y.alignment = .bottom
        })
        try driver.hover(.moved, at: Point(x: 10, y: 50))
        let overlay = try rollover(of: driver)
        #expect(overlay.rect == Rect(x: 0, y: 50, width: 400, height: 0))
        #expect(overlay.items.map(\.x) == [30, 30])
        #expect(overlay.items.map(\.point) == [Point(x: 0, y: 50), Point(x: 200, y: 50)])
    }

    @Test func `the rollover follows a finger after a long press until it lifts`() throws {
        var driver = driver()
        try driver.touch("1↓(100,50)")
        try driver.tick(after: 499)
        #expect(driver.chart.overlays.isEmpty)
        try driver.tick(after: 1)
        #expect(try rollover(of: driver).location == Point(x: 100, y: 50))
        try driver.touch("1→(300,60)")
        #expect(try rollover(of: driver).location == Point(x: 300, y: 60))
        try driver.touch("1→(500,60)")
        #expect(driver.chart.overlays.isEmpty)
        try driver.touch("1→(390,60)")
        #expect(driver.chart.overlays.count == 1)
        try driver.touch("1↑(390,60)")
        #expect(driver.chart.overlays.isEmpty)
        expect(driver.x, 0, 40)
    }

    @Test func `a finger that moves at once pans`() throws {
        var driver = driver(vary: { $0.xRange = AxisRange(min: 10, max: 30) })
        try driver.touch("1↓(100,50) 1→(120,50)")
        try driver.tick(after: 600)
        #expect(driver.chart.overlays.isEmpty)
        expect(driver.x, 9, 29)
    }

    @Test func `with followsPan a drag reads values and does not pan`() throws {
        var driver = driver({ $0.followsPan = true }, vary: { $0.xRange = AxisRange(min: 10, max: 30) })
        try driver.touch("1↓(100,50) 1→(120,50)")
        #expect(try rollover(of: driver).location == Point(x: 120, y: 50))
        expect(driver.x, 10, 30)
        try driver.touch("1↑(120,50)")
        #expect(driver.chart.overlays.isEmpty)
    }

    @Test func `the source mode selects the series`() throws {
        for (mode, ids) in [
            (SourceMode.allVisibleSeries, ["b"]), (.allSeries, ["a", "b"]), (.selectedSeries, []),
            (.unselectedSeries, ["b"]),
        ] {
            var driver = driver { $0.sourceMode = mode }
            let isKnown = driver.surface.setVisible(false, series: "a")
            #expect(isKnown)
            try driver.hover(.moved, at: Point(x: 150, y: 10))
            #expect(try rollover(of: driver).items.map(\.series) == ids)
        }
    }

    @Test func `validation refuses a negative radius`() {
        var parameters = ReadingParameters()
        parameters.hitTestRadius = -0.1
        #expect(throws: ModifierError.self) { try parameters.check() }
    }
}
