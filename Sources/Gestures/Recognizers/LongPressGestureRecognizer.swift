/// Fingers that are held in place.
///
/// It begins when the last of the fingers has been down for the duration and their centroid has not moved too far; from
/// then on it changes on every move, however far, and ends when a finger lifts. One finger too many fails it before it
/// begins, and means nothing afterwards.
///
/// | row | from | on | to | sends |
/// |---|---|---|---|---|
/// | a finger that comes down waits for the others | possible | down | – | nothing |
/// | the last finger asked for arms the timer | possible | down | – | nothing |
/// | a finger too many fails the press | possible | down | failed | nothing |
/// | the fingers may move as far as allowed | possible | move | – | nothing |
/// | fingers that move further before it begins fail the press | possible | move | failed | nothing |
/// | a finger that lifts before it begins fails the press | possible | up | failed | nothing |
/// | a touch that is taken away before it begins fails the press | possible | cancel | failed | nothing |
/// | fingers held for the duration begin the press | possible | timer | began | `began` |
/// | a press that has begun follows every move | began, changed | move | changed | `changed` |
/// | a finger that joins a press that has begun means nothing | began, changed | down | – | nothing |
/// | a finger that lifts ends the press | began, changed | up | ended | `ended` |
/// | a touch that is taken away cancels the press | began, changed | cancel | cancelled | `cancelled` |
public struct LongPressGestureRecognizer: GestureRecognizer, Hashable {
    private let touches: Int
    private var duration = 500.0
    private var allowableMovement = 10.0

    private var heldSince: Timestamp?
    private var hasBeenHeld = false
    private var start = Point.zero
    private var location = Point.zero
    private var touchCount = 0

    /// Creates a recognizer.
    ///
    /// - Parameter touches: How many fingers must be held, at least 1.
    public init(touches: Int = 1) {
        self.touches = max(1, touches)
    }

    /// A long press.
    public var kind: GestureKind { .longPress }

    /// Where the fingers are.
    public var reading: GestureReading {
        GestureReading(location: location, numberOfTouches: touchCount, values: .longPress)
    }

    /// The moment at which the fingers have been held long enough.
    public var timer: GestureTimer? {
        heldSince.map { GestureTimer(kind: .begin, deadline: $0.advanced(byMilliseconds: duration)) }
    }

    /// Takes the duration and the allowable movement over.
    public mutating func configure(_ thresholds: GestureThresholds) {
        duration = thresholds.longPressDuration
        allowableMovement = thresholds.longPressMovement
    }

    /// Proposes began by the timer, changed at moves, ended when a finger lifts, and failed before it began.
    public mutating func handle(_ input: RecognizerInput, in state: GestureState) -> GestureState? {
        switch input {
        case .touches(let change):
            return handle(change, in: state)
        case .timer:
            heldSince = nil
            hasBeenHeld = true
            return .began
        case .wheel, .hover:
            return nil
        }
    }

    /// Forgets the fingers.
    public mutating func reset() {
        heldSince = nil
        hasBeenHeld = false
        touchCount = 0
    }

    private mutating func handle(_ change: TouchChange, in state: GestureState) -> GestureState? {
        location = change.downOrLifted.centroid
        touchCount = change.down.count
        switch change.phase {
        case .began:
            guard !state.isActive, !hasBeenHeld else { return nil }
            guard touchCount <= touches else { return .failed }
            if touchCount == touches {
                heldSince = change.time
                start = location
            }
            return nil
        case .moved:
            if state.isActive { return .changed }
            if hasBeenHeld { return .began }
            return hasStrayed(change) ? .failed : nil
        case .ended:
            return state.isActive ? .ended : .failed
        case .cancelled:
            return .cancelled
        }
    }

    /// Whether the centroid, or a finger while others are still missing, has moved too far.
    private func hasStrayed(_ change: TouchChange) -> Bool {
        guard heldSince != nil else { return change.changed.contains { $0.distanceFromStart > allowableMovement } }
        return (location - start).length > allowableMovement
    }
}
