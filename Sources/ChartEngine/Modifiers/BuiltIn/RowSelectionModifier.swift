public import Gestures

/// Selects the row under the finger while it drags, as the SwiftUI article's drag gesture does.
public struct RowSelectionModifier: GestureModifier {
    /// `rowSelection`.
    public static let typeName = "rowSelection"
    /// Nothing: it hears of gestures alone.
    public static let needs: ModifierNeeds = []

    /// What a client can set.
    public struct Parameters: ModifierParameters {
        /// Whether the selection stays when the finger lifts.
        public var keepOnEnd = false

        /// Creates the defaults.
        public init() {}
    }

    /// What the client has set.
    public var parameters: Parameters
    /// Nothing: the selection is the chart's.
    public var state = Nothing()

    /// Creates a modifier.
    public init(parameters: Parameters) {
        self.parameters = parameters
    }

    /// A pan that begins on touch down.
    public func makeGestureRecognizer(on chart: Chart) -> PanGestureRecognizer {
        PanGestureRecognizer(minimumDistance: 0)
    }

    /// Selects the nearest row of the window, and none where the window has no row.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        guard gesture.kind == .pan else { return }
        args.isHandled = true
        let isOver = !gesture.state.isActive
        if gesture.state != .cancelled, !isOver || parameters.keepOnEnd {
            let point = chart.coordinate(of: gesture.location, along: chart.xAxes[0])
            if let row = chart.nearestVisibleRow(toPoint: point) {
                chart.selectRow(row)
            } else {
                chart.deselectAllRows()
            }
        }
        if isOver, !parameters.keepOnEnd { chart.deselectAllRows() }
    }
}
