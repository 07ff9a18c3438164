import ChartEngine
import Gestures
import Testing

struct CursorModifierTests {
    private func driver(
        _ set: (inout CursorModifier.Parameters) -> Void = { _ in },
        vary: (inout SampleChart) -> Void = { _ in }
    ) -> SurfaceDriver {
        var sample = SampleChart()
        sample.table = SampleTable.make(
            x: [0, 10, 20, 30, 40], ["a": [0, 100, 50, .nan, 10], "b": [1, 2, 3, 4, 5]])
        sample.xRange = AxisRange(min: 0, max: 40)
        vary(&sample)
        return sample.driver([.of(CursorModifier.self, set)])
    }

    private func items(of driver: SurfaceDriver) throws -> [Overlay.Item] {
        try #require(driver.chart.overlays.first).items
    }

    @Test func `the crosshair interpolates every series between its rows`() throws {
        var driver = driver()
        try driver.hover(.moved, at: Point(x: 25, y: 10))
        let overlay = try #require(driver.chart.overlays.first)
        #expect(overlay.kind == "crosshair")
        #expect(overlay.modifier == "cursor")
        #expect(overlay.location == Point(x: 25, y: 10))
        #expect(overlay.items.map(\.series) == ["a", "b"])
        #expect(overlay.items.map(\.x) == [2.5, 2.5])
        #expect(overlay.items.map(\.y) == [25, 1.25])
    }

    @Test func `on a row the crosshair reads the row's own value`() throws {
        var driver = driver()
        try driver.hover(.moved, at: Point(x: 200, y: 10))
        #expect(try items(of: driver).map(\.y) == [50, 3])
    }

    @Test(arguments: [250.0, 300, 350])
    func `beside and on a missing value a series has no value`(point: Double) throws {
        var driver = driver()
        try driver.hover(.moved, at: Point(x: point, y: 10))
        let items = try items(of: driver)
        #expect(items.map(\.series) == ["a", "b"])
        #expect(items[0].y == nil)
        #expect(items[1].y != nil)
    }

    @Test func `without interpolation the crosshair reads the nearest row`() throws {
        var driver = driver { $0.useInterpolation = false }
        try driver.hover(.moved, at: Point(x: 49, y: 10))
        #expect(try items(of: driver).map(\.x) == [0, 0])
        try driver.hover(.moved, at: Point(x: 51, y: 10))
        #expect(try items(of: driver).map(\.x) == [10, 10])
        #expect(try items(of: driver).map(\.y) == [100, 2])
    }

    @Test func `the crosshair does not extrapolate beyond the rows`() throws {
        var driver = driver(vary: { $0.xRange = AxisRange(min: -40, max: 80) })
        try driver.hover(.moved, at: Point(x: 50, y: 10))
        #expect(try items(of: driver).isEmpty)
        try driver.hover(.moved, at: Point(x: 390, y: 10))
        #expect(try items(of: driver).isEmpty)
    }

    @Test func `the radius limits the distance to the nearest row, in points`() throws {
        var driver = driver { $0.hitTestRadius = 20 }
        try driver.hover(.moved, at: Point(x: 120, y: 10))
        #expect(try items(of: driver).count == 2)
        try driver.hover(.moved, at: Point(x: 121, y: 10))
        #expect(try items(of: driver).isEmpty)
    }

    @Test func `the crosshair reads hidden series only in allSeries`() throws {
        for (mode, count) in [(SourceMode.allVisibleSeries, 1), (.allSeries, 2)] {
            var driver = driver { $0.sourceMode = mode }
            let isKnown = driver.surface.setVisible(false, series: "a")
            #expect(isKnown)
            try driver.hover(.moved, at: Point(x: 25, y: 10))
            #expect(try items(of: driver).count == count)
        }
    }

    @Test func `the crosshair disappears when the pointer leaves`() throws {
        var driver = driver()
        try driver.hover(.entered, at: Point(x: 25, y: 10))
        #expect(driver.chart.overlays.count == 1)
        try driver.hover(.exited, at: Point(x: 25, y: 10))
        #expect(driver.chart.overlays.isEmpty)
    }

    @Test(arguments: [Point(x: -1, y: 10), Point(x: 401, y: 10), Point(x: 20, y: -1), Point(x: 20, y: 201)])
    func `outside the plot area there is no crosshair`(location: Point) throws {
        var driver = driver()
        try driver.hover(.moved, at: Point(x: 25, y: 10))
        try driver.hover(.moved, at: location)
        #expect(driver.chart.overlays.isEmpty)
    }

    @Test func `the values follow the axes under a resting pointer`() throws {
        var driver = driver()
        try driver.hover(.moved, at: Point(x: 50, y: 10))
        driver.surface.changeAxis(
            "x", options: driver.chart.xAxes[0].options, visibleRange: AxisRange(min: 0, max: 20))
        #expect(try items(of: driver).map(\.x) == [2.5, 2.5])
    }

    @Test func `the values follow the rows under a resting pointer`() throws {
        var driver = driver()
        try driver.hover(.moved, at: Point(x: 100, y: 10))
        driver.surface.setTable(SampleTable.make(x: [0, 10, 40], ["a": [0, 7, 0], "b": [1, 8, 1]]))
        #expect(try items(of: driver).map(\.y) == [7, 8])
    }

    @Test func `a table without rows gives no values`() throws {
        var driver = driver(vary: { $0.table = SampleTable.make(x: [], ["a": []]) })
        try driver.hover(.moved, at: Point(x: 100, y: 10))
        #expect(try items(of: driver).isEmpty)
    }

    @Test func `validation refuses a negative radius`() {
        var parameters = CursorModifier.Parameters()
        parameters.hitTestRadius = -1
        #expect(throws: ModifierError.self) { try parameters.check() }
    }

    @Test func `the crosshair follows a finger after a long press until it lifts, and nothing pans`() throws {
        var driver = CrossingSeries.driver(
            [.of(CursorModifier.self), .of(ZoomPanModifier.self)], { $0.xRange = AxisRange(min: 10, max: 30) })
        try driver.touch("1↓(100,50) +499 1→(105,50)")
        #expect(driver.chart.overlays.isEmpty)
        try driver.tick(after: 1)
        #expect(try #require(driver.chart.overlays.first).location == Point(x: 105, y: 50))
        try driver.touch("1→(250,60)")
        #expect(try #require(driver.chart.overlays.first).location == Point(x: 250, y: 60))
        try driver.touch("1↑(250,60)")
        #expect(driver.chart.overlays.isEmpty)
        expect(driver.x, 10, 30)
    }

    @Test(arguments: [(PointerTouch.longPress, 16), (.none, 600)])
    func `a drag that starts at once pans, and any drag pans where the crosshair follows no touch`(
        touch: PointerTouch, rest: Int
    ) throws {
        var driver = CrossingSeries.driver(
            [.of(CursorModifier.self) { $0.touch = touch }, .of(ZoomPanModifier.self)],
            { $0.xRange = AxisRange(min: 10, max: 30) })
        try driver.touch("1↓(100,50) +\(rest) 1→(100,51) 1→(200,50)")
        #expect(driver.chart.overlays.isEmpty)
        expect(driver.x, 5, 25)
    }
}
