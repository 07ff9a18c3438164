import ChartSeries
import CoreTestSupport
import Gestures
import Testing

@testable import ChartEngine

/// Both axes show 0…100 on a plot area of 400 × 200 points.
struct AnnotationEditModifierTests {
    typealias Value = Annotation.Point

    private func driver(
        _ annotations: [Annotation], _ set: (inout AnnotationEditModifier.Parameters) -> Void = { _ in },
        on sample: SampleChart = SampleChart()
    ) -> SurfaceDriver {
        var sample = sample
        sample.xRange = sample.xRange ?? AxisRange(min: 0, max: 100)
        sample.yRange = sample.yRange ?? AxisRange(min: 0, max: 100)
        var driver = sample.driver([.of(ZoomPanModifier.self), .of(AnnotationEditModifier.self, set)])
        for one in annotations { driver.surface.put(one) }
        _ = driver.surface.takeSteps()
        return driver
    }

    private func line(_ first: (Double, Double), _ last: (Double, Double), id: String = "line") -> Annotation {
        Annotation(
            id: id, kind: .line, xAxis: "x", yAxis: "y", Value(x: first.0, y: first.1), Value(x: last.0, y: last.1))
    }

    private func points(_ driver: SurfaceDriver, _ id: String = "line") -> [Value] {
        driver.surface.annotations[id].map { Array($0.points) } ?? []
    }

    /// What a log from a client may say of a drag, which no drag has made.
    @Test(arguments: [-1, 1, 2, 4, .max], [1, 2])
    func `a drag goes on from a state with any handle and any number of points`(handle: Int, count: Int) throws {
        for kind in Annotation.Kind.allCases {
            let last = kind.pointCount == 2 ? Value(x: kind.hasX ? 60 : nil, y: kind.hasY ? 50 : nil) : nil
            let first = Value(x: kind.hasX ? 20 : nil, y: kind.hasY ? 50 : nil)
            var driver = driver([Annotation(id: "one", kind: kind, xAxis: "x", yAxis: "y", first, last)])
            try driver.touch("1↓(80,100) 1→(100,100) 1→(120,100)")
            let index = try #require(driver.surface.modifiers.firstIndex { $0.modifier is AnnotationEditModifier })
            var edit = try #require(driver.surface.modifiers[index].modifier as? AnnotationEditModifier)
            edit.state.drag?.handle = handle
            edit.state.drag?.start = count == 2 ? [first, first] : [first]
            driver.surface.chain.modifiers[index].modifier = edit
            try driver.touch("1→(140,120) 1→(160,140) 1↑(160,140)")
            #expect(driver.surface.annotations.items.count == 1)
        }
    }

    @Test func `a handle takes its point, and the body the whole`() throws {
        var driver = driver([line((20, 50), (60, 50))])
        let shown = driver.x
        try driver.touch("1↓(80,100) 1→(100,80) 1→(120,60) 1↑(120,60)")
        #expect(points(driver) == [Value(x: 30, y: 70), Value(x: 60, y: 50)])
        try driver.touch("1↓(180,80) 1→(200,80) 1→(220,80) 1↑(220,80)", after: 1_000)
        #expect(points(driver) == [Value(x: 40, y: 70), Value(x: 70, y: 50)])
        #expect(driver.x == shown)
        #expect(driver.surface.annotationsVersion > 1)
    }

    @Test func `elsewhere a pan is a pan, and begins as soon as ever`() throws {
        var driver = driver([line((20, 50), (30, 50))])
        try driver.touch("1↓(300,40) 1→(320,40)")
        #expect(driver.surface.gestures.map(\.modifier) == ["zoomPan"])
        #expect(points(driver) == [Value(x: 20, y: 50), Value(x: 30, y: 50)])
    }

