public import Gestures

/// Selects the row under the finger while it drags, as the SwiftUI article's drag gesture does.
///
/// With ``Parameters/edgePan`` a finger beyond an edge moves the window towards it, and selects the row at the edge.
public struct RowSelectionModifier: GestureModifier {
    /// `rowSelection`.
    public static let typeName = "rowSelection"
    /// Events, for the time that passes while a finger is beyond an edge.
    public static let needs: ModifierNeeds = [.events]

    /// By what the window moves while the finger is beyond an edge.
    public enum Step: String, Sendable, Hashable, Codable {
        /// By whole civil days, where the x axis shows dates.
        case day
        /// By anything.
        case none
    }

    /// What a client can set.
    public struct Parameters: ModifierParameters {
        /// Whether the selection stays when the finger lifts; a second finger that lands takes back what the touch selected.
        public var keepOnEnd = false
        /// Whether the window moves while the finger is beyond an edge: by four times the overshoot a second.
        public var edgePan = false
        /// By what it moves.
        public var step = Step.none

        /// Creates the defaults.
        public init() {}
    }

    /// What a gesture in progress remembers.
    public struct State: ModifierState {
        /// The rows that were selected before it; `nil` unless the selection is to be kept.
        public var before: [Int]?
        /// Where the finger was last; `nil` unless the window moves at the edges.
        public var location: Point?
        /// The time up to which the window has moved.
        public var movedUntil: Timestamp?
        /// How far the window is still to move until it has moved by a whole day, in milliseconds.
        public var pending: Double?
        /// Creates the state before a gesture.
        public init() {}
    }

    /// What the client has set.
    public var parameters: Parameters
    /// What a gesture in progress remembers; the selection itself is the chart's.
    public var state = State()

    /// Creates a modifier.
    public init(parameters: Parameters) {
        self.parameters = parameters
    }

    /// Nothing unless the window moves at the edges.
    public var presentNeeds: ModifierNeeds { parameters.edgePan ? [.events] : [] }

    /// A pan that begins on touch down; where its selection is kept a second finger cancels it.
    public func makeGestureRecognizer(on chart: Chart) -> PanGestureRecognizer {
        parameters.keepOnEnd
            ? PanGestureRecognizer(maximumTouches: 1, minimumDistance: 0, givesWay: true)
            : PanGestureRecognizer(minimumDistance: 0)
    }

    /// Moves the window for the time that the finger has been beyond an edge, before the event of that time.
    public mutating func onEvent(_ args: inout ModifierEventArgs, on chart: inout Chart) {
        guard case .input(let event) = args.event, let location = state.location, let since = state.movedUntil,
            event.time > since
        else { return }
        state.movedUntil = event.time
        guard moveWindow(towards: location, for: event.time - since, on: &chart) else { return }
        select(at: location, on: &chart)
    }

    /// Selects the nearest row of the window, and none where the window has no row.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        guard gesture.kind == .pan else { return }
        args.isHandled = true
        let isOver = !gesture.state.isActive
        if gesture.state == .began, parameters.keepOnEnd { state.before = chart.selection.rows }
        if gesture.state != .cancelled, !isOver || parameters.keepOnEnd {
            if parameters.edgePan {
                state.location = gesture.location
                state.movedUntil = gesture.time
            }
            select(at: gesture.location, on: &chart)
        }
        guard isOver else { return }
        if !parameters.keepOnEnd {
            chart.deselectAllRows()
        } else if gesture.state == .cancelled, gesture.numberOfTouches > 1, let before = state.before {
            chart.select(rows: before, mode: .replace)
        }
        state = State()
    }

    private func select(at location: Point, on chart: inout Chart) {
        let point = chart.coordinate(of: location, along: chart.xAxes[0])
        if let row = chart.nearestVisibleRow(toPoint: point) {
            chart.selectRow(row)
        } else {
            chart.deselectAllRows()
        }
    }
}

extension RowSelectionModifier {
    /// How many points a second the window moves for each point that the finger is beyond an edge.
    public static let edgeSpeed = 4.0

    /// Moves the window towards a finger beyond an edge.
    ///
    /// - Parameters:
    ///   - location: Where the finger is.
    ///   - elapsed: For how long, in milliseconds.
    ///   - chart: The chart.
    /// - Returns: Whether the finger is beyond an edge.
    private mutating func moveWindow(
        towards location: Point, for elapsed: Double, on chart: inout Chart
    ) -> Bool {
        let axis = chart.xAxes[0]
        let length = chart.length(of: axis)
        let point = chart.coordinate(of: location, along: axis)
        let overshoot = point - min(max(point, 0), length)
        guard overshoot != 0 else {
            state.pending = nil
            return false
        }
        let points = overshoot * Self.edgeSpeed * elapsed / 1_000
        let distance = chart.viewport(of: axis).shift(forPoints: -points)
        let clip = RangeClip(mode: .clipAtExtents)
        if parameters.step == .day, axis.options.type == .date {
            let wanted = (state.pending ?? 0) + distance
            let days = min(max((wanted / 86_400_000).rounded(.towardZero), -1e7), 1e7)
            state.pending = wanted - days * 86_400_000
            let window = axis.visibleRange
            guard days != 0,
                let moved = AxisRange(
                    min: chart.calendar.moved(window.min, byDays: Int(days)),
                    max: chart.calendar.moved(window.max, byDays: Int(days)))
            else { return true }
            chart.requestRange(moved, axis: axis.id, clip: clip)
        } else if distance != 0 {
            // From what is shown, so that a window at the end of the data asks for no more and comes back at once.
            let moved = axis.values(of: axis.visiblePositions.shifted(by: distance))
            chart.requestRange(moved, axis: axis.id, clip: clip)
        }
        return true
    }
}
