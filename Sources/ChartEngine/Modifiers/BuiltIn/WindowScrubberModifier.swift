public import Gestures

/// A strip beside the x axis whose thumb is the window; a drag on it moves the window through all the data.
///
/// It is there only while the window shows a part of the data. A drag follows its dominant axis and keeps the window's
/// length; on an axis of dates it moves by whole days, truncated toward zero.
public struct WindowScrubberModifier: GestureModifier {
    /// `windowScrubber`.
    public static let typeName = "windowScrubber"
    /// Updates.
    public static let needs: ModifierNeeds = [.updates]

    /// By what the window moves.
    public enum Step: String, Sendable, Hashable, Codable {
        /// By whole civil days, where the axis shows dates.
        case day
        /// By anything.
        case none
    }

    /// What a client can set.
    public struct Parameters: ModifierParameters {
        /// By what the window moves.
        public var step = Step.day
        /// The least length of the thumb, in points.
        public var minimumThumb = 16.0
        /// Where the strip lies, in points; `nil` is 18 points that begin 40 points below the plot area, or left of it
        /// when the x axis is vertical.
        public var strip: Rect?

        /// Creates the defaults.
        public init() {}

        /// Refuses thumbs and strips that nobody can touch.
        public func validate() throws(ModifierError) {
            guard (0...1e6).contains(minimumThumb) else {
                throw ModifierError(property: "minimumThumb", reason: "A thumb is 0 to 1000000 points long.")
            }
            guard let strip else { return }
            guard (1...1e6).contains(strip.width), (1...1e6).contains(strip.height), abs(strip.x) <= 1e6,
                abs(strip.y) <= 1e6
            else {
                throw ModifierError(
                    property: "strip", reason: "A strip is 1 to 1000000 points wide and high, within a million points.")
            }
        }
    }

    /// What a drag in progress remembers.
    public struct State: ModifierState {
        /// Whether a drag on the strip is in progress.
        public var isDragging = false
        /// How far the window has been asked to move: in days, or in units of the axis.
        public var applied = 0.0
        /// Creates the state before a drag.
        public init() {}
    }

    /// What the client has set.
    public var parameters: Parameters
    /// What a drag in progress remembers.
    public var state = State()

    /// Creates a modifier.
    public init(parameters: Parameters) {
        self.parameters = parameters
    }

    /// A pan of one finger.
    public func makeGestureRecognizer(on chart: Chart) -> PanGestureRecognizer {
        PanGestureRecognizer(maximumTouches: 1)
    }

    /// Touches that begin on the strip while it is there.
    public func shouldReceive(_ touch: Touch, on chart: Chart) -> Bool { reaches(touch.startLocation, on: chart) }

