public import ChartJSON
public import Gestures

/// Shows all data on a small surface of its own, with a thumb for the window of another surface's axis.
///
/// Dragging the thumb moves that window, and dragging an end of the thumb moves that end. A pinch zooms the window
/// about its centre, and a tap beside the thumb centres the window there. A drag that starts beside the thumb can
/// select a new window (``Parameters/dragBeside``). The data and the limits of the other axis constrain the window, as
/// they do for a gesture on the other surface. The axis of the overview always shows its extents.
///
/// Each event moves the window as it is then: where others have moved it since the last event, the gesture goes on from
/// there. Rows that come during a drag do not change how far it moves.
public struct OverviewModifier: GestureModifier, OverlayModifier {
    /// `overview`.
    public static let typeName = "overview"
    /// What it does.
    public static let meaning =
        "Shows the window of another surface's axis (`of: \"main/x\"`) as a thumb; dragging the thumb or its ends moves or resizes that window, a tap centres it, a pinch zooms it, and a drag beside the thumb can select a new one."
    /// Ranges and updates.
    public static let needs: ModifierNeeds = [.ranges, .updates]
    /// How far outside the thumb a touch still grabs an end, in points.
    ///
    /// Inside the thumb it is the same, but at most a quarter of the thumb.
    public static let endReach = 8.0
    /// The smallest fraction of all data to which dragging an end shrinks the window.
    private static let smallestPart = 1e-6

    /// The properties that a client can set.
    public struct Parameters: ModifierParameters {
        /// The values of ``properties``.
        public var of: AxisReference?, minimumThumb = 16.0, dragBeside: DragBeside?

        /// What a client can set.
        public static let properties: [Property<Self>] = [
            .required(
                "of", \.of, Schema(.string, as: "AxisOfSurface"), "The axis whose window it shows, such as `main/x`."),
            .number(
                "minimumThumb", \.minimumThumb, from: 0, to: 1e6,
                "The least length of the thumb, in points; a selected window is at least as long."),
            .word(
                "dragBeside", \.dragBeside,
                "What a drag that starts beside the thumb does: `select` makes what it crosses the new window, as does a drag inside of a thumb that covers the whole strip; `null` is nothing."
            ),
        ]

        /// Creates the defaults.
        public init() {}
    }

    /// What a drag that starts beside the thumb does.
    public enum DragBeside: String, Sendable, Hashable, Codable, CaseIterable {
        /// It makes what it crosses the new window.
        ///
        /// So does a drag inside of a thumb that covers the whole strip, which cannot be moved.
        case select
    }

    /// The part of the thumb that a drag moves.
    public enum Grip: String, Sendable, Hashable, Codable {
        /// The whole thumb.
        case thumb
        /// The end at the smaller values.
        case minimum
        /// The end at the larger values.
        case maximum
        /// The end of a new window, which began where the drag did.
        case selection
    }

    /// The state of gestures in progress.
    public struct State: ModifierState {
        /// Whether a drag is in progress.
        public var isDragging = false
        /// The part that the drag moves; `nil` for a drag beside the thumb that selects nothing.
        public var grip: Grip?
        /// The end of a new window that stays, in positions of the other axis; `nil` unless the drag selects one.
        public var anchor: Double?
        /// The end of a new window that moves, before any limit.
        public var end: Double?
        /// Whether others have moved the window during the drag; a new window then has no least length; `nil` is no.
        public var hasMovedOn: Bool?
        /// The range of the strip when the drag began, in positions; `nil` between drags.
        public var total: AxisRange?
        /// What the gestures last asked the other axis for, in positions; by it they know their own range.
        public var asked: AxisRange?
        /// The applied length of the drag along the strip, in points.
        public var applied = 0.0
        /// The applied scale of a pinch in progress; `nil` without one.
        public var scale: Double?
        /// The lower end of the requested window, before any limit, in positions of the other axis.
        public var low = 0.0
        /// The upper end of the requested window.
        public var high = 0.0
        /// Creates the state before a gesture.
        public init() {}

