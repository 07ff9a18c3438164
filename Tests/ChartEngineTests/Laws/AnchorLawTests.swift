import ChartEngine
import ChartTestSupport
import Gestures
import Testing

/// What an anchor-preserving zoom promises: the value under the finger stays under it.
struct AnchorLawTests {
    /// The values of both axes under a location.
    private func values(_ driver: SurfaceDriver, at location: Point) -> [Double] {
        (driver.chart.xAxes + driver.chart.yAxes).map { axis in
            driver.chart.viewport(of: axis).invert(driver.chart.coordinate(of: location, along: axis))
        }
    }

    /// Expects values to lie under a location, to a millionth of a point and what Doubles tell apart there.
    private func expect(
        _ wanted: [Double], at location: Point, of driver: SurfaceDriver,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (value, axis) in zip(wanted, driver.chart.xAxes + driver.chart.yAxes) {
            let viewport = driver.chart.viewport(of: axis)
            let distance = abs(viewport.apply(value) - driver.chart.coordinate(of: location, along: axis))
            let pointsOfAnUlp =
                64 * max(abs(value), abs(axis.visibleRange.max)).ulp * viewport.length / axis.visibleRange.span
            #expect(distance <= 1e-6 + pointsOfAnUlp, "\(axis.id)", sourceLocation: sourceLocation)
        }
    }

    private func text(_ phase: String, _ fingers: [Point]) -> String {
        fingers.enumerated().map { "\($0 + 1)\(phase)(\($1.x),\($1.y))" }.joined(separator: "+")
    }

    private func place(in size: ChartSize, _ cases: inout SeededCases) -> Point {
        Point(x: cases.number(in: 0...size.width), y: cases.number(in: 0...size.height))
    }

