import ChartSeries
public import Gestures

/// Zooms a window of whole days with a pinch, as the SwiftUI article's magnify gesture does.
///
/// The window grows by ``Parameters/growth`` over the scale: a scale of 1 is not the identity. It is centred on noon of
/// the day under the gesture's start, and cut, not shifted, to the days of the data.
///
/// Where the x axis is one of categories, the rows' days are what is zoomed: the axis shows the rows in the window.
public struct DateWindowZoomModifier: TrackpadPinchModifier {
    /// `dateWindowZoom`.
    public static let typeName = "dateWindowZoom"
    /// Nothing: it hears of gestures alone.
    public static let needs: ModifierNeeds = []

    /// Where the window's centre goes.
    public enum Snap: String, Sendable, Hashable, Codable {
        /// To noon of its civil day.
        case noon
        /// Nowhere.
        case none
    }

    /// What a client can set.
    public struct Parameters: ModifierParameters {
        /// How much wider than the scale says the window becomes.
        public var growth = 1.2
        /// The smallest half of the window, in milliseconds.
        public var minimumHalf = 86_400_000.0
        /// Where the window's centre goes.
        public var snap = Snap.noon
        /// Whether a turn of the wheel with Control is a pinch, which is how browsers tell one on a trackpad.
        public var trackpad = true

        /// Creates the defaults.
        public init() {}

        /// Refuses windows that vanish.
        public func validate() throws(ModifierError) {
            guard growth > 0 else { throw ModifierError(property: "growth", reason: "The growth is positive.") }
            guard minimumHalf > 0 else {
                throw ModifierError(property: "minimumHalf", reason: "The half window is positive.")
            }
        }
    }

    /// What a gesture in progress remembers.
    public struct State: ModifierState {
        /// The window when the gesture began, in milliseconds since 1970 UTC.
        public var window: AxisRange?
        /// Which part of that window lies before the gesture's start.
        public var place: Double?
        /// Whether the chart has turned since, so that the start lies elsewhere on the screen; `nil` while it has not.
        public var hasTurned: Bool?
        /// The scale of the turns of a wheel so far.
        public var turned: Double?
        /// Creates the state before a gesture.
        public init() {}
    }

    /// What the client has set.
    public var parameters: Parameters
    /// What a gesture in progress remembers.
    public var state = State()

    /// Creates a modifier.
    public init(parameters: Parameters) {
        self.parameters = parameters
    }

    /// A pinch.
    public func makeGestureRecognizer(on chart: Chart) -> PinchGestureRecognizer { PinchGestureRecognizer() }

    /// The wheel.
    public func makeCompanionRecognizers(on chart: Chart) -> [CompanionRecognizer] {
        parameters.trackpad ? [CompanionRecognizer(WheelGestureRecognizer())] : []
    }

    /// Whether it takes a wheel with Control.
    var takesTrackpad: Bool { parameters.trackpad }

    /// Sets the window from the one at the start and the scale since, and clears the selection.
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
            // Far beyond what a window can be, and far from where a Double ends.
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
            let axis = chart.xAxes[0]
            guard let window = state.window ?? chart.dates(in: axis.visibleRange) else { return }
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
        case .ended, .cancelled, .failed, .possible:
            state = State()
        }
    }

    /// Keeps the place in the window about which it zooms.
    public mutating func chartTurned(during gesture: Gesture, on chart: Chart) {
        if state.window != nil { state.hasTurned = true }
    }

    private func anchorPlace(_ unit: Point?, _ start: Point, axis: Axis, on chart: Chart) -> Double {
        let along =
            unit.map { axis.isVertical ? $0.y : $0.x } ?? chart.coordinate(of: start, along: axis)
            / chart.length(of: axis)
        return axis.isVertical != axis.options.isFlipped ? 1 - along : along
    }

    private func zoomed(_ window: AxisRange, scale: Double, place: Double, on chart: Chart) -> AxisRange? {
        let half = window.span / 2
        let anchor = window.min + place * 2 * half
        let centre = parameters.snap == .noon ? chart.calendar.noon(anchor) : anchor
        let newHalf = max(parameters.minimumHalf, half * parameters.growth / scale)
        var (low, high) = (centre - newHalf, centre + newHalf)
        if let extent = chart.table.extent {
            low = max(low, chart.calendar.startOfDay(extent.first))
            high = min(high, chart.calendar.startOfDay(extent.last))
        }
        return AxisRange(min: low, max: high)
    }
}

extension Chart {
    /// The dates that a range of the x axes spans; of a category axis the starts of the rows' days, between two rows
    /// interpolated.
    fileprivate func dates(in range: AxisRange) -> AxisRange? {
        switch rowPosition {
        case .x: range
        case .index: AxisRange(min: date(atIndex: range.min), max: date(atIndex: range.max))
        }
    }

    /// The range of the x axes that shows the rows whose day starts in a range of dates; `nil` where a category axis has
    /// none to show.
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
