public import ChartJSON
import ChartSeries
public import Gestures

/// Selects the row under the finger while it drags, as the SwiftUI article's drag gesture does.
///
/// With ``Parameters/edgePan`` a finger beyond an edge moves the window towards that edge and selects the row there.
public struct RowSelectionModifier: GestureModifier {
    /// `rowSelection`.
    public static let typeName = "rowSelection"
    /// What it does.
    public static let meaning =
        "Selects the row under the finger and labels it; moves the window at its edges with `edgePan`."
    /// Events, for their time while a finger is beyond an edge.
    public static let needs: ModifierNeeds = [.events]
    /// The x axes.
    public static let nameableAxes = ModifierDirection.x

    /// The step of the window while the finger is beyond an edge.
    public enum Step: String, Sendable, Hashable, Codable, CaseIterable {
        /// Whole civil days, where the x axis shows dates.
        case day
        /// Any distance.
        case none
    }

    /// The properties that a client can set.
    public struct Parameters: ModifierParameters {
        /// The values of ``properties``.
        public var keepOnEnd = false, edgePan = false, step = Step.none, axes: [String]?

        /// What a client can set.
        public static let properties: [Property<Self>] = [
            .flag(
                "keepOnEnd", \.keepOnEnd,
                "Whether the selection stays when the finger lifts. A second finger then takes back what the touch has selected."
            ),
            .flag(
                "edgePan", \.edgePan,
                "Whether the window moves while the finger is beyond an edge, by four times the overshoot a second."),
            .word("step", \.step, "The step of that move."),
            .axes(
                \.axes,
                "The ids of x axes, of which the first moves at the edges: `[]` is none, `null` the first of all."),
        ]

        /// Creates the defaults.
        public init() {}
    }

    /// The state of a gesture in progress.
    public struct State: ModifierState {
        /// The rows selected before the gesture; `nil` unless the gesture keeps its selection.
        public var before: [Int]?
        /// Those of other datasets than the surface's.
        public var othersBefore: [SelectedRows]?
        /// The last location of the finger; `nil` unless the window moves at the edges.
        public var location: Point?
        /// The time until which the window has moved.
        public var movedUntil: Timestamp?
        /// The requested distance that is not yet a whole day, in milliseconds.
        public var pending: Double?
        /// Creates the state before a gesture.
        public init() {}
    }

    /// The values that the client set.
    public var parameters: Parameters
    /// The state of a gesture in progress; the chart holds the selection.
    public var state = State()

    /// Creates a modifier.
    public init(parameters: Parameters) { self.parameters = parameters }

    /// Events only if the window moves at the edges.
    public var presentNeeds: ModifierNeeds { parameters.edgePan ? [.events] : [] }

    /// Makes a pan that begins on touch down; a second finger cancels it if it keeps its selection.
    public func makeGestureRecognizer(on chart: Chart) -> PanGestureRecognizer {
        parameters.keepOnEnd
            ? PanGestureRecognizer(maximumTouches: 1, minimumDistance: 0, givesWay: true)
            : PanGestureRecognizer(minimumDistance: 0)
    }

    /// Moves the window for the time since the last move if the finger is beyond an edge, before the event applies.
    public mutating func onEvent(_ args: inout ModifierEventArgs, on chart: inout Chart) {
        guard case .input(let event) = args.event, let location = state.location, let since = state.movedUntil,
            event.time > since
        else { return }
        state.movedUntil = event.time
        guard moveWindow(towards: location, for: event.time - since, on: &chart) else { return }
        select(at: location, on: &chart)
    }

    /// Selects the nearest row of the window, or no row if the window has none.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        guard gesture.kind == .pan else { return }
        args.isHandled = true
        let isOver = !gesture.state.isActive
        if gesture.state == .began, parameters.keepOnEnd {
            state.before = chart.selection.rows
            state.othersBefore = chart.selection.others.isEmpty ? nil : chart.selection.others
        }
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
            chart.select([SelectedRows(of: SeriesSource(), before)] + (state.othersBefore ?? []), mode: .replace)
        }
        state = State()
    }

    /// The axis that moves at the edges, if any.
    public func movedAxes(by gesture: Gesture, on chart: Chart) -> [AxisReference] {
        guard parameters.edgePan, let axis = movedAxis(on: chart) else { return [] }
        return [AxisReference(surface: chart.id, axis: axis.id)]
    }

    private func movedAxis(on chart: Chart) -> Axis? { chart.firstXAxis(of: AxisChoice(.x, ids: parameters.axes)) }

    /// Keeps the place of the finger.
    public mutating func chartResized(by factors: Vector, on chart: Chart) {
        state.location = state.location?.scaled(by: factors)
    }

    private func select(at location: Point, on chart: inout Chart) {
        let point = chart.coordinate(of: location, along: chart.xAxes[0])
        chart.select(chart.nearestVisibleRows(toPoint: point), mode: .replace)
    }
}

extension RowSelectionModifier {
    /// The speed of the window for each point of overshoot, in points per second.
    public static let edgeSpeed = 4.0

    /// Moves the window towards a finger beyond an edge.
    ///
    /// - Parameters:
    ///   - location: The location of the finger.
    ///   - elapsed: The time to move for, in milliseconds.
    ///   - chart: The chart.
    /// - Returns: Whether the finger is beyond an edge.
    private mutating func moveWindow(
        towards location: Point, for elapsed: Double, on chart: inout Chart
    ) -> Bool {
        guard let axis = movedAxis(on: chart) else { return false }
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
            let days = CivilCalendar.wholeDays(in: wanted)
            state.pending = wanted - days * 86_400_000
            guard days != 0, let moved = chart.calendar.moved(axis.visibleRange, byDays: Int(days)) else { return true }
            chart.requestRange(moved, axis: axis.id, clip: clip)
        } else if distance != 0 {
            // The move starts at the visible range, so that a window at the end of the data moves back at once.
            let moved = axis.values(of: axis.visiblePositions.shifted(by: distance))
            chart.requestRange(moved, axis: axis.id, clip: clip)
        }
        return true
    }
}