    @Test func `the top one is taken, a locked one passed over`() throws {
        var locked = line((20, 50), (60, 50), id: "locked")
        locked.style.isLocked = true
        var driver = driver([line((20, 50), (60, 50)), locked])
        try driver.touch("1↓(160,100) 1→(160,80) 1↑(160,80)")
        #expect(points(driver).map(\.y) == [60, 60])
        #expect(points(driver, "locked").map(\.y) == [50, 50])
    }

    @Test func `a drag is one entry, and a cancelled one none`() throws {
        var driver = driver([line((20, 50), (60, 50))])
        try driver.touch("1↓(160,100) 1→(160,80) 1→(160,70) 1↑(160,60)")
        let steps = driver.surface.takeSteps()
        #expect(steps.count == 1 && steps[0].annotations?.map(\.id) == ["line"] && !steps[0].movesAxes)
        let moved = driver.surface.annotations.items
        try driver.touch("1↓(160,60) 1→(160,80) 1→(160,90) 1✕(160,90)", after: 1_000)
        #expect(driver.surface.takeSteps().isEmpty)
        #expect(driver.surface.annotations.items.map(\.points) == moved.map(\.points))
        driver.surface.restore(steps[0].reversed)
        #expect(points(driver).map(\.y) == [50, 50])
        driver.surface.restore(steps[0])
        #expect(driver.surface.annotations.items == moved)
    }

    @Test(arguments: [AxisType.number, .log], [false, true])
    func `a drag moves by what the finger moves, on any scale`(_ type: AxisType, _ isFlipped: Bool) throws {
        var sample = SampleChart()
        sample.y.type = type
        sample.y.isFlipped = isFlipped
        sample.yRange = AxisRange(min: 1, max: 1_000)
        var driver = driver([line((20, 10), (60, 100))], on: sample)
        let before = try #require(driver.chart.annotations.items.first.flatMap { driver.chart.shape(of: $0) })
        let middle = Point(
            x: (before.points[0].x + before.points[1].x) / 2, y: (before.points[0].y + before.points[1].y) / 2)
        try driver.touch(.began, [middle])
        for step in 1...5 { try driver.touch(.moved, [middle + Vector(dx: 7 * Double(step), dy: 5 * Double(step))]) }
        try driver.touch(.ended, [middle + Vector(dx: 35, dy: 25)])
        let after = try #require(driver.chart.annotations.items.first.flatMap { driver.chart.shape(of: $0) })
        for (one, other) in zip(before.points, after.points) {
            #expect(abs(other.x - one.x - 35) < 1e-9 && abs(other.y - one.y - 25) < 1e-9)
        }
    }

    @Test func `a drag on a turned chart follows the finger`() throws {
        var driver = driver([line((20, 50), (60, 50))])
        driver.surface.add(.of(RotateChartModifier.self))
        try driver.surface.perform(.modifier(RotateChartModifier.command))
        let before = try #require(driver.chart.annotations.items.first.flatMap { driver.chart.shape(of: $0) })
        let middle = Point(x: before.points[0].x, y: (before.points[0].y + before.points[1].y) / 2)
        try driver.touch(.began, [middle])
        try driver.touch(.moved, [middle + Vector(dx: 30, dy: 10)])
        try driver.touch(.ended, [middle + Vector(dx: 30, dy: 10)])
        let after = try #require(driver.chart.annotations.items.first.flatMap { driver.chart.shape(of: $0) })
        #expect(abs(after.points[0].x - before.points[0].x - 30) < 1e-9)
        #expect(abs(after.points[0].y - before.points[0].y - 10) < 1e-9)
    }

    @Test func `a change by others goes on from there`() throws {
        var driver = driver([line((20, 50), (60, 50))])
        try driver.touch("1↓(160,100) 1→(160,80)")
        #expect(points(driver).map(\.y) == [60, 60])
        driver.surface.put(line((10, 20), (40, 20)))
        try driver.touch(.moved, [Point(x: 170, y: 70)])
        #expect(points(driver) == [Value(x: 12.5, y: 25), Value(x: 42.5, y: 25)])
        // A cancelled drag goes back to where others have put it.
        try driver.touch(.cancelled, [Point(x: 170, y: 70)])
        #expect(points(driver) == [Value(x: 10, y: 20), Value(x: 40, y: 20)])
    }

