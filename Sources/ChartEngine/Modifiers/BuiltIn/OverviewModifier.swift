public import Gestures

/// Shows all the data on a small surface of its own, with a thumb that is the window of another surface's axis.
///
/// Dragging the thumb moves that window, dragging an end of the thumb moves that end, a pinch zooms the window about its
/// centre, and a tap beside the thumb centres it there. What comes of it is held to the data and to the limits of the
/// other axis, as a gesture on the other surface would be. The axis of the overview itself always shows its extents.
public struct OverviewModifier: GestureModifier {
    /// `overview`.
    public static let typeName = "overview"
    /// Ranges and updates.
    public static let needs: ModifierNeeds = [.ranges, .updates]
    /// How far outside of the thumb its ends can be grabbed, and at most how far inside, in points; inside no more than a
    /// quarter of the thumb.
    public static let endReach = 8.0
    /// The least part of all the data that dragging an end leaves.
    static let smallestPart = 1e-6

    /// What a client can set.
    public struct Parameters: ModifierParameters {
        /// The axis whose window it is; JSON must name it, and in Swift `nil` is none.
        public var of: AxisReference?
        /// The least length of the thumb, in points.
        public var minimumThumb = 16.0

        /// Creates the defaults.
        public init() {}

        /// Reads the members, of which the axis must be there.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            of = try container.decode(AxisReference.self, forKey: .of)
            minimumThumb = try container.decodeIfPresent(Double.self, forKey: .minimumThumb) ?? 16
        }

        /// Refuses thumbs that nobody can touch.
        public func validate() throws(ModifierError) {
            guard (0...1e6).contains(minimumThumb) else {
                throw ModifierError(property: "minimumThumb", reason: "A thumb is 0 to 1000000 points long.")
            }
        }
    }

    /// What a drag holds.
    public enum Grip: String, Sendable, Hashable, Codable {
        /// The thumb.
        case thumb
        /// The end at the smaller values.
        case minimum
        /// The end at the larger values.
        case maximum
    }

    /// What gestures in progress remember.
    public struct State: ModifierState {
        /// Whether a drag is in progress.
        public var isDragging = false
        /// What it holds; `nil` for one that has started beside the thumb.
        public var grip: Grip?
        /// The points of the drag along the strip that have been applied.
        public var applied = 0.0
        /// The scale of a pinch in progress that has been applied.
        public var scale: Double?
        /// The positions that the gestures have asked for, before any limit.
        public var low = 0.0
        /// The upper end of them.
        public var high = 0.0
        /// Creates the state before a gesture.
        public init() {}

        var isIdle: Bool { !isDragging && scale == nil }
    }

    /// What the client has set.
    public var parameters: Parameters
    /// What gestures in progress remember.
    public var state = State()

    /// Creates a modifier.
    public init(parameters: Parameters) {
        self.parameters = parameters
    }

    /// How many readings take as long as to keep the strip, to look the other axis up and to show the thumb.
    private static let ownReadings = 16

    /// The series once, whose extents the strip shows, and the strip itself.
    public func readings(ofSeries count: Int) -> Int { Self.ownReadings + count }

    /// The axis whose window it is.
    public var watchedAxes: [AxisReference] { parameters.of.map { [$0] } ?? [] }

    /// A drag of one finger.
    public func makeGestureRecognizer(on chart: Chart) -> PanGestureRecognizer {
        PanGestureRecognizer(maximumTouches: 1)
    }

    /// A pinch, and a tap.
    public func makeCompanionRecognizers(on chart: Chart) -> [CompanionRecognizer] {
        [CompanionRecognizer(PinchGestureRecognizer()), CompanionRecognizer(TapGestureRecognizer())]
    }

    /// Keeps a short drag from being a tap too.
    public func shouldBegin(_ gesture: Gesture, on chart: Chart) -> Bool {
        gesture.kind != .tap || !state.isDragging
    }

    /// Shows the thumb from the start.
    public mutating func attach(to chart: inout Chart, as id: String) { onUpdate(of: &chart, as: id) }

    /// Keeps the axis of the overview at its extents.
    public mutating func keepRanges(of chart: inout Chart, as id: String) {
        chart.showExtents(of: stripAxis(on: chart).id)
    }

    /// Shows the thumb where the window is.
    public mutating func onUpdate(of chart: inout Chart, as id: String) {
        guard let axis = window(on: chart) else {
            var overlay = Overlay(modifier: id, kind: "overview")
            overlay.isMissing = true
            chart.setOverlays([overlay], of: id)
            return
        }
        guard let thumb = thumb(of: axis, on: chart) else { return chart.setOverlays([], of: id) }
        chart.setOverlays(
            [Overlay(modifier: id, kind: "overview", rect: thumb.rect, range: axis.visibleRange)], of: id)
    }

    /// Moves the window of the other axis.
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
            if !gesture.state.isActive { (state.isDragging, state.grip) = (false, nil) }
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
            isReversed: strip.isVertical != strip.options.isFlipped)
    }

    /// What the data of the other axis spans, in positions.
    private func data(of axis: Axis) -> AxisRange? { axis.dataRange.flatMap(axis.scale.positions) }

    /// What a drag has gone so far counts as applied along the strip as it lies now.
    public mutating func chartTurned(during gesture: Gesture, on chart: Chart) {
        guard state.isDragging, case .pan(let translation, _) = gesture.values else { return }
        state.applied = stripAxis(on: chart).isVertical ? translation.dy : translation.dx
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
        }
    }

    /// The spans that dragging an end leaves, in positions.
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
    /// Shows all data on one axis, if it does not already.
    mutating func showExtents(of id: String) {
        guard let axis = axis(id), let extents = axis.extents, axis.visibleRange != extents else { return }
        forEachAxis(.xy) { axis, _ in
            if axis.id == id { axis.zoomExtents() }
        }
    }
}
