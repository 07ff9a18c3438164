public import ChartJSON
import ChartSeries
public import Gestures

/// Zooms a window of dates with a pinch, as the SwiftUI article's magnify gesture does.
///
/// The window grows by ``Parameters/growth`` over the scale, so that a scale of 1 is not the identity. Its centre is
/// noon of the day under the gesture's start. The window is cut, not shifted, to the days of the data.
///
/// Where others have moved the window since the last event, the gesture goes on from there, about its centre and without
/// the growth.
///
/// On a category axis the modifier zooms the rows' days, and the axis shows the rows in the window.
public struct DateWindowZoomModifier: GestureModifier {
    /// `dateWindowZoom`.
    public static let typeName = "dateWindowZoom"
    /// What it does.
    public static let meaning =
        "Zooms a window of whole days, as the SwiftUI article does; on an axis of categories it goes by the days of the rows."
    /// No needs: it only handles gestures.
    public static let needs: ModifierNeeds = []
    /// True.
    public static let needsDates = true
    /// The x axes.
    public static let nameableAxes = ModifierDirection.x

    /// Where the modifier puts the window's centre.
    public enum Snap: String, Sendable, Hashable, Codable, CaseIterable {
        /// At noon of the day under the gesture's start.
        case noon
        /// At the gesture's start.
        case none
    }

    /// The properties that a client can set.
    public struct Parameters: ModifierParameters {
        /// The values of ``properties``.
        public var axes: [String]?, growth = 1.2, minimumHalf = 86_400_000.0, snap = Snap.noon, trackpad = true

        /// What a client can set.
        public static let properties: [Property<Self>] = [
            .axes(\.axes, "The ids of x axes, of which it zooms the first: `[]` is none, `null` the first of all."),
            .number(
                "growth", \.growth, from: 0, but: 0, "The factor by which the window is wider than the scale says."),
            .number("minimumHalf", \.minimumHalf, from: 0, but: 0, "The smallest half of the window, in milliseconds."),
            .word("snap", \.snap, "Where the centre of the window goes."),
            .flag(
                "trackpad", \.trackpad,
                "Whether a turn of the wheel with Control is a pinch. Browsers report a pinch on a trackpad in this way."
            ),
        ]

        /// Creates the defaults.
        public init() {}
    }

    /// The state of a gesture in progress.
    public struct State: ModifierState {
        /// The window when the gesture began, or to which others have moved it since, in milliseconds since 1970 UTC.
        public var window: AxisRange?
        /// The scale at which others had moved ``window``; `nil` while it is that of the beginning.
        public var base: Double?
        /// The last scale of the gesture.
        public var scale: Double?
        /// What the gesture last asked for, in positions; by it the gesture knows its own range.
        public var asked: AxisRange?
        /// The fraction of that window before the gesture's start.
        public var place: Double?
        /// Whether the chart has turned since, so that ``place`` replaces the start on the screen; `nil` is no.
        public var hasTurned: Bool?
        /// The product of the scales of all turns of the wheel so far.
        public var turned: Double?
        /// Creates the state before a gesture.
        public init() {}
    }

    /// The values that the client set.
    public var parameters: Parameters
    /// The state of a gesture in progress.
    public var state = State()

    /// Creates a modifier.
    public init(parameters: Parameters) { self.parameters = parameters }

    /// Makes a pinch recognizer.
    public func makeGestureRecognizer(on chart: Chart) -> PinchGestureRecognizer { PinchGestureRecognizer() }

    /// Makes a wheel recognizer for pinches on a trackpad.
    public func makeCompanionRecognizers(on chart: Chart) -> [CompanionRecognizer] {
        parameters.trackpad ? [CompanionRecognizer(WheelGestureRecognizer())] : []
    }

    /// Whether a client has left it on.
    public var takesTrackpadPinch: Bool { parameters.trackpad }

