public import ChartJSON
public import Gestures

/// Shows lines across the plot area at fixed x values, with the values of the series on them.
///
/// The lines move with the axis, and the modifier shows only those in the visible range. The pointer has a line too,
/// which comes last. With ``Parameters/isDraggable`` a drag that begins near a line moves it, whatever the order of the
/// modifiers.
public struct VerticalSliceModifier: ReadingModifier, OverlayModifier {
    /// `verticalSlice`.
    public static let typeName = "verticalSlice"
    /// What it does.
    public static let meaning = "The same at the fixed x values of `slices`, and under the pointer."
    /// The most fixed lines of a modifier.
    public static let maximumSlices = 64
    /// How far from a line a touch still drags it, in points.
    public static let reach = 22.0

    /// The properties that a client can set.
    public struct Parameters: PointerParameters {
        /// The values of ``properties``.
        public var slices: [Double] = [], useInterpolation = true, sourceMode = SourceMode.allVisibleSeries,
            series: [String]?,
            hitTestRadius = 0.0, touch = PointerTouch.longPress, followsPan = false, isDraggable = false,
            difference = false

        /// What a client can set.
        public static let properties: [Property<Self>] = [
            .positions(
                "slices", \.slices, atMost: maximumSlices,
                "The x values of the fixed lines; dates are milliseconds since 1970."),
            .flag(
                "useInterpolation", \.useInterpolation,
                "Whether it interpolates between two rows; otherwise it reads the nearest row."),
            .word("sourceMode", \.sourceMode, "The series that it reads."),
            .series(\.series, "The ids of the series that it reads, of those of `sourceMode`; `null` is all."),
            .number(
                "hitTestRadius", \.hitTestRadius, from: 0,
                "The largest distance of a row from the line, in points; 0 is any distance."),
            .word("touch", \.touch, "What it follows of a finger."),
            .flag(
                "followsPan", \.followsPan, "Whether it follows a drag too. The drag then competes with other drags."),
            .flag(
                "isDraggable", \.isDraggable,
                "Whether a touch within 22 points of a slice moves it, whatever the order of the modifiers. `slices` then says where it is; the history does not."
            ),
            .flag(
                "difference", \.difference,
                "Whether each item of a slice has its `difference`: its value minus that on the slice before, in x."),
        ]

        /// Creates the defaults.
        public init() {}
    }

    /// The location of the pointer, and the drag of a line in progress.
    public struct State: PointerFollowing {
        /// The pointer's position in the plot area; `nil` while it is elsewhere.
        public var location: Point?
        /// The drag of a line in progress; `nil` without one.
        public var drag: Drag?

        /// Creates the state before the first event.
        public init() {}
    }

    /// The drag of a line in progress.
    public struct Drag: Sendable, Hashable, Codable {
        /// The position of the line in ``Parameters/slices``.
        public var slice: Int
        /// The applied translation, in points.
        public var applied = Vector.zero
        /// How far the finger has taken the line beyond the plot area, in points.
        public var overshoot = 0.0
    }

    /// The values that the client set.
    public var parameters: Parameters
    /// The location of the pointer, and the drag of a line in progress.
    public var state = State()

    /// Creates a modifier.
    public init(parameters: Parameters) { self.parameters = parameters }

    /// The number of fixed lines.
    public var sliceCount: Int { parameters.slices.count }

    /// Counts each series on each fixed line and on the pointer's line.
    public func readings(ofSeries count: Int) -> Int { (parameters.slices.count + 1) * count }

    /// Makes the recognizers of the pointer, and a pan where lines are dragged.
    public func makeCompanionRecognizers(on chart: Chart) -> [CompanionRecognizer] {
        let hasPan = parameters.followsPan || parameters.isDraggable
        return pointerRecognizers + (hasPan ? [CompanionRecognizer(PanGestureRecognizer())] : [])
    }

    /// Claims drags that begin near a line that can be dragged.
    public func claims(_ location: Point, for kind: GestureKind, on chart: Chart) -> Bool {
        switch kind {
        case .pan, .marquee: slice(near: location, on: chart) != nil
        case .tap, .doubleTouchDown, .longPress, .pinch, .rotation, .swipe, .hover, .wheel: false
        }
    }

    /// Lets a drag begin near a line, and elsewhere where the modifier follows drags.
    public func shouldBegin(_ gesture: Gesture, on chart: Chart) -> Bool {
        guard case .pan(let translation, _) = gesture.values, !parameters.followsPan else { return true }
        return slice(near: gesture.location + (.zero - translation), on: chart) != nil
    }

