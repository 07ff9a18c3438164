/// Recognizes a drag with one or more fingers.
///
/// The pan begins when the centroid's displacement reaches the hysteresis, and ends when all fingers are up. A finger
/// that joins or leaves moves the centroid but not the translation. While more than `maximumTouches` fingers are down,
/// the pan cannot begin; a pan that has begun ignores the extra fingers. It also continues with fewer than
/// `minimumTouches`.
///
/// | row | from | on | to | sends |
/// |---|---|---|---|---|
/// | fingers that come down are counted | possible | down | – | nothing |
/// | a pan without hysteresis begins on touch down | possible | down | began | `began`, translation 0 |
/// | a movement short of the hysteresis is no pan yet | possible | move | – | nothing |
/// | too few or too many fingers move nothing | possible | move | – | nothing |
/// | a movement that reaches the hysteresis begins the pan | possible | move | began | `began`, translation |
/// | a finger that lifts before the others keeps the pan possible | possible | up | – | nothing |
/// | the last finger that lifts fails a pan that has not begun | possible | up | failed | nothing |
/// | a cancelled touch fails a pan that has not begun | possible | cancel | failed | nothing |
/// | a pan that gives way fails when a finger too many lands before it begins | possible | down | failed | nothing |
/// | a pan without hysteresis that gives way is cancelled when a finger too many lands | began, changed | down | cancelled | `cancelled` |
/// | a finger that joins moves the centroid and not the translation | began, changed | down | – | nothing |
/// | a pan that has begun follows every move | began, changed | move | changed | `changed`, translation, velocity |
/// | a finger beyond the maximum is not followed | began, changed | move | – | nothing |
/// | a finger that leaves moves the centroid and not the translation | began, changed | up | – | nothing |
/// | the last finger that lifts ends the pan where it lifts | began, changed | up | ended | `ended`, translation, velocity |
/// | a cancelled touch cancels the pan | began, changed | cancel | cancelled | `cancelled` |
///
/// ```swift
/// let withTwoFingers = PanGestureRecognizer(minimumTouches: 2, maximumTouches: 2, axis: .x)
/// assert(withTwoFingers.kind == .pan)
/// ```
public struct PanGestureRecognizer: GestureRecognizer, Hashable {
    private let minimumTouches: Int
    private let maximumTouches: Int?
    /// The axis along which the hysteresis is measured.
    public private(set) var axis: PanAxis
    private let minimumDistance: Double?
    private let givesWay: Bool
    private var distance = 10.0
    private var beginsAtDistance = true
    private var velocity = VelocityTracker()

    private var translation = Vector.zero
    private var centroid = Point.zero
    private var touchCount = 0
    private var lastTime = Timestamp(microseconds: 0)
    private var hasCountedTouches = false
    private var hasReachedDistance = false

    /// Creates a recognizer.
    ///
    /// - Parameters:
    ///   - minimumTouches: The least number of fingers with which the pan begins.
    ///   - maximumTouches: The largest number of fingers with which the pan begins; `nil` means no limit.
    ///   - axis: The axis along which the hysteresis is measured. The translation always reports both axes.
    ///   - minimumDistance: The hysteresis in points. `nil` means that of the thresholds; 0 begins on touch down.
    ///   - givesWay: Whether a finger too many fails a pan that has not begun, so that recognizers that wait for it
    ///     continue. Such a finger cancels a pan without hysteresis, which begins on touch down. If false, the pan may
    ///     still begin when that finger lifts.
    public init(
        minimumTouches: Int = 1, maximumTouches: Int? = nil, axis: PanAxis = .xy, minimumDistance: Double? = nil,
        givesWay: Bool = false
    ) {
        self.minimumTouches = minimumTouches
        self.maximumTouches = maximumTouches
        self.axis = axis
        self.minimumDistance = minimumDistance
        self.givesWay = givesWay
    }

    /// A pan.
    public var kind: GestureKind { .pan }

    /// The translation since touch down and the velocity now.
    public var reading: GestureReading {
        GestureReading(
            location: centroid, numberOfTouches: touchCount,
            values: .pan(translation: translation, velocity: velocity.velocity(at: lastTime)))
    }

    /// The translation since touch down, with a velocity of (0, 0).
    public var readingWithoutVelocity: GestureReading {
        GestureReading(
            location: centroid, numberOfTouches: touchCount,
            values: .pan(translation: translation, velocity: .zero))
    }

    /// The last `changed` gesture with its velocity, which is exact because every new sample sends another `changed`.
    public func completed(_ gesture: Gesture) -> Gesture {
        guard case .pan(let translation, _) = gesture.values else { return gesture }
        var completed = gesture
        completed.values = .pan(translation: translation, velocity: velocity.velocity(at: gesture.time))
        return completed
    }