        var isIdle: Bool { !isDragging && scale == nil }
    }

    /// The values that the client set.
    public var parameters: Parameters
    /// The state of gestures in progress.
    public var state = State()

    /// Creates a modifier.
    public init(parameters: Parameters) { self.parameters = parameters }

    /// The cost of updating the strip, finding the other axis and showing the thumb, in readings.
    private static let ownReadings = 16

    /// Counts each series once, for the extents of the strip, and the strip itself.
    public func readings(ofSeries count: Int) -> Int { Self.ownReadings + count }

    /// The axis whose window the thumb shows.
    public var watchedAxes: [AxisReference] { parameters.of.map { [$0] } ?? [] }

    /// Makes a pan of one finger.
    public func makeGestureRecognizer(on chart: Chart) -> PanGestureRecognizer {
        PanGestureRecognizer(maximumTouches: 1)
    }

    /// Makes a pinch and a tap recognizer.
    public func makeCompanionRecognizers(on chart: Chart) -> [CompanionRecognizer] {
        [CompanionRecognizer(PinchGestureRecognizer()), CompanionRecognizer(TapGestureRecognizer())]
    }

    /// Keeps a tap from beginning during a drag.
    public func shouldBegin(_ gesture: Gesture, on chart: Chart) -> Bool {
        gesture.kind != .tap || !state.isDragging
    }

    /// Keeps the axis of the overview at its extents.
    public mutating func keepRanges(of chart: inout Chart, as id: String) {
        chart.showExtents(of: stripAxis(on: chart).id)
    }

    /// Returns the thumb at the window, or an overlay marked as missing if the other axis does not exist.
    public func overlays(on chart: Chart, as id: String) -> [Overlay] {
        guard let axis = window(on: chart) else {
            var overlay = Overlay(modifier: id, kind: "overview")
            overlay.isMissing = true
            return [overlay]
        }
        guard let thumb = thumb(of: axis, on: chart) else { return [] }
        return [Overlay(modifier: id, kind: "overview", rect: thumb.rect, range: axis.visibleRange)]
    }