    /// Moves the window by what the drag has grown since the last state.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        guard case .pan(let translation, _) = gesture.values else { return }
        if !state.isDragging { state.isDragging = reaches(gesture.location + (.zero - translation), on: chart) }
        guard state.isDragging else { return }
        args.isHandled = true
        if gesture.state != .cancelled { drag(translation, on: &chart) }
        if !gesture.state.isActive { state = State() }
    }

    /// Shows the strip at once.
    public mutating func attach(to chart: inout Chart, as id: String) { onUpdate(of: &chart, as: id) }

    /// Shows the strip and its thumb.
    public mutating func onUpdate(of chart: inout Chart, as id: String) {
        guard let total = total(on: chart) else {
            chart.setOverlays([], of: id)
            return
        }
        let strip = strip(on: chart)
        chart.setOverlays(
            [
                Overlay(modifier: id, kind: "scrubber", rect: strip),
                Overlay(modifier: id, kind: "scrubberThumb", rect: thumb(in: strip, total: total, on: chart).rect),
            ], of: id)
    }

    /// What the strip stands for; `nil` while the window shows all of it.
    private func total(on chart: Chart) -> AxisRange? {
        let axis = chart.xAxes[0]
        guard let total = axis.dataRange, !axis.visibleRange.isNearly(total), axis.visibleRange.span < total.span
        else { return nil }
        return total
    }

    private func strip(on chart: Chart) -> Rect {
        if let strip = parameters.strip { return strip }
        return chart.xAxes[0].isVertical
            ? Rect(x: -58, y: 0, width: 18, height: chart.size.height)
            : Rect(x: 0, y: chart.size.height + 40, width: chart.size.width, height: 18)
    }

    private func reaches(_ location: Point, on chart: Chart) -> Bool {
        let rounded = Point(x: (location.x * 1e6).rounded() / 1e6, y: (location.y * 1e6).rounded() / 1e6)
        return total(on: chart) != nil && strip(on: chart).contains(rounded)
    }

    private func thumb(in strip: Rect, total: AxisRange, on chart: Chart) -> WindowThumb {
        let axis = chart.xAxes[0]
        return WindowThumb(
            total: total, window: axis.visibleRange, strip: strip, minimumLength: parameters.minimumThumb,
            isVertical: axis.isVertical, isReversed: axis.isVertical != axis.options.isFlipped)
    }

    /// What a drag has gone so far counts as applied on the strip as it lies now.
    public mutating func chartTurned(during gesture: Gesture, on chart: Chart) {
        guard state.isDragging, case .pan(let translation, _) = gesture.values, let total = chart.xAxes[0].dataRange
        else { return }
        let distance = distance(of: translation, total: total, on: chart)
        state.applied = movesByDays(chart.xAxes[0]) ? Self.days(distance) : distance
    }

    /// How far a translation moves the window, in units of the axis.
    private func distance(of translation: Vector, total: AxisRange, on chart: Chart) -> Double {
        let axis = chart.xAxes[0]
        let strip = strip(on: chart)
        let length = axis.isVertical ? strip.height : strip.width
        let isSideways = abs(translation.dx) >= abs(translation.dy)
        let points = isSideways ? translation.dx : axis.isVertical ? -translation.dy : translation.dy
        return (axis.options.isFlipped ? -points : points) * (total.span / length)
    }

    private func movesByDays(_ axis: Axis) -> Bool { parameters.step == .day && axis.options.type == .date }

    private static func days(_ distance: Double) -> Double {
        min(max((distance / 86_400_000).rounded(.towardZero), -1e7), 1e7)
    }

    private mutating func drag(_ translation: Vector, on chart: inout Chart) {
        let axis = chart.xAxes[0]
        guard let total = axis.dataRange else { return }
        let distance = distance(of: translation, total: total, on: chart)
        let window = axis.requested.map { axis.values(of: $0.range) } ?? axis.visibleRange
        if movesByDays(axis) {
            let days = Self.days(distance)
            let step = Int(days - state.applied)
            state.applied = days
            // Each end by itself, so that whole days stay whole over a change of summer time.
            guard step != 0,
                let moved = AxisRange(
                    min: chart.calendar.moved(window.min, byDays: step),
                    max: chart.calendar.moved(window.max, byDays: step))
            else { return }
            request(moved, axis: axis.id, on: &chart)
        } else {
            move(window, by: distance - state.applied, axis: axis.id, on: &chart)
            state.applied = distance
        }
    }

    private func move(_ window: AxisRange, by distance: Double, axis id: String, on chart: inout Chart) {
        guard distance != 0 else { return }
        request(window.shifted(by: distance), axis: id, on: &chart)
    }

    private func request(_ range: AxisRange, axis id: String, on chart: inout Chart) {
        chart.requestRange(range, axis: id, clip: RangeClip(mode: .clipAtExtents, target: .dataRange))
    }
}

extension CivilCalendar {
    /// The same time of day some days later, or as far from the start of the day.
    func moved(_ instant: Double, byDays days: Int) -> Double {
        startOfDay(instant, addingDays: days) + (instant - startOfDay(instant))
    }
}
