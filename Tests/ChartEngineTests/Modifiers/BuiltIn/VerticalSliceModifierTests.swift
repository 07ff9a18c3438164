import ChartEngine
import Gestures
import Testing

struct VerticalSliceModifierTests {
    private func driver(_ set: (inout VerticalSliceModifier.Parameters) -> Void) -> SurfaceDriver {
        CrossingSeries.driver([.of(VerticalSliceModifier.self, set)])
    }

    @Test func `the modifier shows the fixed slices in range from the start, in the given order`() {
        let driver = driver { $0.slices = [25, 10, 41, -1] }
        #expect(driver.chart.overlays.map(\.kind) == ["verticalSlice", "verticalSlice"])
        #expect(
            driver.chart.overlays.map(\.rect) == [
                Rect(x: 250, y: 0, width: 0, height: 200), Rect(x: 100, y: 0, width: 0, height: 200),
            ])
        #expect(driver.chart.overlays.map { $0.items.map(\.y) } == [[50, 50], [0, 50]])
    }

    @Test func `a slice stays at its x when the axis moves`() {
        var driver = driver { $0.slices = [25] }
        driver.surface.changeAxis(
            "x", options: driver.chart.xAxes[0].options, visibleRange: AxisRange(min: 20, max: 40))
        #expect(driver.chart.overlays.map(\.rect) == [Rect(x: 100, y: 0, width: 0, height: 200)])
        #expect(driver.chart.overlays.first?.items.map(\.x) == [25, 25])
        driver.surface.changeAxis(
            "x", options: driver.chart.xAxes[0].options, visibleRange: AxisRange(min: 30, max: 40))
        #expect(driver.chart.overlays.isEmpty)
    }

    @Test func `the pointer's slice comes after the fixed ones`() throws {
        var driver = driver { $0.slices = [25] }
        try driver.hover(.moved, at: Point(x: 100, y: 10))
        #expect(driver.chart.overlays.map(\.rect?.x) == [250, 100])
        try driver.hover(.exited, at: Point(x: 100, y: 10))
        #expect(driver.chart.overlays.map(\.rect?.x) == [250])
        try driver.touch("1↓(40,50)")
        try driver.tick(after: 500)
        #expect(driver.chart.overlays.map(\.rect?.x) == [250, 40])
    }

    @Test func `without interpolation a slice reads the nearest row within the radius`() {
        let driver = driver {
            $0.slices = [12, 14]
            $0.useInterpolation = false
            $0.hitTestRadius = 30
        }
        #expect(driver.chart.overlays.map { $0.items.map(\.x) } == [[10, 10], []])
    }

    @Test func `validation refuses too many slices and a negative radius`() throws {
        var parameters = VerticalSliceModifier.Parameters()
        parameters.slices = Array(repeating: 1, count: 64)
        try parameters.check()
        parameters.slices.append(1)
        #expect(throws: ModifierError.self) { try parameters.check() }
        parameters.slices = []
        parameters.hitTestRadius = -1
        #expect(throws: ModifierError.self) { try parameters.check() }
    }
}
