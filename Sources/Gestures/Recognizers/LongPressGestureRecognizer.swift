/// Recognizes fingers that are held in place.
///
/// The press begins when the last finger has been down for the duration and the centroid has not moved too far. Then it
/// changes on every move, at any distance, and ends when a finger lifts. A finger too many fails the press before it
/// begins, and is ignored afterwards.
///
/// | row | from | on | to | sends |
/// |---|---|---|---|---|
/// | a finger that comes down waits for the others | possible | down | – | nothing |
/// | the last required finger arms the timer | possible | down | – | nothing |
/// | a finger too many fails the press | possible | down | failed | nothing |
/// | the fingers may move as far as allowed | possible | move | – | nothing |
/// | fingers that move too far fail a press that has not begun | possible | move | failed | nothing |
/// | a finger that lifts fails a press that has not begun | possible | up | failed | nothing |
/// | a cancelled touch fails a press that has not begun | possible | cancel | failed | nothing |
/// | fingers held for the duration begin the press | possible | timer | began | `began` |
/// | a press that has begun follows every move | began, changed | move | changed | `changed` |
/// | a finger that joins a press that has begun is ignored | began, changed | down | – | nothing |
/// | a finger that lifts ends the press | began, changed | up | ended | `ended` |
/// | a cancelled touch cancels the press | began, changed | cancel | cancelled | `cancelled` |
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
    /// - Parameter touches: The required number of fingers, at least 1.
    public init(touches: Int = 1) {
        self.touches = max(1, touches)
    }

    /// A long press.
    public var kind: GestureKind { .longPress }

    /// Where the fingers are.
    public var reading: GestureReading {
        GestureReading(location: location, numberOfTouches: touchCount, values: .longPress)
    }

    /// The moment at which the fingers have been down for the duration.
    public var timer: GestureTimer? {
        heldSince.map { GestureTimer(kind: .begin, deadline: $0.advanced(byMilliseconds: duration)) }
    }

    /// Reads the duration and the allowable movement.
    public mutating func configure(_ thresholds: GestureThresholds) {
        duration = thresholds.longPressDuration
        allowableMovement = thresholds.longPressMovement
    }

    /// Proposes began on the timer, changed on moves, and ended or failed when a finger lifts.
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

    /// Moves the place of the press.
    public mutating func touchesPlaced(_ touches: [Touch]) {
        start = start + (touches.centroid - location)
        location = touches.centroid
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

    /// Whether the centroid has moved too far, or a single finger while required fingers are still missing.
    private func hasStrayed(_ change: TouchChange) -> Bool {
        guard heldSince != nil else { return change.changed.contains { $0.distanceFromStart > allowableMovement } }
        return (location - start).length > allowableMovement
    }
}
