import ChartEngine
import Gestures
import Testing

struct TooltipModifierTests {
    private func driver(
        _ set: (inout ReadingParameters) -> Void = { _ in }, vary: (inout SampleChart) -> Void = { _ in }
    ) -> SurfaceDriver {
        CrossingSeries.driver([.of(TooltipModifier.self, set)], vary)
    }

    private func item(of driver: SurfaceDriver) throws -> Overlay.Item {
        let overlay = try #require(driver.chart.overlays.first)
        #expect(overlay.kind == "tooltip" && overlay.items.count == 1)
        #expect(overlay.location == overlay.items.first?.point)
        return try #require(overlay.items.first)
    }

    @Test func `the tooltip reads the nearest place of a line`() throws {
        var driver = driver()
        try driver.hover(.moved, at: Point(x: 190, y: 50))
        let item = try item(of: driver)
        #expect(item.series == "a")
        let point = try #require(item.point)
        #expect((point - Point(x: 178, y: 44)).length < 1e-9)
        let (x, y) = (try #require(item.x), try #require(item.y))
        #expect(abs(x - 17.8) < 1e-9 && abs(y - 78) < 1e-9)
    }

    @Test func `without interpolation the tooltip reads the nearest row's point`() throws {
        var driver = driver { $0.useInterpolation = false }
        try driver.hover(.moved, at: Point(x: 190, y: 40))
        #expect(try item(of: driver).point == Point(x: 200, y: 0))
        #expect(try item(of: driver).y == 100)
        try driver.hover(.moved, at: Point(x: 240, y: 60))
        #expect(try item(of: driver).series == "b")
        #expect(try item(of: driver).x == 20)
    }

    @Test func `the radius counts in every direction`() throws {
        var driver = driver { $0.hitTestRadius = 20 }
        try driver.hover(.moved, at: Point(x: 50, y: 120))
        #expect(try item(of: driver).series == "b")
        try driver.hover(.moved, at: Point(x: 50, y: 120.5))
        #expect(driver.chart.overlays.isEmpty)
        try driver.hover(.moved, at: Point(x: 50, y: 185))
        #expect(try item(of: driver).series == "a")
    }

    @Test func `where two series meet, the tooltip reads the one drawn last`() throws {
        var driver = driver()
        try driver.hover(.moved, at: Point(x: 150, y: 100))
        #expect(try item(of: driver).series == "b")
    }

    @Test func `the tooltip follows a resting finger until it lifts`() throws {
        var driver = driver()
        try driver.touch("1↓(50,90)")
        try driver.tick(after: 500)
        #expect(try item(of: driver).point == Point(x: 50, y: 100))
        try driver.touch("1✕(50,90)")
        #expect(driver.chart.overlays.isEmpty)
    }

    @Test func `a table without rows or values gives no tooltip`() throws {
        for table in [SampleTable.make(x: [], ["a": []]), SampleTable.make(x: [1, 2], ["a": [.nan, .nan]])] {
            var driver = driver(vary: { $0.table = table })
            try driver.hover(.moved, at: Point(x: 100, y: 10))
            #expect(driver.chart.overlays.isEmpty)
        }
    }
}
