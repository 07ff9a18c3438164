/// Recognizes a quick stroke in one direction, during the move.
///
/// It fails when a finger lifts, when there is a finger too many, and when the stroke takes too long or strays across
/// its direction. ``GestureConstants`` has the limits.
///
/// | row | from | on | to | sends |
/// |---|---|---|---|---|
/// | the last required finger starts the stroke | possible | down | – | nothing |
/// | a finger too many fails the swipe | possible | down | failed | nothing |
/// | a stroke too short, too steep or in another direction is no swipe yet | possible | move | – | nothing |
/// | a long and straight stroke is recognized during the move | possible | move | ended | `ended`, direction |
/// | a stroke that strays across its direction fails the swipe | possible | move | failed | nothing |
/// | a finger that lifts fails the swipe | possible | up | failed | nothing |
/// | a stroke that takes too long fails the swipe | possible | timer | failed | nothing |
/// | a cancelled touch fails the swipe | possible | cancel | failed | nothing |
public struct SwipeGestureRecognizer: GestureRecognizer, Hashable {
    private let direction: SwipeDirection?
    private let touches: Int

    private var start: Timestamp?
    private var startCentroid = Point.zero
    private var location = Point.zero
    private var touchCount = 0
    private var found: SwipeDirection?

    /// Creates a recognizer.
    ///
    /// - Parameters:
    ///   - direction: The required direction; `nil` means any.
    ///   - touches: The required number of fingers, at least 1.
    public init(direction: SwipeDirection? = nil, touches: Int = 1) {
        self.direction = direction
        self.touches = max(1, touches)
    }

    /// A swipe.
    public var kind: GestureKind { .swipe }

    /// The direction of the stroke, or the required one before it is recognized.
    public var reading: GestureReading {
        GestureReading(
            location: location, numberOfTouches: touchCount, values: .swipe(direction: found ?? direction ?? .right))
    }

    /// The end of the time that a stroke may take.
    public var timer: GestureTimer? {
        start.map {
            GestureTimer(kind: .expiry, deadline: $0.advanced(byMilliseconds: GestureConstants.swipeMaximumDuration))
        }
    }

    /// Does nothing: a swipe has the same limits on every platform.
    public mutating func configure(_ thresholds: GestureThresholds) {}

    /// Proposes ended when the stroke is long enough, failed when it cannot become one.
    public mutating func handle(_ input: RecognizerInput, in state: GestureState) -> GestureState? {
        switch input {
        case .touches(let change):
            let proposal = handle(change)
            if proposal != nil { start = nil }
            return proposal
        case .timer:
            start = nil
            return .failed
        case .wheel, .hover:
            return nil
        }
    }

    /// Moves the start of the stroke.
    public mutating func touchesPlaced(_ touches: [Touch]) {
        startCentroid = startCentroid + (touches.centroid - location)
        location = touches.centroid
    }

    /// Forgets the stroke.
    public mutating func reset() {
        start = nil
        found = nil
        touchCount = 0
    }

    private mutating func handle(_ change: TouchChange) -> GestureState? {
        location = change.downOrLifted.centroid
        touchCount = change.down.count
        switch change.phase {
        case .began:
            guard touchCount <= touches else { return .failed }
            if touchCount == touches {
                start = change.time
                startCentroid = location
            }
            return nil
        case .moved:
            guard let start else { return nil }
            return judge(location - startCentroid, after: change.time - start)
        case .ended:
            return .failed
        case .cancelled:
            return .cancelled
        }
    }

    /// The proposal for a stroke with a displacement in points and a duration in milliseconds.
    private mutating func judge(_ stroke: Vector, after duration: Double) -> GestureState? {
        let isHorizontal =
            switch direction {
            case .left, .right: true
            case .up, .down: false
            case nil: abs(stroke.dx) >= abs(stroke.dy)
            }
        let (along, across) = isHorizontal ? (stroke.dx, abs(stroke.dy)) : (stroke.dy, abs(stroke.dx))
        guard across <= GestureConstants.swipeMaximumSecondary else { return .failed }
        let way: SwipeDirection = isHorizontal ? (along < 0 ? .left : .right) : (along < 0 ? .up : .down)
        let slope =
            duration <= GestureConstants.swipeQuickDuration
            ? GestureConstants.swipeQuickSlope : GestureConstants.swipeSlowSlope
        guard abs(along) >= GestureConstants.swipeMinimumPrimary, across <= abs(along) * slope,
            direction == nil || direction == way
        else { return nil }
        found = way
        return .ended
    }
}
