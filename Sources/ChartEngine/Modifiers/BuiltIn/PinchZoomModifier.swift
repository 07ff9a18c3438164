public import Gestures

/// Zooms about the fingers' centroid.
///
/// With ``Parameters/trackpad`` a turn of the wheel with Control is a pinch too, about the pointer. It does not pan; with a ``ZoomPanModifier`` beside it the two together are d3-zoom's two-finger transform.
public struct PinchZoomModifier: TrackpadPinchModifier {
    /// `pinchZoom`.
    public static let typeName = "pinchZoom"
    /// Nothing: it hears of gestures alone.
    public static let needs: ModifierNeeds = []

    /// What a client can set.
    public struct Parameters: ModifierParameters {
        /// The axes that zoom.
        public var direction = ModifierDirection.xy
        /// Whether all axes zoom by the same factor; otherwise horizontal ones by the fingers' horizontal distance and
        /// vertical ones by their vertical distance.
        public var uniform = true
        /// The factor applied is scale to the power of this.
        public var scaleFactor = 1.0
        /// How ranges are clipped.
        public var clipMode = ClipMode.clipAtExtents
        /// To what ranges are clipped.
        public var clipModeTarget = ClipTarget.maximumRange
        /// Whether a turn of the wheel with Control is a pinch, which is how browsers tell one on a trackpad.
        public var trackpad = true

        /// Creates the defaults.
        public init() {}

        /// Refuses powers that overflow on any scale.
        public func validate() throws(ModifierError) {
            guard scaleFactor.magnitude <= 100, scaleFactor != 0 else {
                throw ModifierError(
                    property: "scaleFactor", reason: "The power lies between −100 and 100 and is not 0.")
            }
        }
    }

    /// What a gesture in progress remembers: the scales that have been applied, of the main recognizer and of the
    /// companion that watches the vertical distance.
    public struct State: ModifierState {
        /// The scale of the main recognizer.
        public var applied = 1.0
        /// The scale of the vertical companion.
        public var appliedVertically = 1.0
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

    /// A pinch by the fingers' distance, or by its horizontal part.
    public func makeGestureRecognizer(on chart: Chart) -> PinchGestureRecognizer {
        PinchGestureRecognizer(spanAxis: parameters.uniform ? .xy : .x)
    }

    /// A pinch by the vertical part of the distance when the axes zoom by factors of their own, and the wheel.
    public func makeCompanionRecognizers(on chart: Chart) -> [CompanionRecognizer] {
        let vertical = parameters.uniform ? [] : [CompanionRecognizer(PinchGestureRecognizer(spanAxis: .y))]
        return parameters.trackpad ? vertical + [CompanionRecognizer(WheelGestureRecognizer())] : vertical
    }

    /// Whether it takes a wheel with Control.
    var takesTrackpad: Bool { parameters.trackpad }

    /// Zooms by what the scale has grown since the last state.
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
            direction: parameters.direction, clip: clip)
    }

    private func turn(
        _ deltaY: Double, _ deltaMode: WheelEvent.DeltaMode, of gesture: Gesture, args: inout ModifierEventArgs,
        on chart: inout Chart
    ) {
        guard args.isInSourceBounds else { return }
        args.isHandled = true
        guard gesture.state.isActive else { return }
        let scale = TrackpadPinch.scale(deltaY: deltaY, deltaMode: deltaMode, page: chart.size.height)
        chart.zoom(by: effect(of: scale), about: gesture.location, direction: parameters.direction, clip: clip)
    }

    private var clip: RangeClip { RangeClip(mode: parameters.clipMode, target: parameters.clipModeTarget) }

    private func effect(of ratio: Double) -> Double {
        parameters.scaleFactor == 1 ? ratio : ElementaryFunctions.power(ratio, parameters.scaleFactor)
    }
}
