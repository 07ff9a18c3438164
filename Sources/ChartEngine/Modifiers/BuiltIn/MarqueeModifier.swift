public import Gestures

/// Drags a rectangle, and selects the rows with a point inside it.
///
/// With Control the rows are added to the selection, with Shift each is inverted.
public struct MarqueeModifier: GestureModifier {
    /// `marquee`.
    public static let typeName = "marquee"
    /// Nothing: it hears of gestures alone.
    public static let needs: ModifierNeeds = []

    /// What a marquee selects.
    public enum Selects: String, Sendable, Hashable, Codable {
        /// Rows with a point of a visible series inside.
        case rows
        /// Nothing: the rectangle is for the client.
        case none
    }

    /// What a client can set.
    public struct Parameters: ModifierParameters {
        /// What the marquee selects.
        public var selects = Selects.rows
        /// How the rows join the selection.
        public var mode = SelectionMode.replace

        /// Creates the defaults.
        public init() {}
    }

    /// What the client has set.
    public var parameters: Parameters
    /// Nothing: the rectangle is the gesture's.
    public var state = Nothing()

    /// Creates a modifier.
    public init(parameters: Parameters) {
        self.parameters = parameters
    }

    /// A marquee.
    public func makeGestureRecognizer(on chart: Chart) -> MarqueeGestureRecognizer { MarqueeGestureRecognizer() }

    /// Shows the rectangle while it is dragged; selects by the final one, then takes it away.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        guard case .marquee(let rect) = gesture.values else { return }
        args.isHandled = true
        switch gesture.state {
        case .began, .changed:
            chart.setOverlays([Overlay(modifier: args.modifier, kind: "marquee", rect: rect)], of: args.modifier)
        case .ended:
            if parameters.selects == .rows {
                chart.select(rows: chart.rows(in: rect), mode: parameters.mode.overridden(by: gesture.modifiers))
            }
            chart.setOverlays([], of: args.modifier)
        case .cancelled, .failed, .possible:
            chart.setOverlays([], of: args.modifier)
        }
    }
}
