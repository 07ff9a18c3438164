import ChartEngine
import Gestures

/// Measures touch moves through the recognizers and the default modifiers, without a server.
struct EngineBenchmark {
    /// The number of runs of each gesture.
    let passes: Int

    private static let batchCount = 512
    private static let rowCount = 10_000
    private static let annotationCount = 1_000

    /// Runs the benchmark and prints the result.
    func run() throws {
        print(
            """

            Engine: Surface.apply, default modifiers, 800 × 400 points, \(Self.rowCount) rows, \
            batches of \(DragPath.movesPerBatch) moves
              \(passes) passes of \(Self.batchCount * DragPath.movesPerBatch) moves; \
            the baseline reads the same events and applies none;
              times are processor time of the one thread
            """)
        for gesture in [
            EngineGesture.drag(batchCount: Self.batchCount), EngineGesture.pinch(batchCount: Self.batchCount),
        ] {
            try measure(gesture, on: Self.surface())
        }
        let annotated = try Self.annotated()
        try measure(.annotationDrag(batchCount: Self.batchCount), on: annotated)
        try measureLandings(on: annotated)
    }

    /// Measures fingers that go down among annotations, and are taken back.
    private func measureLandings(on surface: Surface) throws {
        let batches = EngineGesture.landings(batchCount: Self.batchCount)
        let landings = Double(batches.count * DragPath.movesPerBatch)
        var trial = surface
        guard try Self.apply(batches, to: &trial) == 0, trial.annotations.items == surface.annotations.items else {
            throw BenchmarkFailure("fingers that are taken back are ignored, or leave something")
        }
        var applied: [Double] = []
        for _ in 0..<passes {
            var surface = surface
            applied.append(try nanoseconds { try Self.apply(batches, to: &surface) } / landings / 1_000)
        }
        print(
            """
              finger down and taken back among \(Self.annotationCount) annotations
                µs                \(Spread(applied).text(decimals: 2))
            """)
    }

    private func measure(_ gesture: EngineGesture, on surface: Surface) throws {
        var opened = surface
        _ = try opened.apply(gesture.opening)
        try Self.check(gesture, on: opened)

        let moves = Double(gesture.batches.count * DragPath.movesPerBatch)
        var applied: [Double] = []
        var baseline: [Double] = []
        for _ in 0..<passes {
            baseline.append(nanoseconds { Self.read(gesture.batches) } / moves)
            var surface = opened
            applied.append(try nanoseconds { try Self.apply(gesture.batches, to: &surface) } / moves)
        }
        let net = zip(applied, baseline).map { $0 - $1 }
        print(
            """
              \(gesture.name)
                ns a move         \(Spread(net).text(decimals: 1))
                baseline, ns      \(Spread(baseline).text(decimals: 1)), taken off already
                moves a second    \(Figure.text(1e9 / Spread(net).median, decimals: 0))
            """)
    }

    private func nanoseconds(_ work: () throws -> Int) rethrows -> Double {
        let start = ProcessorTime.ofThread
        let result = try work()
        let elapsed = ProcessorTime.ofThread - start
        precondition(result != .min, "the work has a result")
        return elapsed
    }

    @inline(never)
    private static func apply(_ batches: [[InputEvent]], to surface: inout Surface) throws -> Int {
        var ignored = 0
        for batch in batches { ignored += try surface.apply(batch).count }
        return ignored
    }

    @inline(never)
    private static func read(_ batches: [[InputEvent]]) -> Int {
        var sum = 0
        for batch in batches {
            for event in batch {
                guard case .touch(let touch) = event else { continue }
                sum &+= Int(touch.time.microseconds) &+ Int(touch.contacts[0].location.x)
            }
        }
        return sum
    }

    /// Makes a surface whose window is in the middle of the rows, so that a drag can move it either way.
    private static func surface() throws -> Surface {
        let table = try BenchmarkTable(name: "walk", rowCount: rowCount)
        let chart = Chart(
            id: "main", size: ChartSize(width: 800, height: 400),
            xAxes: [
                Axis(
                    id: "x", dimension: .x, options: AxisOptions(type: .date),
                    visibleRange: AxisRange(min: table.x.lowerBound, max: table.x.upperBound))
            ],
            yAxes: [
                Axis(
                    id: "y", dimension: .y, options: AxisOptions(growBy: GrowBy(min: 0.1, max: 0.1)),
                    visibleRange: AxisRange(min: table.y.lowerBound, max: table.y.upperBound))
            ],
            series: [Series(id: "price", column: 0, xAxis: "x", yAxis: "y", name: "price")], table: table.table)
        var surface = Surface(chart: chart)
        for name in ModifierRegistry.defaultModifiers {
            guard let type = ModifierRegistry.builtIn[name] else {
                throw BenchmarkFailure("there is no modifier \(name)")
            }
            surface.add(AttachedModifier(id: name, modifier: instance(of: type)))
        }
        return surface
    }

    /// The surface with annotations all over the plot, of which the drag finds the last one in the middle.
    private static func annotated() throws -> Surface {
        var surface = try surface()
        surface.add(AttachedModifier(id: "annotationEdit", modifier: instance(of: AnnotationEditModifier.self)))
        let (x, y) = (surface.chart.xAxes[0].visibleRange, surface.chart.yAxes[0].visibleRange)
        surface.setAnnotations(
            (1...annotationCount).map { number in
                let isLast = number == annotationCount
                let shares = isLast ? (0.5, 0.5) : (Double(number * 37 % 100) / 100, Double(number * 61 % 100) / 100)
                let point = Annotation.Point(x: x.min + shares.0 * x.span, y: y.min + shares.1 * y.span)
                let end = Annotation.Point(x: x.min + shares.0 * x.span / 2, y: point.y)
                return Annotation(
                    id: "note\(number)", kind: isLast ? .text : .line, xAxis: "x", yAxis: "y", point,
                    isLast ? nil : end)
            })
        return surface
    }

    private static func instance<Modifier: ChartModifier>(of type: Modifier.Type) -> any ChartModifier {
        Modifier(parameters: Modifier.Parameters())
    }

    /// Checks that the gesture is in progress and a batch moves the window; otherwise there is nothing to measure.
    private static func check(_ gesture: EngineGesture, on opened: Surface) throws {
        var surface = opened
        let ignored = try surface.apply(gesture.batches[0])
        guard ignored.isEmpty else { throw BenchmarkFailure("\(gesture.name): touches are ignored") }
        guard surface.gestures.contains(where: { $0.modifier == gesture.modifier && $0.gesture.state == .changed })
        else { throw BenchmarkFailure("\(gesture.name): \(gesture.modifier) does not follow it") }
        guard surface.annotations.items == opened.annotations.items else { return }
        guard surface.chart.xAxes[0].visibleRange != opened.chart.xAxes[0].visibleRange,
            surface.chart.yAxes[0].visibleRange != opened.chart.yAxes[0].visibleRange
        else { throw BenchmarkFailure("\(gesture.name): the window does not move") }
    }
}