    /// None: a pan waits for movement only.
    public var timer: GestureTimer? { nil }

    /// Reads the hysteresis and its comparison.
    public mutating func configure(_ thresholds: GestureThresholds) {
        distance = minimumDistance ?? (axis == .xy ? thresholds.panHysteresis : thresholds.panHysteresisOneAxis)
        beginsAtDistance = thresholds.profile == .uikit
        velocity = VelocityTracker(profile: thresholds.profile)
    }

    /// Restarts the translation at `translation` and discards the velocity.
    public mutating func setTranslation(_ translation: Vector) {
        self.translation = translation
        velocity.reset()
    }

    /// Discards the velocity.
    public mutating func discardVelocity() { velocity.reset() }

    /// Moves the centroid, and not the translation.
    public mutating func touchesPlaced(_ touches: [Touch]) { centroid = centroid(of: touches) }

    /// Measures the hysteresis along the axis of another pan from now on.
    public mutating func takeDirection(of other: any GestureRecognizer) {
        if let other = other as? PanGestureRecognizer { axis = other.axis }
    }

    /// Proposes began at the hysteresis, then changed on moves, and ended with the last finger.
    public mutating func handle(_ input: RecognizerInput, in state: GestureState) -> GestureState? {
        guard case .touches(let change) = input else { return nil }
        lastTime = change.time
        switch change.phase {
        case .began:
            rebase(to: change.down, in: state, at: change.time)
            if givesWay, change.down.count > maximumTouches ?? .max {
                if state == .possible { return .failed }
                if distance <= 0 { return .cancelled }
            }
            return state == .possible && distance <= 0 && isWithinTouchLimits(change.down.count) ? .began : nil
        case .moved:
            guard hasCountedTouches, follow(change.down, in: change) else { return nil }
            velocity.add(translation, at: change.time)
            if state.isActive { return .changed }
            if !hasReachedDistance { hasReachedDistance = reachesDistance }
            return hasReachedDistance ? .began : nil
        case .ended:
            if hasCountedTouches { _ = follow(change.downOrLifted, in: change) }
            guard !change.down.isEmpty else {
                touchCount = 0
                return state.isActive ? .ended : .failed
            }
            rebase(to: change.down, in: state, at: change.time)
            return nil
        case .cancelled:
            return .cancelled
        }
    }

    /// Forgets the drag.
    public mutating func reset() {
        velocity.reset()
        translation = .zero
        centroid = .zero
        touchCount = 0
        hasCountedTouches = false
        hasReachedDistance = false
    }

    private var reachesDistance: Bool {
        let moved =
            switch axis {
            case .xy: translation.length
            case .x: abs(translation.dx)
            case .y: abs(translation.dy)
            }
        return distance <= 0 || (beginsAtDistance ? moved >= distance : moved > distance)
    }

    private func isWithinTouchLimits(_ count: Int) -> Bool {
        count >= minimumTouches && count <= maximumTouches ?? .max
    }

    /// The centroid of the first `maximumTouches` fingers.
    private func centroid(of touches: [Touch]) -> Point {
        guard let maximumTouches, touches.count > maximumTouches else { return touches.centroid }
        return touches.prefix(max(0, maximumTouches)).centroid
    }

    /// Continues with the fingers that are down now, without a jump of the translation.
    ///
    /// While the pan is possible, the translation starts at 0 when the number of fingers comes within the limits.
    private mutating func rebase(to touches: [Touch], in state: GestureState, at time: Timestamp) {
        centroid = centroid(of: touches)
        touchCount = touches.count
        guard !state.isActive else { return }
        let counts = isWithinTouchLimits(touches.count)
        if counts, !hasCountedTouches {
            translation = .zero
            hasReachedDistance = false
            velocity.reset()
            velocity.add(translation, at: time)
        }
        hasCountedTouches = counts
    }

    /// Adds the centroid's movement to the translation.
    ///
    /// - Returns: Whether one of the changed touches is among the first `maximumTouches`.
    private mutating func follow(_ touches: [Touch], in change: TouchChange) -> Bool {
        if let maximumTouches, touches.count > maximumTouches {
            guard maximumTouches > 0 else { return false }
            let last = touches[maximumTouches - 1].arrival
            guard change.changed.contains(where: { $0.arrival <= last }) else { return false }
        }
        let moved = centroid(of: touches)
        translation = translation + (moved - centroid)
        centroid = moved
        return true
    }
}