    @Test func `a zoom between two moves leaves the annotation where it is, and the drag goes on from there`() throws {
        var driver = driver([line((20, 50), (60, 50))])
        try driver.touch("1↓(160,100) 1→(160,80)")
        driver.surface.changeAxis(
            "y", options: driver.chart.yAxes[0].options, visibleRange: AxisRange(min: 40, max: 80))
        #expect(points(driver).map(\.y) == [60, 60])
        try driver.touch(.moved, [Point(x: 160, y: 70)])
        #expect(points(driver).map(\.y) == [62, 62])
    }

    @Test func `removing it ends the drag`() throws {
        var driver = driver([line((20, 50), (60, 50))])
        try driver.touch("1↓(160,100) 1→(160,80)")
        driver.surface.removeAnnotation("line")
        try driver.touch("1→(160,40) 1↑(160,40)")
        #expect(driver.surface.annotations.isEmpty && driver.y == AxisRange(min: 0, max: 100))
    }

    @Test func `a second finger before the drag pinches, one during it changes nothing`() throws {
        var driver = driver([line((20, 50), (60, 50))])
        driver.surface.add(.of(PinchZoomModifier.self))
        try driver.touch(.began, [Point(x: 160, y: 100)])
        try driver.touch(.moved, [Point(x: 160, y: 80)])
        let second = TouchEvent.Contact(id: 2, location: Point(x: 300, y: 30))
        try driver.send([
            .touch(
                TouchEvent(
                    phase: .began, time: Timestamp(microseconds: Int64(driver.time * 1000) + 16_000), contacts: [second]
                ))
        ])
        try driver.touch(.moved, [Point(x: 160, y: 70), Point(x: 340, y: 10)])
        #expect(driver.surface.gestures.map(\.modifier) == ["annotationEdit"])
        #expect(points(driver).map(\.y) == [65, 65] && driver.x == AxisRange(min: 0, max: 100))
        var other = self.driver([line((20, 50), (60, 50))])
        other.surface.add(.of(PinchZoomModifier.self))
        try other.touch(.began, [Point(x: 160, y: 100), Point(x: 300, y: 30)])
        try other.touch(.moved, [Point(x: 140, y: 120), Point(x: 340, y: 10)])
        #expect(other.surface.gestures.contains { $0.modifier == "pinchZoom" })
        #expect(points(other) == [Value(x: 20, y: 50), Value(x: 60, y: 50)])
    }

    @Test func `a tap selects one alone, control adds, shift inverts, and elsewhere none`() throws {
        var driver = driver([line((20, 50), (60, 50)), line((20, 10), (60, 10), id: "low")])
        try driver.touch("1↓(160,100) 1↑(160,100)")
        #expect(driver.chart.selection.annotations == ["line"])
        try driver.touch("1↓(160,180) 1↑(160,180)", keys: .control, after: 1_000)
        #expect(driver.chart.selection.annotations == ["line", "low"])
        try driver.touch("1↓(160,100) 1↑(160,100)", keys: .shift, after: 1_000)
        #expect(driver.chart.selection.annotations == ["low"])
        try driver.touch("1↓(300,20) 1↑(300,20)", after: 1_000)
        #expect(driver.chart.selection.annotations.isEmpty)
        #expect(driver.surface.takeSteps().isEmpty)
    }

    @Test func `a double tap reports the annotation, and is no double tap of others`() throws {
        var driver = driver([line((20, 50), (60, 50))])
        driver.surface.add(.of(ZoomExtentsModifier.self))
        driver.surface.changeAxis(
            "x", options: driver.chart.xAxes[0].options, visibleRange: AxisRange(min: 10, max: 70))
        let shown = driver.x
        let place = Point(x: driver.chart.viewport(of: driver.chart.xAxes[0]).apply(40), y: 100)
        for _ in 0..<2 {
            try driver.touch(.began, [place])
            try driver.touch(.ended, [place])
        }
        #expect(driver.x == shown)
        let reported = driver.chart.recognized
        #expect(reported.map(\.annotation) == ["line"] && reported.map(\.gesture.values) == [.tap(taps: 2)])
    }

