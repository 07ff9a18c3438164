public import ChartJSON
public import Gestures

/// Zooms the x axes with one finger: tap, tap again and drag.
///
/// Dragging down zooms in. This is the custom gesture modifier of SciChart's article. The article's arithmetic holds
/// the mirrored point, as ``Anchor/mirrored`` does; ``Anchor/touch`` holds the point under the finger.
public struct DoubleTapDragZoomModifier: GestureModifier {
    /// `doubleTapDragZoom`.
    public static let typeName = "doubleTapDragZoom"
    /// What it does.
    public static let meaning =
        "Zooms with one finger; `anchor: \"mirrored\"` does the exact arithmetic of SciChart's article."
    /// No needs: it only handles gestures.
    public static let needs: ModifierNeeds = []
    /// The x axes.
    public static let nameableAxes = ModifierDirection.x

    /// The point of the plot area that keeps its value.
    public enum Anchor: String, Sendable, Hashable, Codable, CaseIterable {
        /// The point under the finger when the drag began.
        case touch
        /// That point mirrored at the middle of the plot area, as in the article.
        case mirrored
    }

    /// The properties that a client can set.
    public struct Parameters: ModifierParameters {
        /// The values of ``properties``.
        public var scaleFactor = -50.0, axes: [String]?, anchor = Anchor.touch, clipMode = ClipMode.clipAtExtents

        /// What a client can set.
        public static let properties: [Property<Self>] = [
            .number(
                "scaleFactor", \.scaleFactor,
                "The points of a drag that grow the range by its own span; negative so that dragging down zooms in."),
            .axes(\.axes, "The ids of the x axes that zoom: `[]` is none, `null` all."),
            .word("anchor", \.anchor, "The point of the plot area that stays."),
            .word("clipMode", \.clipMode, "How ranges are clipped to their maximum range (`none` is the article)."),
        ]

        /// Creates the defaults.
        public init() {}

        /// Refuses a factor between −1 and 1, which zooms too fast.
        public func validate() throws(ModifierError) {
            try require(scaleFactor.magnitude >= 1, "scaleFactor", "The factor is at least 1 point, up or down.")
        }
    }

    /// The state of a drag in progress.
    public struct State: ModifierState {
        /// The location at which the drag began.
        public var start: Point?
        /// The applied vertical translation, in points.
        public var applied = 0.0
        /// Creates the state before a drag.
        public init() {}
    }

    /// The values that the client set.
    public var parameters: Parameters
    /// The state of a drag in progress.
    public var state = State()

    /// Creates a modifier.
    public init(parameters: Parameters) { self.parameters = parameters }

    /// Makes a pan of one finger, which the companion arms.
    ///
    /// A second finger that lands before the pan begins may pinch instead.
    public func makeGestureRecognizer(on chart: Chart) -> PanGestureRecognizer {
        PanGestureRecognizer(maximumTouches: 1, givesWay: true)
    }

    /// Makes a recognizer of the second touch down of a double tap, which arms the pan.
    public func makeCompanionRecognizers(on chart: Chart) -> [CompanionRecognizer] {
        [CompanionRecognizer(DoubleTouchDownGestureRecognizer(), armsMainRecognizer: true)]
    }

    /// Stores where the drag begins, and grows the ranges with each change.
    ///
    /// The first change applies the whole translation since touch down.
    public mutating func handleGesture(_ gesture: Gesture, args: inout ModifierEventArgs, on chart: inout Chart) {
        guard case .pan(let translation, _) = gesture.values else { return }
        args.isHandled = true
        switch gesture.state {
        case .began:
            state.start = gesture.location
        case .changed:
            let fraction = (translation.dy - state.applied) / parameters.scaleFactor
            state.applied = translation.dy
            zoom(by: fraction, about: state.start ?? gesture.location, on: &chart)
        case .ended, .cancelled, .failed, .possible:
            state = State()
        }
    }

    /// The x axes that the modifier zooms.
    public func movedAxes(by gesture: Gesture, on chart: Chart) -> [AxisReference] {
        chart.references(of: chosenAxes)
    }

    /// Keeps the place where the drag began.
    public mutating func chartResized(by factors: Vector, on chart: Chart) {
        state.start = state.start?.scaled(by: factors)
    }

    private var chosenAxes: AxisChoice { AxisChoice(.x, ids: parameters.axes) }

    private func zoom(by fraction: Double, about start: Point, on chart: inout Chart) {
        chart.suspendUpdates { chart in
            for axis in chart.axes(chosenAxes) where axis.dimension == .x {
                let place = chart.coordinate(of: start, along: axis) / chart.length(of: axis)
                let share = axis.isReversed != (parameters.anchor == .mirrored) ? 1 - place : place
                chart.zoomByFraction(
                    share * fraction, (1 - share) * fraction, axis: axis.id,
                    clip: RangeClip(mode: parameters.clipMode))
            }
        }
    }
}
