public import ChartJSON
public import Gestures

/// Zooms about the pointer, or pans, with the wheel.
///
/// On the area of an axis it acts on that axis alone. In the plot area the modifier receives no turn with Control where
/// a ``PinchZoomModifier`` or ``DateWindowZoomModifier`` of the surface treats it as a pinch.
public struct MouseWheelZoomModifier: GestureModifier {
    /// `mouseWheelZoom`.
    public static let typeName = "mouseWheelZoom"
    /// What it does.
    public static let meaning = "Zooms about the pointer (d3's or Vega's law), or pans."
    /// No needs: it only handles gestures.
    public static let needs: ModifierNeeds = []
    /// True.
    public static let yieldsTrackpadPinch = true

    /// What the wheel does.
    public enum Action: String, Sendable, Hashable, Codable, CaseIterable {
        /// It zooms about the pointer.
        case zoom
        /// It moves the ranges, or zooms with Control.
        case pan
    }

    /// The law that gives the factor of a turn.
    public enum Law: String, Sendable, Hashable, Codable, CaseIterable {
        /// The law of d3-zoom: 2^(−deltaY · (0.002 a point, 0.05 a line, 1 a page) · (10 with Control)).
        case d3
        /// The law of Vega: the span grows by 1.001^(deltaY · 16^deltaMode).
        case vega
    }

    /// The properties that a client can set.
    public struct Parameters: DirectedParameters {
        /// The values of ``properties``.
        public var action = Action.zoom, direction = ModifierDirection.x, axes: [String]?, law = Law.d3,
            clipMode = ClipMode.clipAtExtents, clipModeTarget = ClipTarget.maximumRange, allowsGestureOnAxis = true

        /// What a client can set.
        public static let properties: [Property<Self>] = [
            .word("action", \.action, "What the wheel does."),
            .word("direction", \.direction, "The axes that take part."),
            .axes(
                \.axes,
                "The ids of the axes that take part, whatever `direction` says: `[]` is none, `null` all of the direction."
            ),
            .word("law", \.law, "The law by which a turn becomes a factor."),
            .word("clipMode", \.clipMode, "How ranges are clipped."),
            .word("clipModeTarget", \.clipModeTarget, "What ranges are clipped to."),
            .flag(
                "allowsGestureOnAxis", \.allowsGestureOnAxis,
                "Whether the wheel on the area of an axis, 24 points deep, zooms or moves that axis alone."),
        ]

        /// Creates the defaults.
        public init() {}
    }

    /// The values that the client set.
    public var parameters: Parameters

    /// Creates a modifier.
    public init(parameters: Parameters) { self.parameters = parameters }

    /// Makes a wheel recognizer.
    public func makeGestureRecognizer(on chart: Chart) -> WheelGestureRecognizer { WheelGestureRecognizer() }

    /// Applies a turn; the end of a wheel gesture carries no turn.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        guard case .wheel(let deltaX, let deltaY, let deltaMode) = gesture.values,
            let axes = axes(of: gesture, on: chart)
        else { return }
        args.isHandled = true
        guard gesture.state.isActive else { return }
        let clip = RangeClip(mode: parameters.clipMode, target: parameters.clipModeTarget)
        if parameters.action == .zoom || gesture.modifiers.contains(.control) {
            let factor = factor(deltaY, deltaMode, hasControl: gesture.modifiers.contains(.control))
            chart.zoom(by: factor, about: gesture.location, axes: axes, clip: clip)
        } else {
            chart.panByWheel(deltaX: deltaX, deltaY: deltaY, deltaMode: deltaMode, axes: axes, clip: clip)
        }
    }

    /// The axes that the modifier zooms or moves.
    public func movedAxes(by gesture: Gesture, on chart: Chart) -> [AxisReference] {
        axes(of: gesture, on: chart).map(chart.references) ?? []
    }

    /// The axes that a turn zooms or moves; `nil` for none, so that the turn is left to others.
    private func axes(of gesture: Gesture, on chart: Chart) -> AxisChoice? {
        chart.axes(at: gesture.location, of: parameters.chosenAxes, allowsAreas: parameters.allowsGestureOnAxis)
            .flatMap { $0.ids?.isEmpty == true ? nil : $0 }
    }

    /// The content grows with a turn, or moves against it.
    public func movements(by gesture: Gesture, role: Int, on chart: Chart) -> [AxisMovement] {
        let axes = chart.movableAxes(among: movedAxes(by: gesture, on: chart))
        if parameters.action == .zoom {
            // Both laws are powers of one number.
            let power = parameters.law == .d3 ? 1 : ElementaryFunctions.logarithm10(1.001) / (0.002 * Self.log2)
            return axes.map { AxisMovement(axis: $0.id, zoom: power) }
        }
        guard parameters.direction != .x else { return [] }
        return axes.map { AxisMovement(axis: $0.id, pan: -1) }
    }

    private static let log2 = ElementaryFunctions.logarithm10(2)

    private func factor(_ delta: Double, _ mode: WheelEvent.DeltaMode, hasControl: Bool) -> Double {
        switch parameters.law {
        case .d3:
            let unit =
                switch mode {
                case .pixel: 0.002
                case .line: 0.05
                case .page: 1.0
                }
            return ElementaryFunctions.powerOfTwo(-delta * unit * (hasControl ? 10 : 1))
        case .vega:
            let unit =
                switch mode {
                case .pixel: 1.0
                case .line: 16.0
                case .page: 256.0
                }
            return ElementaryFunctions.power(1.001, -delta * unit)
        }
    }
}

extension Chart {
    /// Moves ranges by a turn of the wheel.
    ///
    /// A turn to the right moves the content of horizontal axes to the left, and a turn towards the user that of vertical
    /// axes upwards, as fingers on a trackpad do. Where all axes that take part are horizontal and there is no horizontal
    /// turn, the vertical one moves them.
    ///
    /// - Parameters:
    ///   - deltaX: The horizontal turn.
    ///   - deltaY: The vertical turn.
    ///   - deltaMode: The unit of the turns; a line is 40 points, a page the plot area.
    ///   - axes: The axes that take part.
    ///   - clip: How to clip their ranges.
    public mutating func panByWheel(
        deltaX: Double, deltaY: Double, deltaMode: WheelEvent.DeltaMode, axes: AxisChoice, clip: RangeClip
    ) {
        let across = deltaX == 0 && !self.axes(axes).contains(where: \.isVertical) ? deltaY : deltaX
        forEachAxis(axes) { axis, length in
            let unit =
                switch deltaMode {
                case .pixel: 1.0
                case .line: 40.0
                case .page: length
                }
            axis.pan(byPoints: -(axis.isVertical ? deltaY : across) * unit, length: length, clip: clip)
        }
    }
}