    @Test func `a snapped point is a row of the data`() throws {
        var driver = driver([line((20, 50), (62, 50))]) { $0.snap = [.row] }
        // The rows lie on the diagonal, at whole numbers.
        try driver.touch("1↓(248,100) 1→(248,90) 1→(247,80) 1↑(246,77)")
        #expect(points(driver)[1] == Value(x: 61, y: 61))
        #expect(points(driver)[0] == Value(x: 20, y: 50))
    }

    @Test func `a direction leaves the other coordinate`() throws {
        var driver = driver([line((20, 50), (60, 50))]) { $0.axes = .x }
        try driver.touch("1↓(160,100) 1→(180,60) 1↑(200,20)")
        #expect(points(driver) == [Value(x: 30, y: 50), Value(x: 70, y: 50)])
    }

    @Test func `the corners of a box move its edges`() throws {
        let box = Annotation(
            id: "box", kind: .box, xAxis: "x", yAxis: "y", Value(x: 20, y: 20), Value(x: 60, y: 60))
        var driver = driver([box])
        // The corner at x 20, y 60.
        try driver.touch("1↓(80,80) 1→(60,60) 1↑(40,40)")
        #expect(points(driver, "box") == [Value(x: 10, y: 20), Value(x: 60, y: 80)])
    }

    @Test func `a location finds the top annotation whose handle or body is near, whatever is left out before`() {
        var (hits, misses) = (0, 0)
        for seed in 0..<1_000 {
            var cases = SeededCases(seed: UInt64(seed))
            var chart = RandomSurface(&cases).surface.chart
            for var one in chart.annotations.items {
                one.style.levels = [-1, 0.5, 2]
                one.style.extent = cases.element(of: Annotation.Extension.allCases)
                chart.put(one)
            }
            let frame = AnnotationFrame(of: chart)
            for _ in 0..<20 {
                let location = Point(
                    x: cases.number(in: 0...chart.size.width), y: cases.number(in: 0...chart.size.height))
                let radius = cases.number(in: 0...40)
                let wanted = chart.annotations.items.last { annotation in
                    guard let shape = AnnotationShape(annotation, in: frame) else { return false }
                    return shape.handle(near: location, within: radius) != nil
                        || shape.isHit(at: location, within: radius)
                }
                let found = chart.annotation(at: location, within: radius, passesLocked: false)
                #expect(found?.annotation == wanted?.id, "case \(seed)")
                if found == nil { misses += 1 } else { hits += 1 }
            }
        }
        #expect(hits > 1_000 && misses > 1_000)
    }

    @Test func `each name finds its annotation after others were moved, removed and put before it`() {
        var cases = SeededCases(seed: 1)
        var chart = RandomSurface(&cases).chart
        let (x, y) = (chart.xAxes[0].id, chart.yAxes[0].id)
        for number in 0..<40 {
            chart.put(Annotation(id: "note\(number)", kind: .text, xAxis: x, yAxis: y, .init(x: 1, y: 1)))
        }
        for step in 0..<400 {
            let items = chart.annotations.items
            let one = items[cases.integer(in: 0...(items.count - 1))]
            switch cases.integer(in: 0...3) {
            case 0: chart.removeAnnotation(one.id)
            case 1: chart.put(one.named("made\(step)"), before: items[0].id)
            default: chart.moveAnnotation(one.id, to: .init(Value(x: Double(step), y: 2)))
            }
            for (index, annotation) in chart.annotations.items.enumerated() {
                #expect(chart.annotations.index(of: annotation.id) == index)
            }
            #expect(chart.annotations.index(of: "nobody") == nil)
            if chart.annotations.items.count < 2 { break }
        }
    }
}
