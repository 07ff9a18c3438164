public import Gestures

/// Moves the chart with the fingers.
///
/// The value under the finger at touch down stays under it: the pan acts at began with all that has accumulated, and
/// again at ended when the finger lifts elsewhere.
public struct ZoomPanModifier: GestureModifier {
    /// `zoomPan`.
    public static let typeName = "zoomPan"

    /// What a client can set.
    public struct Parameters: ModifierParameters {
        /// The axes that move.
        public var direction = ModifierDirection.xy
        /// How x ranges are clipped.
        public var clipModeX = ClipMode.clipAtExtents
        /// How y ranges are clipped.
        public var clipModeY = ClipMode.clipAtExtents
        /// To what x ranges are clipped.
        public var clipModeTargetX = ClipTarget.maximumRange
        /// To what y ranges are clipped.
        public var clipModeTargetY = ClipTarget.maximumRange
        /// Whether the y axes are fitted to the rows in view after each move; with direction `x`.
        public var zoomExtentsY = false
        /// The number of fingers that it takes.
        public var minimumTouches = 1
        /// Whether touches that begin on an axis area count.
        public var allowsGestureOnAxis = false

        /// Creates the defaults.
        public init() {}

        /// Refuses a number of fingers that no surface follows.
        public func validate() throws(ModifierError) {
            guard (1...16).contains(minimumTouches) else {
                throw ModifierError(property: "minimumTouches", reason: "A pan takes 1 to 16 touches.")
            }
        }
    }

    /// What a gesture in progress remembers.
    public struct State: ModifierState {
        /// The translation that has been applied.
        public var applied = Vector.zero
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

    /// A pan, of one axis where only one dimension moves.
    public func makeGestureRecognizer(on chart: Chart) -> PanGestureRecognizer {
        PanGestureRecognizer(
            minimumTouches: parameters.minimumTouches, axis: chart.panAxis(for: parameters.direction))
    }

    /// Moves the axes by what the translation has grown since the last state.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        guard case .pan(let translation, _) = gesture.values else { return }
        args.isHandled = true
        let displacement = translation - state.applied
        state.applied = gesture.state.isActive ? translation : .zero
        guard gesture.state != .cancelled, displacement != .zero else { return }
        chart.pan(
            by: displacement, direction: parameters.direction,
            clipX: RangeClip(mode: parameters.clipModeX, target: parameters.clipModeTargetX),
            clipY: RangeClip(mode: parameters.clipModeY, target: parameters.clipModeTargetY))
        if parameters.zoomExtentsY, parameters.direction == .x { chart.zoomExtentsYToWindow() }
    }

    /// Touches in the plot area, or anywhere where axes may be dragged too.
    public func shouldReceive(_ touch: Touch, on chart: Chart) -> Bool {
        parameters.allowsGestureOnAxis || chart.contains(touch.startLocation)
    }
}
