public import Gestures

/// The recognizer of a modifier that acts on one of several gestures.
public enum ExecuteOnGestureRecognizer: GestureRecognizer, Hashable {
    /// One or more taps.
    case tap(TapGestureRecognizer)
    /// A long press.
    case longPress(LongPressGestureRecognizer)
    /// A finger that lifts while it moves fast.
    case fling(FlingGestureRecognizer)

    /// The kind of the gesture.
    public var kind: GestureKind { recognizer.kind }

    /// The measurements of the gesture.
    public var reading: GestureReading { recognizer.reading }

    /// The armed timer, if any.
    public var timer: GestureTimer? { recognizer.timer }

    /// Applies the surface's thresholds.
    public mutating func configure(_ thresholds: GestureThresholds) { change { $0.configure(thresholds) } }

    /// Returns the state that the gesture's recognizer proposes.
    public mutating func handle(_ input: RecognizerInput, in state: GestureState) -> GestureState? {
        change { $0.handle(input, in: state) }
    }

    /// Forgets everything but the configuration.
    public mutating func reset() { change { $0.reset() } }

    /// Discards the velocity.
    public mutating func discardVelocity() { change { $0.discardVelocity() } }

    /// Reads the size of the plot area.
    public mutating func viewportChanged(width: Double, height: Double) {
        change { $0.viewportChanged(width: width, height: height) }
    }

    /// Goes on with the touches at other places.
    public mutating func touchesPlaced(_ touches: [Touch]) { change { $0.touchesPlaced(touches) } }

    private var recognizer: any GestureRecognizer {
        switch self {
        case .tap(let recognizer): recognizer
        case .longPress(let recognizer): recognizer
        case .fling(let recognizer): recognizer
        }
    }

    private mutating func change<Result>(_ change: (inout any GestureRecognizer) -> Result) -> Result {
        var changed = recognizer
        let result = change(&changed)
        switch self {
        case .tap: if let tap = changed as? TapGestureRecognizer { self = .tap(tap) }
        case .longPress: if let press = changed as? LongPressGestureRecognizer { self = .longPress(press) }
        case .fling: if let fling = changed as? FlingGestureRecognizer { self = .fling(fling) }
        }
        return result
    }
}