    /// Moves or resizes the window of the other axis.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        guard let axis = window(on: chart), let thumb = thumb(of: axis, on: chart) else {
            state = State()
            let missing = parameters.of.map { "the axis \($0) is gone or has no data" } ?? "there is no axis"
            guard let place = chart.trace?.place else { return }
            chart.trace?.note(.ignored(modifier: args.modifier, place, reason: missing))
            return
        }
        switch gesture.values {
        case .tap:
            guard gesture.state == .ended, args.isInSourceBounds, !thumb.rect.contains(gesture.location) else { return }
            args.isHandled = true
            jump(to: thumb.coordinate(of: gesture.location), thumb, axis, on: &chart)
        case .pan(let translation, _):
            if !state.isDragging { takeHold(at: gesture.location + (.zero - translation), thumb) }
            if state.grip != nil { args.isHandled = true }
            let points = thumb.isVertical ? translation.dy : translation.dx
            if gesture.state != .cancelled { drag(toPoints: points, thumb, axis, on: &chart) }
            if !gesture.state.isActive { release() }
        case .pinch(let scale, _, _):
            args.isHandled = true
            let ratio = scale / (state.scale ?? 1)
            state.scale = scale
            if gesture.state != .cancelled { zoom(by: ratio, thumb, axis, on: &chart) }
            if !gesture.state.isActive { state.scale = nil }
            if state.isIdle { state.asked = nil }
        case .doubleTouchDown, .longPress, .rotation, .swipe, .hover, .wheel, .marquee:
            break
        }
    }

    private func window(on chart: Chart) -> Axis? { parameters.of.flatMap(chart.watchedAxis) }

    /// The axis of the overview along which the thumb lies.
    private func stripAxis(on chart: Chart) -> Axis {
        window(on: chart)?.dimension == .y ? chart.yAxes[0] : chart.xAxes[0]
    }

    private func thumb(of axis: Axis, on chart: Chart) -> WindowThumb? {
        guard let data = data(of: axis) else { return nil }
        let strip = stripAxis(on: chart)
        return WindowThumb(
            total: strip.dataRange != nil && strip.scale == axis.scale ? strip.visiblePositions : data,
            window: axis.visiblePositions,
            strip: Rect(x: 0, y: 0, width: chart.size.width, height: chart.size.height),
            minimumLength: parameters.minimumThumb, isVertical: strip.isVertical,
            isReversed: strip.isReversed)
    }

    /// The range of the other axis's data, in positions.
    private func data(of axis: Axis) -> AxisRange? { axis.dataRange.flatMap(axis.scale.positions) }

    /// Counts the drag so far as applied along the turned strip.
    public mutating func chartTurned(during gesture: Gesture, on chart: Chart) { takeAsApplied(gesture, on: chart) }

    /// Counts the drag or the pinch so far as applied.
    public mutating func takeAsApplied(_ gesture: Gesture, on chart: Chart) {
        switch gesture.values {
        case .pan(let translation, _):
            if state.isDragging { state.applied = stripAxis(on: chart).component(of: translation) }
        case .pinch(let scale, _, _):
            if state.scale != nil { state.scale = scale }
        case .tap, .doubleTouchDown, .longPress, .rotation, .swipe, .hover, .wheel, .marquee:
            break
        }
    }

    /// The other axis, unless the drag moves nothing.
    public func movedAxes(by gesture: Gesture, on chart: Chart) -> [AxisReference] {
        gesture.kind == .pan && state.grip == nil ? [] : watchedAxes
    }

    private mutating func release() {
        let (scale, asked) = (state.scale, state.asked)
        state = State()
        guard let scale else { return }
        (state.scale, state.asked) = (scale, asked)
    }

    private mutating func takeHold(at location: Point, _ thumb: WindowThumb) {
        state.isDragging = true
        state.applied = 0
        state.total = thumb.total
        let place = thumb.coordinate(of: location)
        let (start, end) = (thumb.start, thumb.start + thumb.length)
        let reach = min(Self.endReach, thumb.length / 4)
        if place >= start - Self.endReach, place <= start + reach {
            state.grip = thumb.isReversed ? .maximum : .minimum
        } else if place >= end - reach, place <= end + Self.endReach {
            state.grip = thumb.isReversed ? .minimum : .maximum
        } else {
            state.grip = place > start && place < end ? .thumb : nil
            if parameters.dragBeside == .select, state.grip == nil || thumb.length >= thumb.stripLength {
                state.grip = .selection
                state.anchor = thumb.position(at: place)
                state.end = state.anchor
            }
        }
    }

    /// Goes on from the window that is there, unless it is the one that the gestures have asked for.
    private mutating func readWindow(_ window: AxisRange, _ axis: Axis) {
        guard state.asked == nil || axis.requested?.range != state.asked else { return }
        (state.low, state.high) = (window.min, window.max)
        guard state.asked != nil else { return }
        state.hasMovedOn = true
        guard let anchor = state.anchor, let end = state.end else { return }
        (state.anchor, state.end) = end < anchor ? (window.max, window.min) : (window.min, window.max)
    }

    private mutating func drag(toPoints points: Double, _ thumb: WindowThumb, _ axis: Axis, on chart: inout Chart) {
        var strip = thumb
        strip.total = state.total ?? thumb.total
        let distance = strip.distance(forPoints: points - state.applied)
        state.applied = points
        guard distance != 0, let grip = state.grip else { return }
        readWindow(thumb.window, axis)
        switch grip {
        case .thumb:
            state.low += distance
            state.high += distance
            request(state.low, state.high, axis, on: &chart)
        case .minimum:
            state.low += distance
            let spans = spans(of: axis, thumb)
            let least = room(of: axis, thumb).min
            let low = min(max(state.low, least, state.high - spans.upperBound), state.high - spans.lowerBound)
            request(low, state.high, axis, on: &chart)
        case .maximum:
            state.high += distance
            let spans = spans(of: axis, thumb)
            let most = room(of: axis, thumb).max
            let high = max(min(state.high, most, state.low + spans.upperBound), state.low + spans.lowerBound)
            request(state.low, high, axis, on: &chart)
        case .selection:
            select(by: distance, strip, axis, on: &chart)
        }
    }

    /// Moves the end of a new window on the finger's side.
    ///
    /// The window is at least as long as the shortest thumb, and ends where the data ends.
    private mutating func select(by distance: Double, _ strip: WindowThumb, _ axis: Axis, on chart: inout Chart) {
        guard let start = state.anchor, let last = state.end else { return }
        let wanted = last + distance
        state.end = wanted
        let data = room(of: axis, strip)
        let anchor = min(max(start, data.min), data.max)
        let spans = spans(of: axis, strip)
        let shortest = state.hasMovedOn == true ? 0 : strip.distance(forPoints: strip.minimumLength).magnitude
        let end = min(max(wanted, data.min), data.max)
        let span = min(max(abs(end - anchor), spans.lowerBound, shortest), spans.upperBound)
        let low = wanted < start ? max(anchor - span, data.min) : min(anchor, max(data.max - span, data.min))
        (state.low, state.high) = (low, low + span)
        request(state.low, state.high, axis, on: &chart)
    }

    /// The range within which an end can move, in positions: the data, and the window where others put it beyond.
    private func room(of axis: Axis, _ thumb: WindowThumb) -> (min: Double, max: Double) {
        let data = data(of: axis) ?? thumb.total
        guard state.hasMovedOn == true else { return (data.min, data.max) }
        return (min(data.min, thumb.window.min), max(data.max, thumb.window.max))
    }

    /// The spans to which dragging an end can resize the window, in positions.
    private func spans(of axis: Axis, _ thumb: WindowThumb) -> ClosedRange<Double> {
        let constraint = axis.constraint()
        let least = max(constraint.minimumSpan ?? 0, min(thumb.total.span * Self.smallestPart, thumb.window.span))
        return least...max(least, constraint.maximumSpan ?? .greatestFiniteMagnitude)
    }

    private mutating func zoom(by ratio: Double, _ thumb: WindowThumb, _ axis: Axis, on chart: inout Chart) {
        guard state.grip == nil || state.grip == .thumb, ratio > 0, ratio != 1 else { return }
        readWindow(thumb.window, axis)
        guard let wanted = AxisRange(min: state.low, max: state.high) else { return }
        let zoomed = wanted.zoomed(by: ratio, about: wanted.centre)
        (state.low, state.high) = (zoomed.min, zoomed.max)
        request(zoomed.min, zoomed.max, axis, on: &chart)
    }

    private mutating func jump(to coordinate: Double, _ thumb: WindowThumb, _ axis: Axis, on chart: inout Chart) {
        let centred = thumb.window.shifted(by: thumb.position(at: coordinate) - thumb.window.centre)
        request(centred.min, centred.max, axis, on: &chart)
    }

    private mutating func request(_ low: Double, _ high: Double, _ axis: Axis, on chart: inout Chart) {
        guard let reference = parameters.of, let positions = AxisRange(min: low, max: high) else { return }
        chart.requestRange(
            axis.values(of: positions), ofWatched: reference, clip: RangeClip(mode: .clipAtExtents, target: .dataRange))
        state.asked = state.isIdle ? nil : chart.watchedAxis(reference)?.requested?.range
    }
}

extension Chart {
    /// Shows all data on one axis, unless the axis already does.
    mutating func showExtents(of id: String) {
        guard let axis = axis(id), let extents = axis.extents, axis.visibleRange != extents else { return }
        forEachAxis(.xy) { axis, _ in
            if axis.id == id { axis.zoomExtents() }
        }
    }
}
