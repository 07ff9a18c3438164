public import Gestures

/// Zooms the x axes with one finger: tap, tap again and drag.
///
/// Dragging down zooms in. This is the custom gesture modifier of SciChart's article; where its arithmetic holds the
/// mirrored point still, ``Anchor/touch`` holds the finger's, and ``Anchor/mirrored`` is the article to the letter.
public struct DoubleTapDragZoomModifier: GestureModifier {
    /// `doubleTapDragZoom`.
    public static let typeName = "doubleTapDragZoom"
    /// Nothing: it hears of gestures alone.
    public static let needs: ModifierNeeds = []

    /// Which point of the plot area stays.
    public enum Anchor: String, Sendable, Hashable, Codable {
        /// The one under the finger when the drag began.
        case touch
        /// The one mirrored at the middle, as in the article.
        case mirrored
    }

    /// What a client can set.
    public struct Parameters: ModifierParameters {
        /// The points of a drag that grow the range by its own span; negative so that dragging down zooms in.
        public var scaleFactor = -50.0
        /// The ids of the x axes that zoom; `nil` is all.
        public var axes: [String]?
        /// Which point of the plot area stays.
        public var anchor = Anchor.touch
        /// How ranges are clipped to their maximum range; `none` is the article.
        public var clipMode = ClipMode.clipAtExtents

        /// Creates the defaults.
        public init() {}

        /// Refuses a factor that zooms without end.
        public func validate() throws(ModifierError) {
            guard scaleFactor.magnitude >= 1 else {
                throw ModifierError(property: "scaleFactor", reason: "The factor is at least 1 point, up or down.")
            }
        }
    }

    /// What a drag in progress remembers.
    public struct State: ModifierState {
        /// Where the drag began.
        public var start: Point?
        /// The vertical translation that has been applied.
        public var applied = 0.0
        /// Creates the state before a drag.
        public init() {}
    }

    /// What the client has set.
    public var parameters: Parameters
    /// What a drag in progress remembers.
    public var state = State()

    /// Creates a modifier.
    public init(parameters: Parameters) {
        self.parameters = parameters
    }

    /// A pan of one finger, which its companion arms; a second finger that lands before it begins may pinch instead.
    public func makeGestureRecognizer(on chart: Chart) -> PanGestureRecognizer {
        PanGestureRecognizer(maximumTouches: 1, givesWay: true)
    }

    /// The second touch down of a double tap.
    public func makeCompanionRecognizers(on chart: Chart) -> [CompanionRecognizer] {
        [CompanionRecognizer(DoubleTouchDownGestureRecognizer(), armsMainRecognizer: true)]
    }

    /// Stores where the drag begins, and grows the ranges with each change; the first change brings all that has
    /// accumulated since touch down.
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

    private func zoom(by fraction: Double, about start: Point, on chart: inout Chart) {
        chart.suspendUpdates { chart in
            for axis in chart.xAxes where parameters.axes?.contains(axis.id) ?? true {
                let place = chart.coordinate(of: start, along: axis) / chart.length(of: axis)
                let isReversed = axis.isVertical != axis.options.isFlipped
                let share = isReversed != (parameters.anchor == .mirrored) ? 1 - place : place
                chart.zoomByFraction(
                    share * fraction, (1 - share) * fraction, axis: axis.id,
                    clip: RangeClip(mode: parameters.clipMode))
            }
        }
    }
}
