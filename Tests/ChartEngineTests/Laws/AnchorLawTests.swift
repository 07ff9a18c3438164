import ChartEngine
import CoreTestSupport
import Gestures
import Testing

/// What an anchor-preserving zoom promises: the value under the finger stays under it, on axes of every type, also where
/// a span limit acts.
struct AnchorLawTests {
    private static let caseCount = 1_000

    /// A case whose axes may limit spans and nothing else.
    private func free(_ seed: Int) -> RandomCase {
        var one = RandomCase(seed, events: 0)
        one.changeAxes { options in
            options.autoRange = .once
            options.hasHardLimit = false
        }
        return one
    }

    /// The values of all axes under a location.
    private func values(_ driver: SurfaceDriver, at location: Point) -> [Double] {
        (driver.chart.xAxes + driver.chart.yAxes).map { axis in
            driver.chart.viewport(of: axis).invert(driver.chart.coordinate(of: location, along: axis))
        }
    }

    /// Expects values to lie under a location, to a millionth of a point and what Doubles tell apart there.
    private func expect(
        _ wanted: [Double], at location: Point, of driver: SurfaceDriver, _ dimensions: ModifierDirection = .xy,
        seed: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (value, axis) in zip(wanted, driver.chart.xAxes + driver.chart.yAxes)
        where dimensions.includes(axis.dimension) {
            let viewport = driver.chart.viewport(of: axis)
            let distance = abs(viewport.apply(value) - driver.chart.coordinate(of: location, along: axis))
            let ends = [axis.scale.position(of: axis.visibleRange.min), axis.scale.position(of: axis.visibleRange.max)]
            let largest = max(abs(axis.scale.position(of: value)), abs(ends[0]), abs(ends[1]))
            let pointsOfAnUlp = 64 * largest.ulp * viewport.length / (ends[1] - ends[0])
            guard distance > 1e-6 + pointsOfAnUlp else { continue }
            Issue.record(
                "case \(seed): \(axis.id) \(axis.options.type) is \(distance) points off",
                sourceLocation: sourceLocation)
        }
    }

    private func middle(_ fingers: [Point]) -> Point {
        Point(x: (fingers[0].x + fingers[1].x) / 2, y: (fingers[0].y + fingers[1].y) / 2)
    }

    /// Two fingers not too close to each other.
    private func pair(_ one: inout RandomCase) -> [Point] {
        while true {
            let fingers = [one.place(), one.place()]
            if (fingers[1] - fingers[0]).length >= 40 { return fingers }
        }
    }

    @Test func `the wheel holds the value under the pointer`() throws {
        for seed in seeds(Self.caseCount) {
            var one = free(seed)
            let law = one.cases.element(of: [MouseWheelZoomModifier.Law.d3, .vega])
            one.random.modifiers = [
                .of(MouseWheelZoomModifier.self) { ($0.law, $0.direction, $0.clipMode) = (law, .xy, .none) }
            ]
            var driver = SurfaceDriver(surface: one.random.surface)
            let first = driver.chart.ranges
            for _ in 0..<5 {
                let pointer = one.place()
                let values = values(driver, at: pointer)
                try driver.wheel(at: pointer, deltaY: one.cases.number(in: -400...400))
                expect(values, at: pointer, of: driver, seed: seed)
            }
            #expect(driver.chart.ranges != first)
        }
    }

    @Test func `a pinch holds the value under each new centroid`() throws {
        for seed in seeds(Self.caseCount) {
            var one = free(seed)
            one.random.modifiers = [.of(PinchZoomModifier.self) { $0.clipMode = .none }]
            var driver = SurfaceDriver(surface: one.random.surface)
            try driver.touch(.began, pair(&one))
            for _ in 0..<5 {
                let fingers = pair(&one)
                let values = values(driver, at: middle(fingers))
                try driver.touch(.moved, fingers)
                expect(values, at: middle(fingers), of: driver, seed: seed)
            }
        }
    }

    @Test func `a pan holds the value under the finger`() throws {
        for seed in seeds(Self.caseCount) {
            var one = free(seed)
            one.random.profile = .uikit
            one.random.modifiers = [.of(ZoomPanModifier.self) { ($0.clipModeX, $0.clipModeY) = (.none, .none) }]
            var driver = SurfaceDriver(surface: one.random.surface)
            // A span limit that a chart breaks already acts from the first move on.
            let start = one.place()
            var values = values(driver, at: start)
            try driver.touch(.began, [start])
            for step in 0..<5 {
                let location = one.place()
                guard (location - start).length >= 10 || !driver.surface.gestures.isEmpty else { continue }
                try driver.touch(.moved, [location])
                if step == 0 { values = self.values(driver, at: location) }
                expect(values, at: location, of: driver, seed: seed)
            }
        }
    }

    @Test func `two fingers hold the value under their midpoint`() throws {
        for seed in seeds(Self.caseCount) {
            var one = free(seed)
            one.random.profile = .uikit
            one.random.modifiers = [
                .of(ZoomPanModifier.self) { ($0.clipModeX, $0.clipModeY) = (.none, .none) },
                .of(PinchZoomModifier.self) { $0.clipMode = .none },
            ]
            one.random.modifiers.shuffle(using: &one.cases)
            var driver = SurfaceDriver(surface: one.random.surface)
            let start = [Point(x: 10, y: 10), Point(x: 40, y: 20)]
            let values = values(driver, at: middle(start))
            try driver.touch(.began, start)
            for step in 0..<5 {
                let fingers = step == 0 ? [Point(x: 5, y: 40), Point(x: 65, y: 30)] : pair(&one)
                try driver.touch(.moved, fingers)
                expect(values, at: middle(fingers), of: driver, seed: seed)
            }
        }
    }

    @Test(arguments: [DoubleTapDragZoomModifier.Anchor.touch, .mirrored])
    func `the double-tap drag holds the value under the finger, or the mirrored one`(
        anchor: DoubleTapDragZoomModifier.Anchor
    ) throws {
        var moved = 0
        for seed in seeds(Self.caseCount) {
            var one = free(seed)
            one.random.profile = .uikit
            one.random.size.height += 100
            one.random.modifiers = [
                .of(DoubleTapDragZoomModifier.self) { ($0.anchor, $0.clipMode) = (anchor, .none) }
            ]
            var driver = SurfaceDriver(surface: one.random.surface)
            let size = one.random.size
            let start = Point(x: one.cases.number(in: 0...size.width), y: one.cases.number(in: 0...40))
            try driver.touch(.began, [start])
            try driver.touch(.ended, [start])
            try driver.touch(.began, [start])
            let began = start + Vector(dx: 0, dy: 12)
            let held = anchor == .touch ? began : Point(x: size.width - began.x, y: size.height - began.y)
            let values = values(driver, at: held)
            let before = driver.x
            try driver.touch(.moved, [began])
            try driver.touch(.moved, [began + Vector(dx: 0, dy: one.cases.number(in: -20...20))])
            expect(values, at: held, of: driver, .x, seed: seed)
            if driver.x != before { moved += 1 }
        }
        #expect(moved > amongSeeds(800))
    }
}
