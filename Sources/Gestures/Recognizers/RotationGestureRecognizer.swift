/// Recognizes two fingers that turn around each other.
///
/// The angle is the sum of the turns of the line between the first two fingers, clockwise positive. A finger that lifts
/// leaves the gesture unchanged. A new second finger continues from the angle reached. The gesture ends when all fingers
/// are up.
///
/// | row | from | on | to | sends |
/// |---|---|---|---|---|
/// | the first two fingers set the direction that counts as 0 | possible | down | – | nothing |
/// | a turn of less than one degree is no rotation yet | possible | move | – | nothing |
/// | one finger alone turns nothing | possible | move | – | nothing |
/// | a turn of one degree begins the rotation | possible | move | began | `began`, angle |
/// | a finger that lifts before the others keeps the rotation possible | possible | up | – | nothing |
/// | the last finger that lifts fails a rotation that has not begun | possible | up | failed | nothing |
/// | a cancelled touch fails a rotation that has not begun | possible | cancel | failed | nothing |
/// | a new second finger goes on from the angle reached | began, changed | down | – | nothing |
/// | a rotation that has begun follows its two fingers | began, changed | move | changed | `changed`, angle |
/// | a third finger, or one that is left alone, turns nothing | began, changed | move | – | nothing |
/// | fingers less than a point apart turn nothing | began, changed | move | – | nothing |
/// | a finger that lifts leaves the angle as it is | began, changed | up | – | nothing |
/// | the last finger that lifts ends the rotation | began, changed | up | ended | `ended`, angle |
/// | a cancelled touch cancels the rotation | began, changed | cancel | cancelled | `cancelled` |
public struct RotationGestureRecognizer: GestureRecognizer, Hashable {
    private var fingers = FingerPairTracker()
    private var turn = Turn()

    /// Creates a recognizer.
    public init() {}

    /// A rotation.
    public var kind: GestureKind { .rotation }

    /// The angle turned since two fingers came down.
    public var reading: GestureReading {
        GestureReading(
            location: fingers.location, numberOfTouches: fingers.touchCount, values: .rotation(radians: turn.angle))
    }

    /// None: a rotation waits for movement only.
    public var timer: GestureTimer? { nil }

    /// Does nothing: the least angle is ``GestureConstants/rotationMinimumAngle`` on every platform.
    public mutating func configure(_ thresholds: GestureThresholds) {}

    /// Proposes began at one degree, then changed on moves, and ended with the last finger.
    public mutating func handle(_ input: RecognizerInput, in state: GestureState) -> GestureState? {
        guard case .touches(let change) = input else { return nil }
        return fingers.handle(change, in: state, measure: &turn)
    }

    /// Continues from the angle reached.
    public mutating func touchesPlaced(_ touches: [Touch]) { fingers.touchesPlaced(touches, measure: &turn) }

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
