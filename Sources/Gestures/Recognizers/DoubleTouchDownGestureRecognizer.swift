/// Recognizes the second touch down of a double tap, at once.
///
/// A touch down with another tap count leaves the recognizer possible. Any move and any up fail it.
///
/// | row | from | on | to | sends |
/// |---|---|---|---|---|
/// | the second touch down is recognized at once | possible | down | ended | `ended` |
/// | a touch down of another count changes nothing | possible | down | – | nothing |
/// | any move fails it | possible | move | failed | nothing |
/// | any up fails it | possible | up | failed | nothing |
/// | a cancelled touch fails it | possible | cancel | failed | nothing |
public struct DoubleTouchDownGestureRecognizer: GestureRecognizer, Hashable {
    private var location = Point.zero
    private var touchCount = 0

    /// Creates a recognizer.
    public init() {}

    /// A double touch down.
    public var kind: GestureKind { .doubleTouchDown }

    /// Where the second touch is.
    public var reading: GestureReading {
        GestureReading(location: location, numberOfTouches: touchCount, values: .doubleTouchDown)
    }

    /// None: the touch tracker measures the gap between the taps.
    public var timer: GestureTimer? { nil }

    /// Does nothing: ``TouchTracker`` counts the taps.
    public mutating func configure(_ thresholds: GestureThresholds) {}

    /// Proposes ended at a touch down that counts two taps, failed at a move or an up.
    public mutating func handle(_ input: RecognizerInput, in state: GestureState) -> GestureState? {
        guard case .touches(let change) = input else { return nil }
        touchCount = change.down.count
        location = change.downOrLifted.centroid
        switch change.phase {
        case .began: return change.changed.contains { $0.tapCount == 2 } ? .ended : nil
        case .moved, .ended: return .failed
        case .cancelled: return .cancelled
        }
    }

    /// Forgets the touch.
    public mutating func reset() {
        touchCount = 0
    }
}
