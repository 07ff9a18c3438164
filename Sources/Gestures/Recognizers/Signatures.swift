/// An axis of the screen along which a pan counts.
public enum PanAxis: String, Sendable, Hashable, Codable {
    /// Both.
    case xy
    /// Horizontal only.
    case x
    /// Vertical only.
    case y
}

struct UnwrittenRecognizer: GestureRecognizer {
    var kind: GestureKind { fatalError() }
    var reading: GestureReading { fatalError() }
    var timer: GestureTimer? { nil }
    mutating func configure(_ thresholds: GestureThresholds) {}
    mutating func handle(_ input: RecognizerInput, in state: GestureState) -> GestureState? { nil }
    mutating func reset() {}
}
