public import Gestures

/// Moves the chart with the fingers.
///
/// The value under the finger at touch down stays under it: the pan acts at began with all that has accumulated, and
/// again at ended when the finger lifts elsewhere.
public struct ZoomPanModifier: GestureModifier {
    /// `zoomPan`.
    public static let typeName = "zoomPan"
    /// Ranges and updates.
    public static let needs: ModifierNeeds = [.ranges, .updates]
    /// Nothing without inertia: it then hears of gestures alone.
    public var presentNeeds: ModifierNeeds { parameters.inertia || state.motion != nil ? Self.needs : [] }

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
        /// Whether the content goes on moving when the fingers lift while they are fast.
        public var inertia = false
        /// How such a motion decays.
        public var decelerationRate = InertialMotion.DecelerationRate.normal

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
        /// The motion after the last pan, while it is shown.
        public var motion: InertialMotion?
        /// Where the fingers lifted before that motion.
        public var release = Point.zero
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
        guard case .pan(let translation, let velocity) = gesture.values else { return }
        args.isHandled = true
        let displacement = translation - state.applied
        state.applied = gesture.state.isActive ? translation : .zero
        guard gesture.state != .cancelled else { return }
        if displacement != .zero {
            chart.pan(by: displacement, direction: parameters.direction, clipX: clipX, clipY: clipY)
            if fitsY { chart.zoomExtentsYToWindow() }
        }
        if gesture.state == .ended, parameters.inertia { coast(from: gesture, velocity, as: args.modifier, on: &chart) }
    }

    /// Fits the y axes while the content moves after a pan, and notes when it no longer does.
    public mutating func keepRanges(of chart: inout Chart, as id: String) {
        guard state.motion != nil else { return }
        if fitsY { chart.zoomExtentsYToWindow() }
        guard !chart.isCoasting(id) else { return }
        state.motion = nil
        chart.setOverlays([], of: id)
    }

    /// Shows the motion after a pan while it goes on.
    public mutating func onUpdate(of chart: inout Chart, as id: String) {
        guard let motion = state.motion else { return }
        chart.setOverlays([Overlay(modifier: id, kind: "inertia", location: state.release, motion: motion)], of: id)
    }

    private mutating func coast(from gesture: Gesture, _ velocity: Vector, as id: String, on chart: inout Chart) {
        let velocity =
            switch chart.panAxis(for: parameters.direction) {
            case .xy: velocity
            case .x: Vector(dx: velocity.dx, dy: 0)
            case .y: Vector(dx: 0, dy: velocity.dy)
            }
        state.motion = InertialMotion(
            velocity: velocity, start: gesture.time, decelerationRate: parameters.decelerationRate,
            thresholds: chart.thresholds)
        state.release = gesture.location
        guard let motion = state.motion else {
            chart.setOverlays([], of: id)
            return
        }
        chart.startInertia(motion, owner: id, direction: parameters.direction, clipX: clipX, clipY: clipY)
    }

    private var fitsY: Bool { parameters.zoomExtentsY && parameters.direction == .x }

    private var clipX: RangeClip { RangeClip(mode: parameters.clipModeX, target: parameters.clipModeTargetX) }

    private var clipY: RangeClip { RangeClip(mode: parameters.clipModeY, target: parameters.clipModeTargetY) }

    /// Touches in the plot area, or anywhere where axes may be dragged too.
    public func shouldReceive(_ touch: Touch, on chart: Chart) -> Bool {
        parameters.allowsGestureOnAxis || chart.contains(touch.startLocation)
    }
}
