import ChartEngine
import Gestures

/// Random modifiers with random parameters.
enum RandomModifiers {
    /// One to ten modifiers of the named types, in any order.
    static func some(of names: [String], on chart: Chart, _ cases: inout SeededCases) -> [AttachedModifier] {
        var modifiers: [AttachedModifier] = []
        for _ in 0..<cases.integer(in: 1...10) {
            let name = cases.element(of: names)
            guard let type = ModifierRegistry.builtIn[name] else { preconditionFailure("there is no \(name)") }
            var options = AttachedModifier.Options()
            options.isEnabled = !cases.isTrue(oneIn: 12)
            options.receiveHandledEvents = cases.isTrue(oneIn: 6)
            // Only earlier modifiers, so that requirements form no cycle.
            let others = modifiers.map(\.id)
            if !others.isEmpty, cases.isTrue(oneIn: 8) { options.requireFailureOf = [cases.element(of: others)] }
            if !others.isEmpty, cases.isTrue(oneIn: 4) { options.simultaneousWith = [cases.element(of: others)] }
            if cases.isTrue(oneIn: 8) { options.eventsGroupTag = cases.element(of: ["tag", "zoomPan"]) }
            // A copy of the generator, so that options added later do not change the cases of existing seeds.
            var apart = cases
            if apart.isTrue(oneIn: 8) { options.when = condition(&apart) }
            if apart.isTrue(oneIn: 8) { options.meta = #"{"kept":true}"# }
            modifiers.append(
                AttachedModifier(
                    id: "\(name)\(modifiers.count)", modifier: varied(type, on: chart, &cases), options: options))
        }
        return modifiers
    }

    private static func condition(_ cases: inout SeededCases) -> GestureCondition {
        GestureCondition(
            buttons: cases.element(of: [[.primary], [.secondary], [.primary, .middle]]),
            keys: cases.element(of: [nil, [], [.shift], [.ctrl]]))
    }

    /// No ids, all of them, or some, among them an unknown one.
    static func names(_ all: [String], _ cases: inout SeededCases) -> [String]? {
        guard cases.isTrue(oneIn: 4) else { return nil }
        return (all + ["gone"]).filter { _ in cases.isTrue() }
    }

    /// A modifier of a type, with random parameters if they are ``VariedParameters``.
    private static func varied<Modifier: ChartModifier>(
        _ type: Modifier.Type, on chart: Chart, _ cases: inout SeededCases
    ) -> any ChartModifier {
        var parameters = Modifier.Parameters()
        if var varied = parameters as? any VariedParameters {
            varied.vary(on: chart, &cases)
            if let varied = varied as? Modifier.Parameters { parameters = varied }
        }
        do {
            try parameters.check()
        } catch {
            preconditionFailure("\(type.typeName) refuses \(parameters): \(error)")
        }
        return type.init(parameters: parameters)
    }
}

/// Parameters that can be set at random.
private protocol VariedParameters {
    mutating func vary(on chart: Chart, _ cases: inout SeededCases)
}

extension ZoomPanModifier.Parameters: VariedParameters {
    fileprivate mutating func vary(on chart: Chart, _ cases: inout SeededCases) {
        direction = cases.element(of: ModifierDirection.allCases)
        (clipModeX, clipModeY) = (cases.element(of: ClipMode.allCases), cases.element(of: ClipMode.allCases))
        (clipModeTargetX, clipModeTargetY) = (
            cases.element(of: ClipTarget.allCases), cases.element(of: ClipTarget.allCases)
        )
        zoomExtentsY = cases.isTrue(oneIn: 4)
        minimumTouches = cases.element(of: [1, 1, 1, 2])
        allowsGestureOnAxis = cases.isTrue(oneIn: 4)
        inertia = cases.isTrue()
        decelerationRate = cases.element(of: InertialMotion.DecelerationRate.allCases)
        var apart = cases
        axes = RandomModifiers.names((chart.xAxes + chart.yAxes).map(\.id), &apart)
    }
}

extension PinchZoomModifier.Parameters: VariedParameters {
    fileprivate mutating func vary(on chart: Chart, _ cases: inout SeededCases) {
        direction = cases.element(of: ModifierDirection.allCases)
        uniform = cases.isTrue()
        scaleFactor = cases.element(of: [1, 1, 0.5, 2, -1])
        clipMode = cases.element(of: ClipMode.allCases)
        clipModeTarget = cases.element(of: ClipTarget.allCases)
        var apart = cases
        trackpad = !apart.isTrue(oneIn: 4)
        axes = RandomModifiers.names((chart.xAxes + chart.yAxes).map(\.id), &apart)
    }
}

extension MouseWheelZoomModifier.Parameters: VariedParameters {
    fileprivate mutating func vary(on chart: Chart, _ cases: inout SeededCases) {
        action = cases.element(of: [.zoom, .pan])
        direction = cases.element(of: ModifierDirection.allCases)
        law = cases.element(of: [.d3, .vega])
        clipMode = cases.element(of: ClipMode.allCases)
        clipModeTarget = cases.element(of: ClipTarget.allCases)
        var apart = cases
        axes = RandomModifiers.names((chart.xAxes + chart.yAxes).map(\.id), &apart)
        allowsGestureOnAxis = !apart.isTrue(oneIn: 4)
    }
}

extension ZoomExtentsModifier.Parameters: VariedParameters {
    fileprivate mutating func vary(on chart: Chart, _ cases: inout SeededCases) {
        direction = cases.element(of: ModifierDirection.allCases)
        executeOn = cases.element(of: [.singleTap, .doubleTap, .longPress, .fling])
        let first = chart.xAxes[0].visibleRange
        range = cases.element(of: [nil, nil, .initial, .range(min: first.min, max: first.max)])
        var apart = cases
        axes = RandomModifiers.names((chart.xAxes + chart.yAxes).map(\.id), &apart)
        allowsGestureOnAxis = !apart.isTrue(oneIn: 4)
    }
}

extension ReadingParameters: VariedParameters {
    fileprivate mutating func vary(on chart: Chart, _ cases: inout SeededCases) {
        useInterpolation = cases.isTrue()
        sourceMode = cases.element(of: SourceMode.allCases)
        hitTestRadius = cases.element(of: [0, 5, 50])
        touch = cases.element(of: PointerTouch.allCases)
        followsPan = cases.isTrue()
        var apart = cases
        series = RandomModifiers.names(chart.series.map(\.id), &apart)
    }
}

extension VerticalSliceModifier.Parameters: VariedParameters {
    fileprivate mutating func vary(on chart: Chart, _ cases: inout SeededCases) {
        let range = chart.xAxes[0].visibleRange
        slices = (0..<cases.integer(in: 0...3)).map { _ in cases.number(in: range.min...range.max) }
        useInterpolation = cases.isTrue()
        touch = cases.element(of: PointerTouch.allCases)
        followsPan = cases.isTrue()
        var apart = cases
        series = RandomModifiers.names(chart.series.map(\.id), &apart)
        (isDraggable, difference) = (apart.isTrue(), apart.isTrue())
    }
}

extension SelectionParameters: VariedParameters {
    fileprivate mutating func vary(on chart: Chart, _ cases: inout SeededCases) {
        mode = cases.element(of: SelectionMode.allCases)
        hitTestRadius = cases.number(in: 0...100)
        selectsByMarquee = cases.isTrue()
        var apart = cases
        series = RandomModifiers.names(chart.series.map(\.id), &apart)
    }
}

extension LegendModifier.Parameters: VariedParameters {
    fileprivate mutating func vary(on chart: Chart, _ cases: inout SeededCases) {
        sourceMode = cases.element(of: SourceMode.allCases)
        orientation = cases.element(of: [.vertical, .horizontal])
        location = Point(x: cases.number(in: -50...chart.size.width), y: cases.number(in: -50...chart.size.height))
        toggles = !cases.isTrue(oneIn: 4)
        var apart = cases
        series = RandomModifiers.names(chart.series.map(\.id), &apart)
    }
}

extension SeriesValueModifier.Parameters: VariedParameters {
    fileprivate mutating func vary(on chart: Chart, _ cases: inout SeededCases) {
        sourceMode = cases.element(of: SourceMode.allCases)
        var apart = cases
        series = RandomModifiers.names(chart.series.map(\.id), &apart)
    }
}

extension AxisMarkerModifier.Parameters: VariedParameters {
    fileprivate mutating func vary(on chart: Chart, _ cases: inout SeededCases) {
        let marked = cases.element(of: chart.xAxes + chart.yAxes)
        axis = marked.id
        if cases.isTrue() { value = marked.visibleRange.centre }
        sourceMode = cases.element(of: SourceMode.allCases)
        var apart = cases
        series = RandomModifiers.names(chart.series.map(\.id), &apart)
    }
}

extension AxisDragParameters: VariedParameters {
    fileprivate mutating func vary(on chart: Chart, _ cases: inout SeededCases) {
        dragMode = cases.element(of: DragMode.allCases)
        clipMode = cases.isTrue() ? cases.element(of: ClipMode.allCases) : nil
        minTouchArea = cases.number(in: 1...100)
        var apart = cases
        axes = RandomModifiers.names((chart.xAxes + chart.yAxes).map(\.id), &apart)
    }
}

extension RubberBandZoomModifier.Parameters: VariedParameters {
    fileprivate mutating func vary(on chart: Chart, _ cases: inout SeededCases) {
        direction = cases.element(of: ModifierDirection.allCases)
        minDragSensitivity = cases.element(of: [0, 5, 50])
        zoomExtentsY = cases.isTrue()
        var apart = cases
        axes = RandomModifiers.names((chart.xAxes + chart.yAxes).map(\.id), &apart)
    }
}

extension WindowScrubberModifier.Parameters: VariedParameters {
    fileprivate mutating func vary(on chart: Chart, _ cases: inout SeededCases) {
        step = cases.element(of: [.day, .none])
        minimumThumb = cases.number(in: 0...40)
        if cases.isTrue() { strip = Rect(x: 0, y: 0, width: chart.size.width, height: chart.size.height) }
        var apart = cases
        axes = RandomModifiers.names((chart.xAxes + chart.yAxes).map(\.id), &apart)
    }
}

extension DoubleTapDragZoomModifier.Parameters: VariedParameters {
    fileprivate mutating func vary(on chart: Chart, _ cases: inout SeededCases) {
        scaleFactor = cases.number(in: 10...200) * (cases.isTrue() ? 1 : -1)
        if cases.isTrue(oneIn: 3) { axes = [chart.xAxes[0].id] }
        anchor = cases.element(of: [.touch, .mirrored])
        clipMode = cases.element(of: ClipMode.allCases)
    }
}

extension MarqueeModifier.Parameters: VariedParameters {
    fileprivate mutating func vary(on chart: Chart, _ cases: inout SeededCases) {
        selects = cases.element(of: [.rows, .rows, .none])
        mode = cases.element(of: SelectionMode.allCases)
        var apart = cases
        series = RandomModifiers.names(chart.series.map(\.id), &apart)
    }
}

extension DateWindowZoomModifier.Parameters: VariedParameters {
    fileprivate mutating func vary(on chart: Chart, _ cases: inout SeededCases) {
        growth = cases.number(in: 0.5...2)
        minimumHalf = cases.number(in: 1e3...1e9)
        snap = cases.element(of: [.noon, .none])
        var apart = cases
        trackpad = !apart.isTrue(oneIn: 4)
        axes = RandomModifiers.names((chart.xAxes + chart.yAxes).map(\.id), &apart)
    }
}

extension RowSelectionModifier.Parameters: VariedParameters {
    fileprivate mutating func vary(on chart: Chart, _ cases: inout SeededCases) {
        keepOnEnd = cases.isTrue()
        var apart = cases
        edgePan = apart.isTrue(oneIn: 3)
        step = apart.element(of: [.none, .day])
        axes = RandomModifiers.names((chart.xAxes + chart.yAxes).map(\.id), &apart)
    }
}

extension GestureObserverModifier.Parameters: VariedParameters {
    fileprivate mutating func vary(on chart: Chart, _ cases: inout SeededCases) {
        let kind = cases.element(of: GestureKind.allCases)
        gesture = kind
        switch kind {
        case .tap:
            taps = cases.integer(in: 1...3)
            touches = cases.integer(in: 1...2)
        case .longPress:
            touches = cases.integer(in: 1...2)
        case .pan:
            touches = cases.integer(in: 1...2)
            direction = cases.element(of: [nil, .x, .y, .xy])
        case .swipe:
            touches = cases.integer(in: 1...2)
            direction = cases.element(of: [nil, .left, .right, .up, .down])
        case .doubleTouchDown, .pinch, .rotation, .hover, .wheel, .marquee:
            break
        }
    }
}

extension OverviewModifier.Parameters: VariedParameters {
    fileprivate mutating func vary(on chart: Chart, _ cases: inout SeededCases) {
        let other = chart.id == "surface0" ? "surface1" : "surface0"
        of = AxisReference(surface: other, axis: cases.element(of: ["x", "x", "y"]))
        minimumThumb = cases.number(in: 0...40)
    }
}

extension GroupModifier.Parameters: VariedParameters {
    fileprivate mutating func vary(on chart: Chart, _ cases: inout SeededCases) {
        eventGroup = cases.element(of: [nil, "one", "one", "other"])
    }
}
