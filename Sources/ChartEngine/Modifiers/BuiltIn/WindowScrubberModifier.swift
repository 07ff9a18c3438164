public import ChartJSON
import ChartSeries
public import Gestures

/// Shows a strip beside the x axis with a thumb for the window; a drag on the strip moves the window through the data.
///
/// The strip exists only while the window shows a part of the data. A drag follows its dominant axis and keeps the
/// window's length on the screen: on a logarithmic axis the window keeps its ratio. On a date axis it moves by whole
/// days, truncated toward zero. Rows that come during a drag do not change how far it moves.
public struct WindowScrubberModifier: GestureModifier, OverlayModifier {
    /// `windowScrubber`.
    public static let typeName = "windowScrubber"
    /// What it does.
    public static let meaning = "Moves the window through all the data, by whole days on an axis of dates."
    /// The x axes.
    public static let nameableAxes = ModifierDirection.x

    /// The step by which the window moves.
    public enum Step: String, Sendable, Hashable, Codable, CaseIterable {
        /// Whole civil days, where the axis shows dates.
        case day
        /// Any distance.
        case none
    }

    /// The properties that a client can set.
    public struct Parameters: ModifierParameters {
        /// The values of ``properties``.
        public var axes: [String]?, step = Step.day, minimumThumb = 16.0, strip: Rect?

        /// What a client can set.
        public static let properties: [Property<Self>] = [
            .axes(\.axes, "The ids of x axes, of which it moves the first: `[]` is none, `null` the first of all."),
            .word("step", \.step, "The step by which the window moves."),
            .number("minimumThumb", \.minimumThumb, from: 0, to: 1e6, "The least length of the thumb, in points."),
            Property(
                "strip", \.strip, Schema(.object, as: "Rectangle").orNull,
                "The rectangle of the strip, in points. `null` is 18 points high, 40 points below the plot area, or left of it where the x axis is vertical.",
                fault: { strip in
                    guard let strip,
                        !(1...1e6).contains(min(strip.width, strip.height))
                            || max(strip.width, strip.height, abs(strip.x), abs(strip.y)) > 1e6
                    else { return nil }
                    return "A strip is 1 to 1000000 points wide and high, within a million points."
                }),
        ]

        /// Creates the defaults.
        public init() {}
    }

    /// The state of a drag in progress.
    public struct State: ModifierState {
        /// Whether a drag on the strip is in progress.
        public var isDragging = false
        /// The applied distance of the window, in days or in positions of the axis.
        public var applied = 0.0
        /// The range of the whole strip when the drag began, in positions; `nil` between drags.
        public var total: AxisRange?
        /// Creates the state before a drag.
        public init() {}
    }

    /// The values that the client set.
    public var parameters: Parameters
    /// The state of a drag in progress.
    public var state = State()

    /// Creates a modifier.
    public init(parameters: Parameters) { self.parameters = parameters }

    /// Makes a pan of one finger.
    public func makeGestureRecognizer(on chart: Chart) -> PanGestureRecognizer {
        PanGestureRecognizer(maximumTouches: 1)
    }

    /// Accepts touches that begin on the strip while it exists.
    public func shouldReceive(_ touch: Touch, on chart: Chart) -> Bool { reaches(touch.startLocation, on: chart) }

