/// Two fingers that turn around each other.
///
/// The angle is the sum of the turns of the line between the first two fingers, clockwise positive. A finger that lifts
/// leaves the gesture as it is; a new second finger goes on from the angle reached. It ends when every finger is up.
public struct RotationGestureRecognizer: GestureRecognizer {
    private var fingers = FingerPairTracker()
    private var turn = Turn()

    /// Creates a recognizer.
    public init() {}

    /// A rotation.
    public var kind: GestureKind { .rotation }

    /// The angle turned since two fingers were down.
    public var reading: GestureReading {
        GestureReading(
            location: fingers.location, numberOfTouches: fingers.touchCount, values: .rotation(radians: turn.angle))
    }

    /// None: a rotation waits for movement only.
    public var timer: GestureTimer? { nil }

    /// Takes nothing over: the least angle is ``GestureConstants/rotationMinimumAngle`` on every platform.
    public mutating func configure(_ thresholds: GestureThresholds) {}

    /// Proposes began at one degree, then changed on moves, and ended with the last finger.
    public mutating func handle(_ input: RecognizerInput, in state: GestureState) -> GestureState? {
        guard case .touches(let change) = input else { return nil }
        return fingers.handle(change, in: state, measure: &turn)
    }

    /// Forgets the fingers.
    public mutating func reset() {
        fingers = FingerPairTracker()
        turn = Turn()
    }
}

/// The sum of the turns of the line from the first to the second finger.
private struct Turn: FingerPairMeasure {
    private var arm: Vector?
    private(set) var angle = 0.0
    private(set) var isEnough = false

    mutating func rebase(to pair: FingerPair) {
        arm = pair.arm.length < GestureConstants.minimumSpan ? nil : pair.arm
    }

    mutating func measure(_ pair: FingerPair) -> Bool {
        guard pair.arm.length >= GestureConstants.minimumSpan else { return false }
        if let arm { angle = Angle.wrapped(angle + Angle.from(arm, to: pair.arm)) }
        arm = pair.arm
        if abs(angle) >= GestureConstants.rotationMinimumAngle { isEnough = true }
        return true
    }
}