    @Test(arguments: 0..<300)
    func `the wheel holds the value under the pointer`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        let sample = SampleChart.random(&cases)
        let law = cases.element(of: [MouseWheelZoomModifier.Law.d3, .vega])
        var driver = sample.driver([
            .of(MouseWheelZoomModifier.self) {
                $0.law = law
                $0.direction = .xy
                $0.clipMode = .none
            }
        ])
        for _ in 0..<5 {
            let pointer = place(in: sample.size, &cases)
            let values = values(driver, at: pointer)
            let before = driver.x
            try driver.wheel(at: pointer, deltaY: cases.number(in: 10...400) * (cases.isTrue() ? 1 : -1))
            #expect(driver.x != before)
            expect(values, at: pointer, of: driver)
        }
    }

    @Test(arguments: 0..<300)
    func `the wheel holds the value under the pointer at the span limits too`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        var sample = SampleChart.random(&cases)
        let range = try #require(sample.xRange)
        sample.x.minimumSpan = range.span * cases.number(in: 0.3...1)
        sample.x.maximumSpan = range.span * cases.number(in: 1...3)
        var driver = sample.driver([.of(MouseWheelZoomModifier.self) { $0.clipMode = .none }])
        for _ in 0..<8 {
            let pointer = place(in: sample.size, &cases)
            let values = values(driver, at: pointer)
            try driver.wheel(at: pointer, deltaY: cases.number(in: -1_500...1_500))
            expect([values[0]], at: pointer, of: driver)
            let rounding = 1e-12 * range.span + 64 * driver.x.max.magnitude.ulp
            #expect(driver.x.span <= (sample.x.maximumSpan ?? 0) + rounding)
            #expect(driver.x.span >= (sample.x.minimumSpan ?? .infinity) - rounding)
        }
    }

    @Test(arguments: 0..<300)
    func `a pinch holds the value under each new centroid`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        let sample = SampleChart.random(&cases)
        var driver = sample.driver([.of(PinchZoomModifier.self) { $0.clipMode = .none }])
        try driver.touch(text("↓", [place(in: sample.size, &cases), place(in: sample.size, &cases)]))
        for _ in 0..<8 {
            let fingers = [place(in: sample.size, &cases), place(in: sample.size, &cases)]
            let centroid = Point(x: (fingers[0].x + fingers[1].x) / 2, y: (fingers[0].y + fingers[1].y) / 2)
            let values = values(driver, at: centroid)
            try driver.touch(text("→", fingers))
            expect(values, at: centroid, of: driver)
        }
    }

    @Test(arguments: 0..<300)
    func `a pinch that is held back by a span limit does not jump when its centroid moves`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        var sample = SampleChart.random(&cases)
        let range = try #require(sample.xRange)
        sample.x.minimumSpan = range.span * cases.number(in: 0.5...1)
        sample.x.maximumSpan = range.span * cases.number(in: 1...2)
        var driver = sample.driver([.of(PinchZoomModifier.self) { $0.clipMode = .none }])
        try driver.touch(text("↓", [place(in: sample.size, &cases), place(in: sample.size, &cases)]))
        for _ in 0..<8 {
            let fingers = [place(in: sample.size, &cases), place(in: sample.size, &cases)]
            let centroid = Point(x: (fingers[0].x + fingers[1].x) / 2, y: (fingers[0].y + fingers[1].y) / 2)
            let values = values(driver, at: centroid)
            try driver.touch(text("→", fingers))
            expect([values[0]], at: centroid, of: driver)
        }
    }

    @Test(arguments: 0..<300)
    func `a pan holds the value under the finger`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        let sample = SampleChart.random(&cases)
        var driver = sample.driver([
            .of(ZoomPanModifier.self) {
                $0.clipModeX = .none
                $0.clipModeY = .none
            }
        ])
        let start = place(in: sample.size, &cases)
        let values = values(driver, at: start)
        try driver.touch("1↓(\(start.x),\(start.y))")
        for _ in 0..<8 {
            let location = place(in: sample.size, &cases)
            guard (location - start).length >= 10 || !driver.surface.gestures.isEmpty else { continue }
            try driver.touch("1→(\(location.x),\(location.y))")
            expect(values, at: location, of: driver)
        }
    }

    @Test(arguments: 0..<300)
    func `two fingers hold the value under their midpoint, at the span limits too`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        var sample = SampleChart.random(&cases)
        sample.x.minimumSpan = try #require(sample.xRange).span * cases.number(in: 0.3...1)
        sample.y.maximumSpan = try #require(sample.yRange).span * cases.number(in: 1...3)
        var driver = sample.driver([
            .of(ZoomPanModifier.self) {
                $0.clipModeX = .none
                $0.clipModeY = .none
            },
            .of(PinchZoomModifier.self) { $0.clipMode = .none },
        ])
        let start = [Point(x: 10, y: 10), Point(x: 30, y: 20)]
        let values = values(driver, at: Point(x: 20, y: 15))
        try driver.touch(text("↓", start))
        for step in 0..<8 {
            var fingers = [place(in: sample.size, &cases), place(in: sample.size, &cases)]
            if step == 0 { fingers = [Point(x: 5, y: 40), Point(x: 45, y: 30)] }
            try driver.touch(text("→", fingers))
            let midpoint = Point(x: (fingers[0].x + fingers[1].x) / 2, y: (fingers[0].y + fingers[1].y) / 2)
            expect(values, at: midpoint, of: driver)
        }
    }

    @Test(arguments: 0..<300)
    func `the double-tap drag holds the value under the finger, or the mirrored one`(seed: Int) throws {
        var cases = SeededCases(seed: UInt64(seed))
        var sample = SampleChart.random(&cases)
        sample.size.height += 100
        sample.size.width += 100
        for anchor in [DoubleTapDragZoomModifier.Anchor.touch, .mirrored] {
            var driver = sample.driver([
                .of(DoubleTapDragZoomModifier.self) {
                    $0.anchor = anchor
                    $0.clipMode = .none
                }
            ])
            let start = Point(x: cases.number(in: 0...sample.size.width), y: cases.number(in: 0...40))
            try driver.touch("1↓(\(start.x),\(start.y)) 1↑(\(start.x),\(start.y)) 1↓(\(start.x),\(start.y))")
            let began = Point(x: start.x, y: start.y + 12)
            let held =
                anchor == .touch
                ? began : Point(x: sample.size.width - began.x, y: sample.size.height - began.y)
            let values = values(driver, at: held)
            try driver.touch("1→(\(began.x),\(began.y)) 1→(\(began.x),\(began.y + cases.number(in: -20...20)))")
            expect([values[0]], at: held, of: driver)
        }
    }
}