    /// Moves the line that is dragged, or follows the pointer.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        guard case .pan(let translation, _) = gesture.values else { return followPointer(gesture, args) }
        if gesture.state == .began || gesture.state == .ended && state.drag == nil {
            state.drag = slice(near: gesture.location + (.zero - translation), on: chart).map { Drag(slice: $0) }
        }
        guard state.drag != nil else {
            if parameters.followsPan { followPointer(gesture, args) }
            return
        }
        args.isHandled = true
        if gesture.state != .cancelled { drag(to: translation, on: chart) }
        if !gesture.state.isActive { state.drag = nil }
    }

    /// Counts the translation so far as applied.
    public mutating func takeAsApplied(_ gesture: Gesture, on chart: Chart) {
        if case .pan(let translation, _) = gesture.values { state.drag?.applied = translation }
    }

    /// Counts the translation so far as applied.
    public mutating func chartTurned(during gesture: Gesture, on chart: Chart) { takeAsApplied(gesture, on: chart) }

    private mutating func drag(to translation: Vector, on chart: Chart) {
        guard let drag = state.drag, parameters.slices.indices.contains(drag.slice) else { return }
        let axis = chart.xAxes[0]
        let viewport = chart.viewport(of: axis)
        let moved = axis.component(of: translation - drag.applied)
        state.drag?.applied = translation
        let wanted = viewport.apply(parameters.slices[drag.slice]) + drag.overshoot + moved
        guard moved != 0, wanted.isFinite else { return }
        let point = min(max(wanted, 0), viewport.length)
        state.drag?.overshoot = wanted - point
        parameters.slices[drag.slice] = viewport.invert(point)
    }

    /// The position of the line nearest to a location that a touch there drags.
    private func slice(near location: Point, on chart: Chart) -> Int? {
        guard parameters.isDraggable else { return nil }
        let axis = chart.xAxes[0]
        let viewport = chart.viewport(of: axis)
        let along = chart.coordinate(of: location, along: axis)
        var nearest: (slice: Int, distance: Double)?
        for (index, x) in parameters.slices.enumerated() where axis.visibleRange.contains(x) {
            let distance = abs(viewport.apply(x) - along)
            if distance <= Self.reach, distance < nearest?.distance ?? .infinity { nearest = (index, distance) }
        }
        return nearest?.slice
    }

    /// Returns the fixed lines in the order of the parameters, then the pointer's line.
    public func overlays(on chart: Chart, as id: String) -> [Overlay] {
        let axis = chart.xAxes[0]
        let viewport = chart.viewport(of: axis)
        let series = chart.series(of: parameters.sourceMode, named: parameters.series)
        func read(_ place: ReadingPlace) -> [Overlay.Item] {
            chart.readings(
                at: place, of: series, isInterpolated: parameters.useInterpolation, within: parameters.hitTestRadius)
        }
        var overlays: [Overlay] = []
        let order = parameters.slices.indices.sorted { (parameters.slices[$0], $0) < (parameters.slices[$1], $1) }
        var known: [Int: [Overlay.Item]] = [:]
        func items(_ slice: Int) -> [Overlay.Item] {
            if let items = known[slice] { return items }
            let items = read(.x(parameters.slices[slice]))
            known[slice] = items
            return items
        }
        /// The items of a line, compared with those of the last fixed line of some.
        func compared(_ own: [Overlay.Item], with before: ArraySlice<Int>) -> [Overlay.Item] {
            guard parameters.difference, let last = before.last else { return own }
            let others = items(last)
            return own.map { item in
                var item = item
                if let y = item.y, let other = others.first(where: { $0.series == item.series })?.y {
                    item.difference = y - other
                }
                return item
            }
        }
        func line(_ items: [Overlay.Item], at point: Double) -> Overlay {
            Overlay(modifier: id, kind: "verticalSlice", rect: chart.crossing(axis, at: point), items: items)
        }
        for (slice, x) in parameters.slices.enumerated() where axis.visibleRange.contains(x) {
            let place = order.firstIndex(of: slice) ?? order.endIndex
            overlays.append(line(compared(items(slice), with: order[..<place]), at: viewport.apply(x)))
        }
        if let location = state.location {
            let point = chart.coordinate(of: location, along: axis)
            let x = viewport.invert(point)
            let before = order.prefix { parameters.slices[$0] <= x }
            overlays.append(line(compared(read(.location(location)), with: before), at: point))
        }
        return overlays
    }
}
