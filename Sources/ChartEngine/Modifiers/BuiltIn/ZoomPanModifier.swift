public import ChartJSON
public import Gestures

/// Moves the chart with the fingers.
///
/// The value under the finger at touch down stays under it. The pan applies the whole translation when it begins, and
/// again when it ends, because the finger may lift elsewhere.
public struct ZoomPanModifier: GestureModifier {
    /// `zoomPan`.
    public static let typeName = "zoomPan"
    /// What it does.
    public static let meaning =
        "Moves the axes, and the value under the finger stays there; with `inertia` it goes on after a fast release."
    /// Ranges and updates.
    public static let needs: ModifierNeeds = [.ranges, .updates]
    /// No needs without inertia, when the modifier only handles gestures.
    public var presentNeeds: ModifierNeeds { parameters.inertia || state.motion != nil ? Self.needs : [] }

    /// The properties that a client can set.
    public struct Parameters: DirectedParameters {
        /// The values of ``properties``.
        public var direction = ModifierDirection.xy, axes: [String]?, clipModeX = ClipMode.clipAtExtents,
            clipModeY = ClipMode.clipAtExtents, clipModeTargetX = ClipTarget.maximumRange,
            clipModeTargetY = ClipTarget.maximumRange, zoomExtentsY = false, minimumTouches = 1,
            allowsGestureOnAxis = false, inertia = false, decelerationRate = InertialMotion.DecelerationRate.normal

        /// What a client can set.
        public static let properties: [Property<Self>] = [
            .word("direction", \.direction, "The axes that move."),
            .axes(
                \.axes,
                "The ids of the axes that move, whatever `direction` says: `[]` is none, `null` all of the direction."),
            .word("clipModeX", \.clipModeX, "How x ranges are clipped."),
            .word("clipModeY", \.clipModeY, "How y ranges are clipped."),
            .word("clipModeTargetX", \.clipModeTargetX, "What x ranges are clipped to."),
            .word("clipModeTargetY", \.clipModeTargetY, "What y ranges are clipped to."),
            .flag(
                "zoomExtentsY", \.zoomExtentsY,
                "Whether the y axes are fitted to the rows in view after each move; where it moves none of them."),
            .integer("minimumTouches", \.minimumTouches, 1...16, "The number of fingers that the pan needs."),
            .flag("allowsGestureOnAxis", \.allowsGestureOnAxis, "Whether touches that begin on an axis area count."),
            .flag(
                "inertia", \.inertia, "Whether the content goes on moving when the fingers lift while they are fast."),
            .word("decelerationRate", \.decelerationRate, "How the motion after a release decays."),
        ]

        /// Creates the defaults.
        public init() {}
    }

    /// The state of a gesture in progress.
    public struct State: ModifierState {
        /// The applied translation, in points.
        public var applied = Vector.zero
        /// The motion after the last pan, while it lasts.
        public var motion: InertialMotion?
        /// The location at which the fingers lifted before that motion.
        public var release = Point.zero
        /// Creates the state before a gesture.
        public init() {}
    }

    /// The values that the client set.
    public var parameters: Parameters
    /// The state of a gesture in progress.
    public var state = State()

    /// Creates a modifier.
    public init(parameters: Parameters) { self.parameters = parameters }

    /// Makes a pan recognizer; a one-axis pan where only one dimension moves.
    public func makeGestureRecognizer(on chart: Chart) -> PanGestureRecognizer {
        PanGestureRecognizer(
            minimumTouches: parameters.minimumTouches, axis: chart.panAxis(for: parameters.chosenAxes))
    }

    /// Moves the axes by the translation since the last state.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        guard case .pan(let translation, let velocity) = gesture.values else { return }
        args.isHandled = true
        let displacement = translation - state.applied
        state.applied = gesture.state.isActive ? translation : .zero
        guard gesture.state != .cancelled else { return }
        if displacement != .zero {
            chart.pan(by: displacement, axes: parameters.chosenAxes, clipX: clipX, clipY: clipY)
            if fitsY(on: chart) { chart.zoomExtentsYToWindow() }
        }
        if gesture.state == .ended, parameters.inertia { coast(from: gesture, velocity, as: args.modifier, on: &chart) }
    }

    /// The axes that the modifier moves or fits.
    public func movedAxes(by gesture: Gesture, on chart: Chart) -> [AxisReference] {
        chart.references(of: parameters.chosenAxes) + (fitsY(on: chart) ? chart.references(of: .y) : [])
    }

    /// The content moves with the fingers along the axes of the direction.
    public func movements(by gesture: Gesture, role: Int, on chart: Chart) -> [AxisMovement] {
        chart.movableAxes(among: movedAxes(by: gesture, on: chart))
            .filter { parameters.direction.includes($0.dimension) }.map { AxisMovement(axis: $0.id, pan: 1) }
    }

    /// Counts the translation so far as applied.
    public mutating func takeAsApplied(_ gesture: Gesture, on chart: Chart) {
        if case .pan(let translation, _) = gesture.values { state.applied = translation }
    }

    /// Keeps the place of the release, and the speed of the motion in values.
    public mutating func chartResized(by factors: Vector, on chart: Chart) {
        state.release = state.release.scaled(by: factors)
        state.motion = state.motion?.scaled(by: factors)
    }

    /// Fits the y axes while the motion lasts, and removes the motion once it is over.
    public mutating func keepRanges(of chart: inout Chart, as id: String) {
        guard state.motion != nil else { return }
        if fitsY(on: chart) { chart.zoomExtentsYToWindow() }
        guard !chart.isCoasting(id) else { return }
        state.motion = nil
        chart.setOverlays([], of: id)
    }

    /// Shows the motion after a pan while it lasts.
    public mutating func onUpdate(of chart: inout Chart, as id: String) {
        guard let motion = state.motion else { return }
        chart.setOverlays([Overlay(modifier: id, kind: "inertia", location: state.release, motion: motion)], of: id)
    }

    private mutating func coast(from gesture: Gesture, _ velocity: Vector, as id: String, on chart: inout Chart) {
        let velocity =
            switch chart.panAxis(for: parameters.chosenAxes) {
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
        chart.startInertia(motion, owner: id, axes: parameters.chosenAxes, clipX: clipX, clipY: clipY)
    }

    @inline(__always)
    private func fitsY(on chart: Chart) -> Bool { parameters.fitsY(parameters.zoomExtentsY, on: chart) }

    private var clipX: RangeClip { RangeClip(mode: parameters.clipModeX, target: parameters.clipModeTargetX) }

    private var clipY: RangeClip { RangeClip(mode: parameters.clipModeY, target: parameters.clipModeTargetY) }

    /// Accepts touches in the plot area, and touches elsewhere if ``Parameters/allowsGestureOnAxis`` is set.
    public func shouldReceive(_ touch: Touch, on chart: Chart) -> Bool {
        parameters.allowsGestureOnAxis || chart.contains(touch.startLocation)
    }
}
