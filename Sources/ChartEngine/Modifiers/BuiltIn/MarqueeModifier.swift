public import ChartJSON
public import Gestures

/// Drags a rectangle, and selects the rows with a point inside it.
///
/// With Control it adds the rows to the selection; with Shift it inverts each.
public struct MarqueeModifier: GestureModifier {
    /// `marquee`.
    public static let typeName = "marquee"
    /// What it does.
    public static let meaning = "Selects the rows with a point inside; Control adds, Shift inverts."
    /// No needs: it only handles gestures.
    public static let needs: ModifierNeeds = []

    /// The things that a marquee selects.
    public enum Selects: String, Sendable, Hashable, Codable, CaseIterable {
        /// Rows with a point of a visible series in the rectangle.
        case rows
        /// Nothing; the client uses the rectangle.
        case none
    }

    /// The properties that a client can set.
    public struct Parameters: ModifierParameters {
        /// The values of ``properties``.
        public var selects = Selects.rows, mode = SelectionMode.replace, series: [String]?

        /// What a client can set.
        public static let properties: [Property<Self>] = [
            .word("selects", \.selects, "What it selects."),
            .word("mode", \.mode, "How the rows join the selection."),
            .series(\.series, "The ids of the series whose points count; `null` is all visible ones."),
        ]

        /// Creates the defaults.
        public init() {}
    }

    /// The values that the client set.
    public var parameters: Parameters

    /// Creates a modifier.
    public init(parameters: Parameters) { self.parameters = parameters }

    /// True where the rectangle selects rows.
    public var searchesRectangles: Bool { parameters.selects == .rows }

    /// Makes a marquee recognizer.
    public func makeGestureRecognizer(on chart: Chart) -> MarqueeGestureRecognizer { MarqueeGestureRecognizer() }

    /// None: the modifier moves no axis.
    public func movedAxes(by gesture: Gesture, on chart: Chart) -> [AxisReference] { [] }

    /// Shows the rectangle during the drag, and selects by the final rectangle.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        guard case .marquee(let rect) = gesture.values else { return }
        args.isHandled = true
        chart.showDrag(of: rect, as: "marquee", by: gesture, of: args.modifier)
        guard gesture.state == .ended, parameters.selects == .rows else { return }
        let candidates = chart.series(of: .allVisibleSeries, named: parameters.series)
        chart.select(
            chart.selectedRows(in: rect, of: candidates), mode: parameters.mode.overridden(by: gesture.modifiers))
    }
}
