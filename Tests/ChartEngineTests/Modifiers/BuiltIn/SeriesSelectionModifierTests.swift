import ChartEngine
import Gestures
import Testing

struct SeriesSelectionModifierTests {
    private func driver(_ set: (inout SelectionParameters) -> Void = { _ in }) -> SurfaceDriver {
        CrossingSeries.driver([.of(SeriesSelectionModifier.self, set)])
    }

    @Test func `a tap selects the series whose line is within the radius`() throws {
        var driver = driver()
        try driver.tap(50, 190)
        #expect(driver.chart.selection.series == ["a"])
        try driver.tap(50, 90)
        #expect(driver.chart.selection.series == ["b"])
        #expect(driver.chart.selection.rows.isEmpty)
    }

    @Test func `of two lines within the radius the topmost series wins`() throws {
        var driver = driver()
        try driver.tap(150, 100)
        #expect(driver.chart.selection.series == ["b"])
        let isKnown = driver.surface.setVisible(false, series: "b")
        #expect(isKnown)
        try driver.tap(150, 100)
        #expect(driver.chart.selection.series == ["a"])
    }

    @Test func `the radius is the distance in points`() throws {
        var driver = driver()
        try driver.tap(50, 176)
        #expect(driver.chart.selection.series == ["a"])
        try driver.tap(50, 175.9)
        #expect(driver.chart.selection.series.isEmpty)
        var narrow = self.driver { $0.hitTestRadius = 0 }
        try narrow.tap(50, 99)
        #expect(narrow.chart.selection.series.isEmpty)
        try narrow.tap(50, 100)
        #expect(narrow.chart.selection.series == ["b"])
    }

    struct Joined: Sendable {
        var mode: SelectionMode
        var keys: ModifierKeys = []
        var beside: [String]
        var other: [String]
        var same: [String]
    }

    /// `b` is selected before a tap beside every series, on `a`, or on `b`.
    @Test(arguments: [
        Joined(mode: .replace, beside: [], other: ["a"], same: ["b"]),
        Joined(mode: .union, beside: ["b"], other: ["a", "b"], same: ["b"]),
        Joined(mode: .invert, beside: ["b"], other: ["a", "b"], same: []),
        Joined(mode: .replace, keys: .control, beside: ["b"], other: ["a", "b"], same: ["b"]),
        Joined(mode: .replace, keys: .shift, beside: ["b"], other: ["a", "b"], same: []),
        Joined(mode: .invert, keys: .control, beside: ["b"], other: ["a", "b"], same: ["b"]),
    ])
    func `a tap changes the selection by its keys, or else by the mode`(joined: Joined) throws {
        for (x, y, expected) in [(50.0, 150.0, joined.beside), (50, 199, joined.other), (50, 100, joined.same)] {
            var driver = driver { $0.mode = joined.mode }
            try driver.tap(50, 100)
            #expect(driver.chart.selection.series == ["b"])
            try driver.tap(x, y, keys: joined.keys)
            #expect(driver.chart.selection.series == expected)
        }
    }

    @Test func `a marquee selects every visible series with a point inside`() throws {
        var driver = driver()
        try driver.touch("1↓(190,110) 1→(150,50)")
        #expect(driver.chart.overlays.map(\.rect) == [Rect(x: 150, y: 50, width: 40, height: 60)])
        try driver.touch("1↑(100,50)")
        #expect(driver.chart.selection.series == ["b"])
        #expect(driver.chart.overlays.isEmpty)
        try driver.touch("+1000 1↓(90,90) 1→(150,50) 1↑(250,220)")
        #expect(driver.chart.selection.series == ["a", "b"])
        try driver.touch("+1000 1↓(110,10) 1→(150,50) 1✕(190,90)")
        #expect(driver.chart.selection.series == ["a", "b"])
        try driver.touch("+1000 1↓(110,10) 1→(150,50) 1↑(190,90)")
        #expect(driver.chart.selection.series.isEmpty)
    }

    @Test func `without the marquee other modifiers get a drag`() throws {
        for isMarquee in [true, false] {
            var driver = CrossingSeries.driver(
                [.of(SeriesSelectionModifier.self) { $0.selectsByMarquee = isMarquee }, .of(ZoomPanModifier.self)]
            ) { $0.xRange = AxisRange(min: 10, max: 30) }
            try driver.touch("1↓(100,50) 1→(120,50)")
            expect(driver.x, isMarquee ? 10 : 9, isMarquee ? 30 : 29)
        }
    }

    @Test func `a client tap selects only in the plot area, and only a single tap`() throws {
        var driver = driver()
        try driver.gesture(.tap(taps: 1), .ended, at: Point(x: 50, y: 100))
        #expect(driver.chart.selection.series == ["b"])
        try driver.gesture(.tap(taps: 2), .ended, at: Point(x: 50, y: 190))
        try driver.gesture(.tap(taps: 1), .ended, at: Point(x: 50, y: 201))
        #expect(driver.chart.selection.series == ["b"])
    }

    @Test func `the values follow the selected series`() throws {
        var driver = CrossingSeries.driver([
            .of(SeriesSelectionModifier.self), .of(RolloverModifier.self) { $0.sourceMode = .selectedSeries },
        ])
        try driver.tap(50, 190)
        try driver.hover(.moved, at: Point(x: 150, y: 10))
        #expect(driver.chart.overlays.first?.items.map(\.series) == ["a"])
    }

    @Test func `validation refuses a negative radius`() {
        var parameters = SelectionParameters()
        parameters.hitTestRadius = -1
        #expect(throws: ModifierError.self) { try parameters.check() }
    }
}