    /// Moves the window by the drag since the last state.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        guard case .pan(let translation, _) = gesture.values else { return }
        if !state.isDragging {
            state.isDragging = reaches(gesture.location + (.zero - translation), on: chart)
            state.total = axis(on: chart).flatMap { total(of: $0) }
        }
        guard state.isDragging else { return }
        args.isHandled = true
        if gesture.state != .cancelled { drag(translation, on: &chart) }
        if !gesture.state.isActive { state = State() }
    }

    /// The axis that the modifier moves while a drag on the strip is in progress.
    public func movedAxes(by gesture: Gesture, on chart: Chart) -> [AxisReference] {
        guard state.isDragging, let axis = axis(on: chart) else { return [] }
        return [AxisReference(surface: chart.id, axis: axis.id)]
    }

    /// The axis that the modifier moves; `nil` for none.
    private func axis(on chart: Chart) -> Axis? { chart.firstXAxis(of: AxisChoice(.x, ids: parameters.axes)) }

    /// Returns the strip and its thumb, while the window shows a part of the data.
    public func overlays(on chart: Chart, as id: String) -> [Overlay] {
        guard let axis = axis(on: chart), let total = total(of: axis) else { return [] }
        let strip = strip(along: axis, on: chart)
        return [
            Overlay(modifier: id, kind: "scrubber", rect: strip),
            Overlay(modifier: id, kind: "scrubberThumb", rect: thumb(of: axis, in: strip, total: total).rect),
        ]
    }

    /// The range of the whole strip, in positions; `nil` while the window shows all of it.
    private func total(of axis: Axis) -> AxisRange? {
        guard let total = Self.data(of: axis), !axis.visiblePositions.isNearly(total),
            axis.visiblePositions.span < total.span
        else { return nil }
        return total
    }

    /// The range of an axis's data, in positions.
    private static func data(of axis: Axis) -> AxisRange? { axis.dataRange.flatMap(axis.scale.positions) }

    private func strip(along axis: Axis, on chart: Chart) -> Rect {
        if let strip = parameters.strip { return strip }
        return axis.isVertical
            ? Rect(x: -58, y: 0, width: 18, height: chart.size.height)
            : Rect(x: 0, y: chart.size.height + 40, width: chart.size.width, height: 18)
    }

    private func reaches(_ location: Point, on chart: Chart) -> Bool {
        let rounded = Point(x: (location.x * 1e6).rounded() / 1e6, y: (location.y * 1e6).rounded() / 1e6)
        guard let axis = axis(on: chart), total(of: axis) != nil else { return false }
        return strip(along: axis, on: chart).contains(rounded)
    }

    private func thumb(of axis: Axis, in strip: Rect, total: AxisRange) -> WindowThumb {
        WindowThumb(
            total: total, window: axis.visiblePositions, strip: strip, minimumLength: parameters.minimumThumb,
            isVertical: axis.isVertical, isReversed: axis.isReversed)
    }

    /// Counts the drag so far as applied on the turned strip.
    public mutating func chartTurned(during gesture: Gesture, on chart: Chart) { takeAsApplied(gesture, on: chart) }

    /// Counts the drag so far as applied.
    public mutating func takeAsApplied(_ gesture: Gesture, on chart: Chart) {
        guard state.isDragging, case .pan(let translation, _) = gesture.values, let axis = axis(on: chart),
            let total = heldTotal(of: axis)
        else { return }
        let distance = distance(of: translation, total: total, along: axis, on: chart)
        state.applied = movesByDays(axis) ? CivilCalendar.wholeDays(in: distance) : distance
    }

    /// The range by which a drag in progress is measured, in positions.
    private func heldTotal(of axis: Axis) -> AxisRange? { state.total ?? Self.data(of: axis) }

    /// The distance by which a translation moves the window, in positions of the axis.
    private func distance(of translation: Vector, total: AxisRange, along axis: Axis, on chart: Chart) -> Double {
        let strip = strip(along: axis, on: chart)
        let length = axis.isVertical ? strip.height : strip.width
        let isSideways = abs(translation.dx) >= abs(translation.dy)
        let points = isSideways ? translation.dx : axis.isVertical ? -translation.dy : translation.dy
        return (axis.options.isFlipped ? -points : points) * (total.span / length)
    }

    private func movesByDays(_ axis: Axis) -> Bool { parameters.step == .day && axis.options.type == .date }

    private mutating func drag(_ translation: Vector, on chart: inout Chart) {
        guard let axis = axis(on: chart), let total = heldTotal(of: axis) else { return }
        let distance = distance(of: translation, total: total, along: axis, on: chart)
        let window = axis.requested?.range ?? axis.visiblePositions
        if movesByDays(axis) {
            let days = CivilCalendar.wholeDays(in: distance)
            let step = Int(days - state.applied)
            state.applied = days
            guard step != 0, let moved = chart.calendar.moved(window, byDays: step) else { return }
            request(moved, axis: axis.id, on: &chart)
        } else {
            let step = distance - state.applied
            state.applied = distance
            if step != 0 { request(axis.values(of: window.shifted(by: step)), axis: axis.id, on: &chart) }
        }
    }

    private func request(_ range: AxisRange, axis id: String, on chart: inout Chart) {
        chart.requestRange(range, axis: id, clip: RangeClip(mode: .clipAtExtents, target: .dataRange))
    }
}

extension CivilCalendar {
    /// The whole days in a distance in milliseconds, truncated toward zero and limited to ten million.
    static func wholeDays(in distance: Double) -> Double {
        min(max((distance / 86_400_000).rounded(.towardZero), -1e7), 1e7)
    }

    /// The range some days later, each end by itself, so that whole days stay whole over a change of summer time.
    ///
    /// - Returns: The range; `nil` where its ends would not ascend.
    func moved(_ range: AxisRange, byDays days: Int) -> AxisRange? {
        AxisRange(min: moved(range.min, byDays: days), max: moved(range.max, byDays: days))
    }

    /// The instant some days later, as far from the start of its day as before.
    private func moved(_ instant: Double, byDays days: Int) -> Double {
        startOfDay(instant, addingDays: days) + (instant - startOfDay(instant))
    }
}
