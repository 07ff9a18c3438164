import ChartEngine
import ChartSeries
import Gestures
import Testing

struct LegendModifierTests {
    private func driver(_ set: (inout LegendModifier.Parameters) -> Void = { _ in }) -> SurfaceDriver {
        CrossingSeries.driver([.of(LegendModifier.self, set), .of(ZoomExtentsModifier.self)])
    }

    private func legend(of driver: SurfaceDriver) throws -> Overlay { try #require(driver.chart.overlays.first) }

    @Test func `the legend shows its entries from the start, one below the other`() throws {
        let overlay = try legend(of: driver())
        #expect(overlay.kind == "legend")
        #expect(overlay.rect == Rect(x: 8, y: 8, width: 120, height: 40))
        #expect(overlay.items.map(\.series) == ["a", "b"])
        #expect(overlay.items.map(\.name) == ["a", "b"])
        #expect(overlay.items.map(\.isVisible) == [true, true])
        #expect(
            overlay.items.map(\.rect) == [
                Rect(x: 8, y: 8, width: 120, height: 20), Rect(x: 8, y: 28, width: 120, height: 20),
            ])
    }

    @Test func `a disabled legend shows nothing until it is enabled`() throws {
        var options = AttachedModifier.Options()
        options.isEnabled = false
        var driver = CrossingSeries.driver([.of(LegendModifier.self, options: options)])
        #expect(driver.chart.overlays.isEmpty)
        options.isEnabled = true
        driver.surface.changeModifier(
            "legend", options: options, to: LegendModifier(parameters: LegendModifier.Parameters()))
        #expect(driver.chart.overlays.map(\.kind) == ["legend"])
    }

    @Test func `horizontal entries are side by side`() throws {
        let overlay = try legend(
            of: driver {
                $0.orientation = .horizontal
                $0.location = Point(x: 0, y: -30)
                $0.entryWidth = 50
            })
        #expect(overlay.rect == Rect(x: 0, y: -30, width: 100, height: 20))
        #expect(overlay.items.map(\.rect?.x) == [0, 50])
    }

    @Test func `a tap on an entry hides its series, and another tap shows it again`() throws {
        var driver = driver()
        try driver.tap(20, 30)
        #expect(driver.chart.series.map(\.isVisible) == [true, false])
        #expect(try legend(of: driver).items.map(\.isVisible) == [true, false])
        try driver.tap(20, 30)
        #expect(driver.chart.series.map(\.isVisible) == [true, true])
    }

    @Test func `a tap beside the entries changes nothing`() throws {
        var driver = driver()
        for (x, y) in [(20.0, 7.9), (20, 48.1), (7.9, 20), (128.1, 20)] {
            try driver.tap(x, y)
            #expect(driver.chart.series.map(\.isVisible) == [true, true])
        }
    }

    @Test func `a tap works on a legend outside the plot area`() throws {
        var driver = driver { $0.location = Point(x: 410, y: 0) }
        try driver.tap(420, 10)
        #expect(driver.chart.series.map(\.isVisible) == [false, true])
    }

    @Test func `a legend without toggles ignores taps`() throws {
        var driver = driver { $0.toggles = false }
        try driver.tap(20, 30)
        try driver.gesture(.tap(taps: 1), .ended, at: Point(x: 20, y: 30))
        #expect(driver.chart.series.map(\.isVisible) == [true, true])
    }

    @Test func `the legend handles a client tap on an entry, and no other client tap`() throws {
        var driver = CrossingSeries.driver([.of(LegendModifier.self), .of(SeriesSelectionModifier.self)])
        try driver.gesture(.tap(taps: 1), .ended, at: Point(x: 20, y: 20))
        #expect(driver.chart.series.map(\.isVisible) == [false, true])
        #expect(driver.chart.selection.series.isEmpty)
        try driver.gesture(.tap(taps: 1), .ended, at: Point(x: 200, y: 100))
        #expect(driver.chart.series.map(\.isVisible) == [false, true])
        #expect(driver.chart.selection.series == ["b"])
    }

    @Test func `hiding a series updates the range of an axis that follows its data`() throws {
        var driver = CrossingSeries.driver([.of(LegendModifier.self)]) { $0.y.autoRange = .always }
        expect(driver.y, 0, 100)
        try driver.tap(20, 10)
        expect(driver.y, 25, 75)
    }

    @Test(arguments: [100, 10_000])
    func `hiding the only series of a table keeps the range and leaves a window`(rows: Int) throws {
        var driver = CrossingSeries.driver([.of(LegendModifier.self)]) {
            let x = (0..<rows).map(Double.init)
            $0.table = SampleTable.make(x: x, ["a": x])
        }
        let range = driver.x
        try driver.tap(20, 10)
        #expect(driver.chart.series.map(\.isVisible) == [false])
        #expect(driver.x == range)
        #expect(driver.chart.window.sourceRows == rows)
    }

    @Test func `validation refuses sizes and locations out of range`() {
        let breaks: [(inout LegendModifier.Parameters) -> Void] = [
            { $0.entryWidth = 0.9 }, { $0.entryHeight = 0 }, { $0.entryHeight = 10_001 },
            { $0.location = Point(x: 1e7, y: 0) }, { $0.location = Point(x: 0, y: -1e300) },
        ]
        for change in breaks {
            var parameters = LegendModifier.Parameters()
            change(&parameters)
            #expect(throws: ModifierError.self) { try parameters.check() }
        }
    }
}
