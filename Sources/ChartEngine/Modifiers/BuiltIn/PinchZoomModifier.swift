public import ChartJSON
public import Gestures

/// Zooms about the fingers' centroid.
///
/// With ``Parameters/trackpad`` a turn of the wheel with Control is a pinch too, about the pointer. The modifier does
/// not pan. Together with a ``ZoomPanModifier`` it gives d3-zoom's two-finger transform.
public struct PinchZoomModifier: GestureModifier {
    /// `pinchZoom`.
    public static let typeName = "pinchZoom"
    /// What it does.
    public static let meaning =
        "Zooms about the point between the fingers; beside `zoomPan` the two are the two-finger transform of d3-zoom."
    /// No needs: it only handles gestures.
    public static let needs: ModifierNeeds = []

    /// The properties that a client can set.
    public struct Parameters: DirectedParameters {
        /// The values of ``properties``.
        public var direction = ModifierDirection.xy, axes: [String]?, uniform = true, scaleFactor = 1.0,
            clipMode = ClipMode.clipAtExtents, clipModeTarget = ClipTarget.maximumRange, trackpad = true

        /// What a client can set.
        public static let properties: [Property<Self>] = [
            .word("direction", \.direction, "The axes that zoom."),
            .axes(
                \.axes,
                "The ids of the axes that zoom, whatever `direction` says: `[]` is none, `null` all of the direction."),
            .flag(
                "uniform", \.uniform,
                "Whether all axes zoom by the same factor. Otherwise horizontal axes go by the horizontal distance of the fingers, and vertical axes by the vertical one."
            ),
            .number(
                "scaleFactor", \.scaleFactor, from: -100, to: 100, but: 0,
                "The exponent: the axes zoom by the scale to the power of this."),
            .word("clipMode", \.clipMode, "How ranges are clipped."),
            .word("clipModeTarget", \.clipModeTarget, "What ranges are clipped to."),
            .flag(
                "trackpad", \.trackpad,
                "Whether a turn of the wheel with Control is a pinch. Browsers report a pinch on a trackpad in this way."
            ),
        ]

        /// Creates the defaults.
        public init() {}
    }

    /// The applied scales of a gesture in progress.
    public struct State: ModifierState {
        /// The applied scale of the main recognizer.
        public var applied = 1.0
        /// The applied scale of the companion that measures the vertical distance.
        public var appliedVertically = 1.0
        /// Creates the state before a gesture.
        public init() {}
    }

    /// The values that the client set.
    public var parameters: Parameters
    /// The state of a gesture in progress.
    public var state = State()

    /// Creates a modifier.
    public init(parameters: Parameters) { self.parameters = parameters }

    /// Makes a pinch by the fingers' distance, or by its horizontal part when the axes zoom separately.
    public func makeGestureRecognizer(on chart: Chart) -> PinchGestureRecognizer {
        PinchGestureRecognizer(spanAxis: parameters.uniform ? .xy : .x)
    }

    /// Makes a pinch by the vertical distance when the axes zoom separately, and a wheel recognizer for trackpads.
    public func makeCompanionRecognizers(on chart: Chart) -> [CompanionRecognizer] {
        let vertical = parameters.uniform ? [] : [CompanionRecognizer(PinchGestureRecognizer(spanAxis: .y))]
        return parameters.trackpad ? vertical + [CompanionRecognizer(WheelGestureRecognizer())] : vertical
    }

    /// Whether a client has left it on.
    public var takesTrackpadPinch: Bool { parameters.trackpad }

    /// Zooms by the ratio of the scale to the applied one.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        if case .wheel(_, let deltaY, let deltaMode) = gesture.values {
            turn(deltaY, deltaMode, of: gesture, args: &args, on: &chart)
            return
        }
        guard case .pinch(let scale, _, _) = gesture.values, scale > 0 else { return }
        args.isHandled = true
        let isVertical = args.recognizerRole == 1
        let grown = effect(of: scale / (isVertical ? state.appliedVertically : state.applied))
        let remembered = gesture.state.isActive ? scale : 1
        if isVertical { state.appliedVertically = remembered } else { state.applied = remembered }
        guard gesture.state != .cancelled, grown != 1 else { return }
        chart.zoom(
            byX: isVertical ? 1 : grown, byY: parameters.uniform || isVertical ? grown : 1, about: gesture.location,
            axes: parameters.chosenAxes, clip: clip)
    }

    /// The axes that the modifier zooms.
    public func movedAxes(by gesture: Gesture, on chart: Chart) -> [AxisReference] {
        chart.references(of: parameters.chosenAxes)
    }

    /// The content grows with the fingers' distance, or with that in the direction of an axis.
    public func movements(by gesture: Gesture, role: Int, on chart: Chart) -> [AxisMovement] {
        guard case .pinch = gesture.values else { return [] }
        return chart.movableAxes(among: movedAxes(by: gesture, on: chart))
            .filter { parameters.uniform || $0.isVertical == (role == 1) }.map { axis in
                AxisMovement(
                    axis: axis.id, zoom: parameters.scaleFactor,
                    span: parameters.uniform ? nil : axis.isVertical ? .y : .x)
            }
    }

    /// Counts the scale so far as applied.
    public mutating func takeAsApplied(_ gesture: Gesture, on chart: Chart) {
        guard case .pinch(let scale, _, _) = gesture.values, scale > 0 else { return }
        state.applied = scale
    }

    private func turn(
        _ deltaY: Double, _ deltaMode: WheelEvent.DeltaMode, of gesture: Gesture, args: inout ModifierEventArgs,
        on chart: inout Chart
    ) {
        guard args.isInSourceBounds else { return }
        args.isHandled = true
        guard gesture.state.isActive else { return }
        let scale = TrackpadPinch.scale(deltaY: deltaY, deltaMode: deltaMode, page: chart.size.height)
        chart.zoom(by: effect(of: scale), about: gesture.location, axes: parameters.chosenAxes, clip: clip)
    }

    private var clip: RangeClip { RangeClip(mode: parameters.clipMode, target: parameters.clipModeTarget) }

    private func effect(of ratio: Double) -> Double {
        parameters.scaleFactor == 1 ? ratio : ElementaryFunctions.power(ratio, parameters.scaleFactor)
    }
}