    /// Sets the window from its range at the start and the scale since, and clears the selection.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        switch gesture.values {
        case .pinch(let scale, let startAnchor, let startLocation):
            guard scale > 0 else { return }
            args.isHandled = true
            zoom(gesture.state, by: scale, about: startAnchor, startLocation, on: &chart)
        case .wheel(_, let deltaY, let deltaMode):
            guard args.isInSourceBounds else { return }
            args.isHandled = true
            let turn = TrackpadPinch.scale(deltaY: deltaY, deltaMode: deltaMode, page: chart.size.height)
            // No window reaches these limits, and they keep the product far from overflow.
            let scale = min(max((state.turned ?? 1) * turn, 1e-100), 1e100)
            if gesture.state.isActive { state.turned = scale }
            zoom(gesture.state, by: scale, about: nil, gesture.location, on: &chart)
        case .tap, .doubleTouchDown, .longPress, .pan, .rotation, .swipe, .hover, .marquee:
            break
        }
    }

    private mutating func zoom(
        _ gestureState: GestureState, by scale: Double, about startAnchor: Point?, _ startLocation: Point,
        on chart: inout Chart
    ) {
        switch gestureState {
        case .began, .changed:
            guard let axis = axis(on: chart) else { return }
            readWindow(axis, scale: scale, on: chart)
            let last = state.scale
            state.scale = scale
            guard state.base == nil || scale != last,
                let window = state.window ?? chart.dates(in: axis.visibleRange)
            else { return }
            state.window = window
            let kept = state.hasTurned == true ? state.place : nil
            let place = kept ?? anchorPlace(startAnchor, startLocation, axis: axis, on: chart)
            state.place = place
            guard let zoomed = zoomed(window, scale: scale, place: place, on: chart),
                let range = chart.places(of: zoomed)
            else { return }
            chart.suspendUpdates { chart in
                chart.requestRange(range, axis: axis.id, clip: RangeClip(mode: .none))
                chart.deselectAllRows()
            }
            state.asked = chart.axis(axis.id)?.requested?.range
        case .ended, .cancelled, .failed, .possible:
            state = State()
        }
    }

    /// Takes the window that is there, unless it is the one that the gesture has asked for.
    private mutating func readWindow(_ axis: Axis, scale: Double, on chart: Chart) {
        guard let asked = state.asked, axis.requested?.range != asked else { return }
        state.window = chart.dates(in: axis.visibleRange)
        state.base = state.scale ?? scale
    }

    /// Keeps the place in the window about which the gesture zooms.
    public mutating func chartTurned(during gesture: Gesture, on chart: Chart) {
        if state.window != nil { state.hasTurned = true }
    }

    /// Keeps the place in the window about which the gesture zooms.
    public mutating func chartResized(by factors: Vector, on chart: Chart) {
        if state.window != nil { state.hasTurned = true }
    }

    /// Counts the scale so far as applied.
    public mutating func takeAsApplied(_ gesture: Gesture, on chart: Chart) {
        guard case .pinch(let scale, _, _) = gesture.values, scale > 0, state.window != nil else { return }
        state.scale = scale
    }

    /// The axis that the modifier zooms.
    public func movedAxes(by gesture: Gesture, on chart: Chart) -> [AxisReference] {
        axis(on: chart).map { [AxisReference(surface: chart.id, axis: $0.id)] } ?? []
    }

    /// The axis that the modifier zooms; `nil` for none.
    private func axis(on chart: Chart) -> Axis? { chart.firstXAxis(of: AxisChoice(.x, ids: parameters.axes)) }

    private func anchorPlace(_ unit: Point?, _ start: Point, axis: Axis, on chart: Chart) -> Double {
        let along =
            unit.map { axis.isVertical ? $0.y : $0.x } ?? chart.coordinate(of: start, along: axis)
            / chart.length(of: axis)
        return axis.isReversed ? 1 - along : along
    }

    private func zoomed(_ window: AxisRange, scale: Double, place: Double, on chart: Chart) -> AxisRange? {
        let half = window.span / 2
        let days = chart.extentOfX.map {
            RangeLimit(min: chart.calendar.startOfDay($0.low), max: chart.calendar.startOfDay($0.high))
        }
        let limit = days ?? .none
        if let base = state.base {
            let newHalf = max(min(parameters.minimumHalf, half), half * base / scale)
            return Self.cut(window.centre, newHalf, to: limit.admitting(window))
        }
        let anchor = window.min + place * 2 * half
        let centre = parameters.snap == .noon ? chart.calendar.noon(anchor) : anchor
        let newHalf = max(parameters.minimumHalf, half * parameters.growth / scale)
        return Self.cut(centre, newHalf, to: limit)
    }

    /// The range about a centre, cut to a limit.
    private static func cut(_ centre: Double, _ half: Double, to limit: RangeLimit) -> AxisRange? {
        AxisRange(min: max(centre - half, limit.min ?? -.infinity), max: min(centre + half, limit.max ?? .infinity))
    }
}

extension Chart {
    /// The dates that a range of the x axes spans.
    ///
    /// On a category axis they are the starts of the rows' days, interpolated between two rows.
    fileprivate func dates(in range: AxisRange) -> AxisRange? {
        switch rowPosition {
        case .x: range
        case .index: AxisRange(min: date(atIndex: range.min), max: date(atIndex: range.max))
        }
    }

    /// The range of the x axes that shows the rows whose day starts in a range of dates.
    ///
    /// - Returns: The range; `nil` where a category axis has no row to show.
    fileprivate func places(of dates: AxisRange) -> AxisRange? {
        switch rowPosition {
        case .x:
            return dates
        case .index:
            let rows = table.rows(in: dates.min...dates.max) { calendar.startOfDay($0) }
            guard let first = rows.first, let last = rows.last else { return nil }
            return first < last
                ? AxisRange(min: Double(first), max: Double(last))
                : AxisRange(min: Double(first) - 0.5, max: Double(first) + 0.5)
        }
    }

    private func date(atIndex index: Double) -> Double {
        guard table.rowCount > 0 else { return 0 }
        let clamped = min(max(index, 0), Double(table.rowCount - 1))
        let row = Int(clamped)
        let day = calendar.startOfDay(table.x[row])
        guard row + 1 < table.rowCount else { return day }
        return day + (clamped - Double(row)) * (calendar.startOfDay(table.x[row + 1]) - day)
    }
}
