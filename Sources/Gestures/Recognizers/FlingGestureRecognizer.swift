/// Recognizes a stroke of one finger that is still fast when the finger lifts.
///
/// It reports a swipe in the direction of the larger component of the velocity.
///
/// | row | from | on | to | sends |
/// |---|---|---|---|---|
/// | a finger that comes down starts the stroke | possible | down | – | nothing |
/// | a second finger fails the fling | possible | down | failed | nothing |
/// | a move is measured | possible | move | – | nothing |
/// | a finger that lifts while it is fast is recognized | possible | up | ended | `ended` with its main direction |
/// | a finger that lifts slower than the slowest fling fails it | possible | up | failed | nothing |
/// | a cancelled touch fails the fling | possible | cancel | failed | nothing |
public struct FlingGestureRecognizer: GestureRecognizer, Hashable {
    private var minimumVelocity = 50.0
    private var velocity = VelocityTracker()
    private var start = Point.zero
    private var location = Point.zero
    private var found = SwipeDirection.right

    /// Creates a recognizer.
    public init() {}

    /// A swipe.
    public var kind: GestureKind { .swipe }

    /// Where the finger is, and in which direction it was flung.
    public var reading: GestureReading {
        GestureReading(location: location, numberOfTouches: 0, values: .swipe(direction: found))
    }

    /// None: the gesture ends when the finger lifts.
    public var timer: GestureTimer? { nil }

    /// Reads the minimum velocity of a fling.
    public mutating func configure(_ thresholds: GestureThresholds) {
        minimumVelocity = thresholds.flingMinimumVelocity
        velocity = VelocityTracker(profile: thresholds.profile)
    }

    /// Proposes ended or failed when the finger lifts.
    public mutating func handle(_ input: RecognizerInput, in state: GestureState) -> GestureState? {
        guard case .touches(let change) = input else { return nil }
        location = change.downOrLifted.centroid
        switch change.phase {
        case .began:
            guard change.down.count == 1 else { return .failed }
            start = location
            velocity.add(.zero, at: change.time)
            return nil
        case .moved:
            velocity.add(location - start, at: change.time)
            return nil
        case .ended:
            let speed = velocity.velocity(at: change.time)
            guard speed.length > 0, speed.length >= minimumVelocity else { return .failed }
            if abs(speed.dx) >= abs(speed.dy) {
                found = speed.dx < 0 ? .left : .right
            } else {
                found = speed.dy < 0 ? .up : .down
            }
            return .ended
        case .cancelled:
            return .cancelled
        }
    }

    /// Discards the velocity.
    public mutating func discardVelocity() { velocity.reset() }

    /// Moves the start of the stroke.
    public mutating func touchesPlaced(_ touches: [Touch]) {
        start = start + (touches.centroid - location)
        location = touches.centroid
    }

    /// Forgets the stroke.
    public mutating func reset() {
        velocity.reset()
        start = .zero
        location = .zero
        found = .right
    }
}
