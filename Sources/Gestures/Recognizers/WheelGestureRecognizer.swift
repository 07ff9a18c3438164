/// Recognizes turns of the wheel that follow one another without a rest.
///
/// The first turn begins the gesture and further turns change it. It ends when the wheel has rested for
/// ``GestureConstants/wheelIdle``. The end reports a turn of 0.
///
/// | row | from | on | to | sends |
/// |---|---|---|---|---|
/// | the first turn begins the gesture | possible | wheel | began | `began` with the turn |
/// | a rest fails a gesture that waits for another | possible | timer | failed | nothing |
/// | a further turn changes the gesture | began, changed | wheel | changed | `changed` with that turn |
/// | a rest ends the gesture at its deadline | began, changed | timer | ended | `ended` with a turn of 0 |
public struct WheelGestureRecognizer: GestureRecognizer, Hashable {
    private var location = Point.zero
    private var deltaX = 0.0
    private var deltaY = 0.0
    private var deltaMode = WheelEvent.DeltaMode.pixel
    private var lastTurn: Timestamp?

    /// Creates a recognizer.
    public init() {}

    /// A wheel gesture.
    public var kind: GestureKind { .wheel }

    /// The last turn as the client sent it.
    public var reading: GestureReading {
        GestureReading(
            location: location, numberOfTouches: 0,
            values: .wheel(deltaX: deltaX, deltaY: deltaY, deltaMode: deltaMode))
    }

    /// The end of the rest that ends the gesture.
    public var timer: GestureTimer? {
        lastTurn.map {
            GestureTimer(kind: .expiry, deadline: $0.advanced(byMilliseconds: GestureConstants.wheelIdle))
        }
    }

    /// Does nothing: the wheel has no thresholds.
    public mutating func configure(_ thresholds: GestureThresholds) {}

    /// Proposes began at the first turn, changed at the next ones, and ended or failed on the timer.
    public mutating func handle(_ input: RecognizerInput, in state: GestureState) -> GestureState? {
        switch input {
        case .wheel(let event):
            location = event.location
            (deltaX, deltaY, deltaMode) = (event.deltaX, event.deltaY, event.deltaMode)
            lastTurn = event.time
            return state.isActive ? .changed : .began
        case .timer:
            (deltaX, deltaY) = (0, 0)
            lastTurn = nil
            return state.isActive ? .ended : .failed
        case .touches, .hover:
            return nil
        }
    }

    /// Forgets the turns.
    public mutating func reset() {
        (deltaX, deltaY) = (0, 0)
        lastTurn = nil
    }
}
