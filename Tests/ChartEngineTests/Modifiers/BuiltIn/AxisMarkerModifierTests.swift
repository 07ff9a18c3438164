import ChartEngine
import Gestures
import Testing

struct AxisMarkerModifierTests {
    private func driver(
        _ set: (inout AxisMarkerModifier.Parameters) -> Void = { _ in }, vary: (inout SampleChart) -> Void = { _ in }
    ) -> SurfaceDriver {
        CrossingSeries.driver([.of(AxisMarkerModifier.self, set)], vary)
    }

    private func marker(of driver: SurfaceDriver) -> Overlay.Item? { driver.chart.overlays.first?.items.first }

    @Test func `without a value the marker shows the last value of the topmost series`() {
        let driver = driver()
        #expect(driver.chart.overlays.map(\.kind) == ["axisMarker"])
        #expect(driver.chart.overlays.map(\.location) == [Point(x: 0, y: 100)])
        #expect(marker(of: driver)?.series == "b")
        #expect(marker(of: driver)?.name == "b")
        #expect(marker(of: driver)?.axis == "y")
        #expect(marker(of: driver)?.y == 50)
    }

    @Test func `the marker shows the last value of all data, not of the window, and follows an append`() {
        var driver = driver(vary: { $0.xRange = AxisRange(min: 0, max: 15) })
        driver.surface.setTable(SampleTable.make(x: [0, 10, 50, 60], ["a": [0, 1, 2, 3], "b": [0, 1, 77, .nan]]))
        #expect(marker(of: driver)?.y == 77)
        #expect(marker(of: driver)?.x == 50)
        let isKnown = driver.surface.setVisible(false, series: "b")
        #expect(isKnown)
        #expect(marker(of: driver)?.y == 3)
    }

    @Test func `a fixed value has a marker on its axis with its label`() {
        let driver = driver {
            $0.axis = "x"
            $0.value = 10
            $0.label = "now"
        }
        #expect(driver.chart.overlays.map(\.location) == [Point(x: 100, y: 200)])
        #expect(marker(of: driver)?.name == "now")
        #expect(marker(of: driver)?.y == 10)
        #expect(marker(of: driver)?.series == nil)
    }

    @Test func `on an x axis the marker shows the last row`() {
        let driver = driver { $0.axis = "x" }
        #expect(driver.chart.overlays.map(\.location) == [Point(x: 400, y: 200)])
        #expect(marker(of: driver)?.name == "x")
    }

    @Test(arguments: [-1e300, -0.1, 100.1, 1e308])
    func `a value that the axis does not show has no marker`(hidden: Double) {
        let driver = driver { $0.value = hidden }
        #expect(driver.chart.overlays.isEmpty)
    }

    @Test func `an unknown axis or a table without rows gives no marker`() {
        #expect(driver { $0.axis = "z" }.chart.overlays.isEmpty)
        #expect(driver(vary: { $0.table = SampleTable.make(x: [], ["a": []]) }).chart.overlays.isEmpty)
    }

    @Test func `validation refuses a label over 256 bytes`() throws {
        var parameters = AxisMarkerModifier.Parameters()
        parameters.label = String(repeating: "x", count: 256)
        try parameters.check()
        parameters.label = String(repeating: "x", count: 257)
        #expect(throws: ModifierError.self) { try parameters.check() }
    }
}
