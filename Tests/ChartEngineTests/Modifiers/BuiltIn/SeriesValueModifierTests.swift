import ChartEngine
import Gestures
import Testing

struct SeriesValueModifierTests {
    private func driver(_ vary: (inout SampleChart) -> Void = { _ in }) -> SurfaceDriver {
        CrossingSeries.driver([.of(SeriesValueModifier.self)], vary)
    }

    private func items(of driver: SurfaceDriver) -> [Overlay.Item] { driver.chart.overlays.flatMap(\.items) }

    @Test func `each series has a marker at its last value, on the edge of its axis`() {
        let driver = driver()
        #expect(driver.chart.overlays.map(\.kind) == ["seriesValue"])
        #expect(items(of: driver).map(\.series) == ["a", "b"])
        #expect(items(of: driver).map(\.axis) == ["y", "y"])
        #expect(items(of: driver).map(\.y) == [0, 50])
        #expect(items(of: driver).map(\.x) == [40, 40])
        #expect(items(of: driver).map(\.point) == [Point(x: 0, y: 200), Point(x: 0, y: 100)])
    }

    @Test(arguments: [
        (AxisAlignment.right, Point(x: 400, y: 100)), (.top, Point(x: 200, y: 0)), (.bottom, Point(x: 200, y: 200)),
    ])
    func `the marker is on the side of the axis`(side: AxisAlignment, point: Point) {
        let driver = driver { $0.y.alignment = side }
        #expect(items(of: driver)[1].point == point)
    }

    @Test func `the marker shows the last value in the window`() {
        var driver = driver()
        driver.surface.changeAxis(
            "x", options: driver.chart.xAxes[0].options, visibleRange: AxisRange(min: 0, max: 25))
        #expect(items(of: driver).map(\.y) == [100, 50])
        #expect(items(of: driver).map(\.x) == [20, 20])
    }

    @Test func `the marker skips a missing value, and an append moves it`() {
        var driver = driver { $0.table = SampleTable.make(x: [0, 10, 20], ["a": [0, 100, .nan], "b": [1, 2, 3]]) }
        #expect(items(of: driver).map(\.x) == [10, 20])
        driver.surface.setTable(SampleTable.make(x: [0, 10, 20], ["a": [0, 100, 7], "b": [1, 2, 3]]))
        #expect(items(of: driver).map(\.y) == [7, 3])
    }

    @Test func `hidden series, empty windows and values outside the y range have no marker`() {
        var driver = driver { $0.yRange = AxisRange(min: 10, max: 100) }
        #expect(items(of: driver).map(\.series) == ["b"])
        let isKnown = driver.surface.setVisible(false, series: "b")
        #expect(isKnown)
        #expect(driver.chart.overlays.isEmpty)
        let empty = self.driver { $0.xRange = AxisRange(min: 41, max: 42) }
        #expect(empty.chart.overlays.isEmpty)
    }
}
