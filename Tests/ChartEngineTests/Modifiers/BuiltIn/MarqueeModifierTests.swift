import ChartEngine
import Gestures
import Testing

struct MarqueeModifierTests {
    private func driver(
        mode: SelectionMode = .replace, selects: MarqueeModifier.Selects = .rows
    ) -> SurfaceDriver {
        SampleChart().driver([
            .of(MarqueeModifier.self) {
                $0.mode = mode
                $0.selects = selects
            }
        ])
    }

    /// A row r of the diagonal lies at (4r, 200 − 2r).
    private static let tenToTwenty = "1↓(40,160) 1→(60,170) 1↑(80,180)"

    @Test func `the marquee shows its normalised rectangle during the drag`() throws {
        var driver = driver()
        try driver.touch("1↓(200,100) 1→(150,40)")
        #expect(driver.chart.overlays.map(\.kind) == ["marquee"])
        #expect(driver.chart.overlays.map(\.rect) == [Rect(x: 150, y: 40, width: 50, height: 60)])
    }

    @Test func `the final rectangle selects, and then disappears`() throws {
        var driver = driver()
        try driver.touch(Self.tenToTwenty)
        #expect(driver.chart.selection.rows == Array(10...20))
        #expect(driver.chart.overlays.isEmpty)
    }

    @Test func `a row is inside by both coordinates, border included`() throws {
        var driver = driver()
        try driver.touch("1↓(0,120) 1→(100,180) 1↑(400,180)")
        #expect(driver.chart.selection.rows == Array(10...40))
        try driver.touch("1↓(40,0) 1→(79.9,150) 1↑(79.9,200)")
        #expect(driver.chart.selection.rows == Array(10...19))
    }

    @Test func `rows outside the window, hidden series and missing values do not count`() throws {
        var sample = SampleChart()
        sample.table = SampleTable.make(
            x: [0, 1, 2, 3, 4], ["a": [5, .nan, 5, 5, 5], "b": [50, 50, 50, 50, 50]])
        sample.xRange = AxisRange(min: 0, max: 3)
        sample.yRange = AxisRange(min: 0, max: 10)
        var driver = sample.driver([.of(MarqueeModifier.self)])
        try driver.touch("1↓(0,0) 1→(300,100) 1↑(500,200)")
        #expect(driver.chart.selection.rows == [0, 2, 3])
        let isKnown = driver.surface.setVisible(false, series: "a")
        #expect(isKnown)
        try driver.touch("1↓(0,0) 1→(300,100) 1↑(400,200)")
        #expect(driver.chart.selection.rows.isEmpty)
    }

    struct Joined: Sendable {
        var mode: SelectionMode
        var keys: ModifierKeys = []
        var rows: [Int]
    }

    /// 5…15 is selected before the marquee hits 10…20.
    @Test(arguments: [
        Joined(mode: .replace, rows: Array(10...20)),
        Joined(mode: .union, rows: Array(5...20)),
        Joined(mode: .invert, rows: Array(5...9) + Array(16...20)),
        Joined(mode: .replace, keys: .control, rows: Array(5...20)),
        Joined(mode: .replace, keys: .shift, rows: Array(5...9) + Array(16...20)),
        Joined(mode: .union, keys: .shift, rows: Array(5...9) + Array(16...20)),
        Joined(mode: .invert, keys: .control, rows: Array(5...20)),
        Joined(mode: .union, keys: .alt, rows: Array(5...20)),
    ])
    func `the rows change the selection by the keys, or else by the mode`(joined: Joined) throws {
        var driver = driver(mode: joined.mode)
        try driver.touch("1↓(20,170) 1→(50,180) 1↑(60,190)")
        try #require(driver.chart.selection.rows == Array(5...15) || joined.mode == .union || joined.mode == .invert)
        #expect(driver.chart.selection.rows == Array(5...15))
        try driver.touch(Self.tenToTwenty, keys: joined.keys)
        #expect(driver.chart.selection.rows == joined.rows)
    }

    @Test func `a marquee for the client selects nothing`() throws {
        var driver = driver(selects: .none)
        try driver.touch("1↓(40,160) 1→(60,170)")
        #expect(driver.chart.overlays.count == 1)
        try driver.touch("1↑(80,180)")
        #expect(driver.chart.selection.rows.isEmpty)
        #expect(driver.chart.overlays.isEmpty)
    }

    @Test func `a cancelled marquee selects nothing and disappears`() throws {
        var driver = driver()
        try driver.touch("1↓(40,160) 1→(60,170) 1✕(80,180)")
        #expect(driver.chart.selection.rows.isEmpty)
        #expect(driver.chart.overlays.isEmpty)
    }

    @Test func `with a second finger down the rectangle has the plot area's aspect ratio`() throws {
        var driver = driver()
        try driver.touch("1↓(0,0) 1→(100,20) 2↓(390,190) 1→(120,20)")
        #expect(driver.chart.overlays.map(\.rect) == [Rect(x: 0, y: 0, width: 120, height: 60)])
    }

    @Test func `marquee and pan exclude each other, and the first in the collection wins`() throws {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        for isMarqueeFirst in [true, false] {
            let modifiers: [AttachedModifier] = [.of(MarqueeModifier.self), .of(ZoomPanModifier.self)]
            var driver = sample.driver(isMarqueeFirst ? modifiers : modifiers.reversed())
            try driver.touch("1↓(100,100) 1→(140,100)")
            expect(driver.x, isMarqueeFirst ? 20 : 16, isMarqueeFirst ? 60 : 56)
            #expect(driver.chart.overlays.count == (isMarqueeFirst ? 1 : 0))
        }
    }
}
