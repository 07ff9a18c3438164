public import Gestures

/// Shows all data on a small surface of its own, with a thumb for the window of another surface's axis.
///
/// Dragging the thumb moves that window, and dragging an end of the thumb moves that end. A pinch zooms the window
/// about its centre, and a tap beside the thumb centres the window there. A drag that starts beside the thumb can
/// select a new window (``Parameters/dragBeside``). The data and the limits of the other axis constrain the window, as
/// they do for a gesture on the other surface. The axis of the overview always shows its extents.
public struct OverviewModifier: GestureModifier, OverlayModifier {
    /// `overview`.
    public static let typeName = "overview"
    /// Ranges and updates.
    public static let needs: ModifierNeeds = [.ranges, .updates]
    /// How far outside the thumb a touch still grabs an end, in points.
    ///
    /// Inside the thumb it is the same, but at most a quarter of the thumb.
    public static let endReach = 8.0
    /// The smallest fraction of all data to which dragging an end shrinks the window.
    static let smallestPart = 1e-6

    /// The properties that a client can set.
    public struct Parameters: ModifierParameters {
        /// The axis whose window the thumb shows; JSON must name it, and in Swift `nil` is none.
        public var of: AxisReference?
        /// The least length of the thumb, in points.
        public var minimumThumb = 16.0
        /// What a drag that starts beside the thumb does; `nil` is nothing.
        public var dragBeside: DragBeside?

        /// Creates the defaults.
        public init() {}

        /// Reads the properties; `of` is required.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            of = try container.decode(AxisReference.self, forKey: .of)
            minimumThumb = try container.decodeIfPresent(Double.self, forKey: .minimumThumb) ?? 16
            dragBeside = try container.decodeIfPresent(DragBeside.self, forKey: .dragBeside)
        }

        /// Refuses a length outside 0 to a million points.
        public func validate() throws(ModifierError) {
            try require((0...1e6).contains(minimumThumb), "minimumThumb", "A thumb is 0 to 1000000 points long.")
        }
    }

    /// What a drag that starts beside the thumb does.
    public enum DragBeside: String, Sendable, Hashable, Codable {
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
        /// Where a new window began, in positions of the other axis; `nil` unless the drag selects one.
        public var anchor: Double?
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
            if !gesture.state.isActive { (state.isDragging, state.grip, state.anchor) = (false, nil, nil) }
        case .pinch(let scale, _, _):
            args.isHandled = true
            if state.isIdle { (state.low, state.high) = (thumb.window.min, thumb.window.max) }
            if gesture.state != .cancelled { zoom(by: scale / (state.scale ?? 1), axis, on: &chart) }
            state.scale = gesture.state.isActive ? scale : nil
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
    public mutating func chartTurned(during gesture: Gesture, on chart: Chart) {
        guard state.isDragging, case .pan(let translation, _) = gesture.values else { return }
        state.applied = stripAxis(on: chart).component(of: translation)
    }

    private mutating func takeHold(at location: Point, _ thumb: WindowThumb) {
        if state.isIdle { (state.low, state.high) = (thumb.window.min, thumb.window.max) }
        state.isDragging = true
        state.applied = 0
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
            }
        }
    }

    private mutating func drag(toPoints points: Double, _ thumb: WindowThumb, _ axis: Axis, on chart: inout Chart) {
        let distance = thumb.distance(forPoints: points - state.applied)
        state.applied = points
        guard distance != 0, let grip = state.grip else { return }
        switch grip {
        case .thumb:
            state.low += distance
            state.high += distance
            request(state.low, state.high, axis, on: &chart)
        case .minimum:
            state.low += distance
            let spans = spans(of: axis, thumb)
            let least = data(of: axis)?.min ?? thumb.total.min
            let low = min(max(state.low, least, state.high - spans.upperBound), state.high - spans.lowerBound)
            request(low, state.high, axis, on: &chart)
        case .maximum:
            state.high += distance
            let spans = spans(of: axis, thumb)
            let most = data(of: axis)?.max ?? thumb.total.max
            let high = max(min(state.high, most, state.low + spans.upperBound), state.low + spans.lowerBound)
            request(state.low, high, axis, on: &chart)
        case .selection:
            select(toPoints: points, thumb, axis, on: &chart)
        }
    }

    /// Selects the window between the start of the drag and a distance from it.
    ///
    /// The window is at least as long as the shortest thumb, and ends where the data ends.
    private mutating func select(toPoints points: Double, _ thumb: WindowThumb, _ axis: Axis, on chart: inout Chart) {
        guard let start = state.anchor else { return }
        let data = data(of: axis) ?? thumb.total
        let anchor = min(max(start, data.min), data.max)
        let reach = thumb.distance(forPoints: points)
        let spans = spans(of: axis, thumb)
        let least = max(spans.lowerBound, thumb.distance(forPoints: thumb.minimumLength).magnitude)
        let end = min(max(start + reach, data.min), data.max)
        let span = min(max(abs(end - anchor), least), spans.upperBound)
        let low = reach < 0 ? max(anchor - span, data.min) : min(anchor, max(data.max - span, data.min))
        (state.low, state.high) = (low, low + span)
        request(state.low, state.high, axis, on: &chart)
    }

    /// The spans to which dragging an end can resize the window, in positions.
    private func spans(of axis: Axis, _ thumb: WindowThumb) -> ClosedRange<Double> {
        let constraint = axis.constraint()
        let least = max(constraint.minimumSpan ?? 0, min(thumb.total.span * Self.smallestPart, thumb.window.span))
        return least...max(least, constraint.maximumSpan ?? .greatestFiniteMagnitude)
    }

    private mutating func zoom(by ratio: Double, _ axis: Axis, on chart: inout Chart) {
        guard state.grip == nil || state.grip == .thumb, ratio > 0, ratio != 1,
            let wanted = AxisRange(min: state.low, max: state.high)
        else { return }
        let zoomed = wanted.zoomed(by: ratio, about: wanted.centre)
        (state.low, state.high) = (zoomed.min, zoomed.max)
        request(zoomed.min, zoomed.max, axis, on: &chart)
    }

    private mutating func jump(to coordinate: Double, _ thumb: WindowThumb, _ axis: Axis, on chart: inout Chart) {
        let centred = thumb.window.shifted(by: thumb.position(at: coordinate) - thumb.window.centre)
        request(centred.min, centred.max, axis, on: &chart)
    }

    private func request(_ low: Double, _ high: Double, _ axis: Axis, on chart: inout Chart) {
        guard let reference = parameters.of, let positions = AxisRange(min: low, max: high) else { return }
        chart.requestRange(
            axis.values(of: positions), ofWatched: reference, clip: RangeClip(mode: .clipAtExtents, target: .dataRange))
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
