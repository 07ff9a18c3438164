/// Two fingers that turn around each other.
///
/// The angle is the sum of the turns of the line between the first two fingers, clockwise positive. A finger that lifts
/// leaves the gesture as it is; a new second finger goes on from the angle reached. It ends when every finger is up.
public struct RotationGestureRecognizer: GestureRecognizer {
    private var pair: FingerPair?
    private var arm: Vector?
    private var angle = 0.0
    private var hasBegun = false
    private var location = Point.zero
    private var touchCount = 0

    /// Creates a recognizer.
    public init() {}

    /// A rotation.
    public var kind: GestureKind { .rotation }

    /// The angle turned since two fingers were down.
    public var reading: GestureReading {
        GestureReading(location: location, numberOfTouches: touchCount, values: .rotation(radians: angle))
    }

    /// None: a rotation waits for movement only.
    public var timer: GestureTimer? { nil }

    /// Takes nothing over: the least angle is ``GestureConstants/rotationMinimumAngle`` on every platform.
    public mutating func configure(_ thresholds: GestureThresholds) {}

    /// Proposes began at one degree, then changed on moves, and ended with the last finger.
    public mutating func handle(_ input: RecognizerInput, in state: GestureState) -> GestureState? {
        guard case .touches(let change) = input else { return nil }
        switch change.phase {
        case .began:
            takePair(of: change.down)
            return nil
        case .moved:
            location = change.down.centroid
            guard pair?.update(from: change.changed) == true, measure() else { return nil }
            if state.isActive { return .changed }
            return hasBegun ? .began : nil
        case .ended:
            if pair?.update(from: change.changed) == true { _ = measure() }
            guard !change.down.isEmpty else {
                location = change.changed.centroid
                touchCount = 0
                return state.isActive ? .ended : .failed
            }
            takePair(of: change.down)
            return nil
        case .cancelled:
            return .cancelled
        }
    }

    /// Forgets the fingers.
    public mutating func reset() {
        pair = nil
        arm = nil
        angle = 0
        hasBegun = false
        location = .zero
        touchCount = 0
    }

    private mutating func takePair(of down: [Touch]) {
        touchCount = down.count
        location = down.centroid
        let next = FingerPair(down)
        defer { pair = next }
        guard let next, !next.hasSameTouches(as: pair) else { return }
        arm = next.arm.length < GestureConstants.minimumSpan ? nil : next.arm
    }

    /// Adds the turn since the last measurement.
    ///
    /// - Returns: Whether the fingers are far enough apart to mean anything.
    private mutating func measure() -> Bool {
        guard let pair, pair.arm.length >= GestureConstants.minimumSpan else { return false }
        if let arm { angle = Angle.wrapped(angle + Angle.from(arm, to: pair.arm)) }
        arm = pair.arm
        if abs(angle) >= GestureConstants.rotationMinimumAngle { hasBegun = true }
        return true
    }
}
