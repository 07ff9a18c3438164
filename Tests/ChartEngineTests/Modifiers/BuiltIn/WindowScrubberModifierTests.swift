import ChartEngine
import Gestures
import Testing

struct WindowScrubberModifierTests {
    /// The window 20…60 of 0…100 on a plot area of 400 × 200: the thumb spans 160 of 400 points.
    private func driver(
        _ set: (inout WindowScrubberModifier.Parameters) -> Void = { _ in },
        vary: (inout SampleChart) -> Void = { _ in }
    ) -> SurfaceDriver {
        var sample = SampleChart()
        sample.xRange = AxisRange(min: 20, max: 60)
        vary(&sample)
        return sample.driver([.of(ZoomPanModifier.self), .of(WindowScrubberModifier.self, set)])
    }

    private func rects(_ driver: SurfaceDriver) -> [Rect?] { driver.chart.overlays.map(\.rect) }

    @Test func `the strip and its thumb are below the plot area`() throws {
        var driver = driver()
        try driver.tick(after: 1)
        #expect(driver.chart.overlays.map(\.kind) == ["scrubber", "scrubberThumb"])
        #expect(rects(driver)[0] == Rect(x: 0, y: 240, width: 400, height: 18))
        let thumb = try #require(rects(driver)[1])
        #expect(abs(thumb.x - 80) < 1e-9 && abs(thumb.width - 160) < 1e-9 && thumb.y == 240 && thumb.height == 18)
    }

    @Test func `a small window has a thumb of the least length`() throws {
        var driver = driver(vary: { $0.xRange = AxisRange(min: 99, max: 100) })
        try driver.tick(after: 1)
        #expect(rects(driver).last == Rect(x: 384, y: 240, width: 16, height: 18))
    }

    @Test func `there is no strip while the window shows all data`() throws {
        var driver = driver(vary: { $0.xRange = nil })
        try driver.touch("1↓(100,250) 1→(200,250) 1↑(200,250)")
        #expect(driver.chart.overlays.isEmpty)
        expect(driver.x, 0, 100)
    }

    @Test(arguments: [
        ("1↓(100,250) 1→(140,250)", 30.0), ("1↓(100,250) 1→(90,230)", 15), ("1↓(100,250) 1→(110,290)", 30),
        ("1↓(100,250) 1→(900,250)", 60), ("1↓(100,250) 1→(900,250) 1→(100,250)", 20), ("1↓(100,239) 1→(140,239)", 20),
    ])
    func `a drag moves the window along its dominant axis and keeps its length`(script: String, min: Double) throws {
        var driver = driver()
        try driver.touch(script)
        expect(driver.x, min, min + 40)
    }

    @Test func `on a flipped axis a drag moves the window the other way`() throws {
        var driver = driver(vary: { $0.x.isFlipped = true })
        try driver.touch("1↓(100,250) 1→(140,250)")
        expect(driver.x, 10, 50)
        #expect(abs((rects(driver)[1]?.x ?? 0) - 200) < 1e-9)
    }

    @Test func `beside a vertical axis the strip is vertical`() throws {
        var driver = driver(vary: { $0.x.alignment = .left })
        try driver.touch("1↓(-50,100) 1→(-50,80)")
        expect(driver.x, 30, 70)
        #expect(rects(driver)[0] == Rect(x: -58, y: 0, width: 18, height: 200))
        #expect(abs((rects(driver)[1]?.y ?? 0) - 60) < 1e-9)
    }

    /// 11 of 71 days, 2024-11-01 to 2024-11-11; one day is 400 / 70 points.
    @Test(arguments: [(5.0, 0), (12, 2), (17.1, 2), (17.2, 3), (-5, 0), (-12, -2), (9_000, 43), (-9_000, -17)])
    func `on a date axis a drag moves by whole days, truncated toward zero`(points: Double, days: Int) throws {
        let day = 86_400_000.0
        let first = 1_730_419_200_000.0
        var sample = try #require(SampleChart.activeUsers())
        sample.xRange = AxisRange(min: first, max: first + 10 * day)
        var driver = sample.driver([.of(WindowScrubberModifier.self)])
        try driver.touch("1↓(200,250) 1→(\(200 + 40 * points.sign(of: 1)),250) 1→(\(200 + points),250)")
        expect(driver.x, first + Double(days) * day, first + Double(days + 10) * day)
    }

    @Test func `the modifier uses a strip from its parameters`() throws {
        var driver = driver { $0.strip = Rect(x: 0, y: 0, width: 100, height: 10) }
        try driver.touch("1↓(50,300) 1→(90,300) 1↑(90,300)")
        expect(driver.x, 20, 60)
        var inside = WindowScrubberModifier.Parameters()
        inside.strip = Rect(x: 0, y: 300, width: 100, height: 10)
        var own = self.driver { $0 = inside }
        try own.touch("1↓(50,305) 1→(60,305)")
        expect(own.x, 30, 70)
    }

    @Test(arguments: [Rect(x: 0, y: 0, width: 0, height: 10), Rect(x: 1e300, y: 0, width: 10, height: 10)])
    func `validation refuses a strip that is too small or too far away`(strip: Rect) {
        var parameters = WindowScrubberModifier.Parameters()
        parameters.strip = strip
        #expect(throws: ModifierError.self) { try parameters.check() }
    }

    @Test func `validation refuses a negative thumb`() {
        var parameters = WindowScrubberModifier.Parameters()
        parameters.minimumThumb = -1
        #expect(throws: ModifierError.self) { try parameters.check() }
    }
}

extension Double {
    /// The given magnitude with the sign of this number.
    fileprivate func sign(of magnitude: Double) -> Double { self < 0 ? -magnitude : magnitude }
}
