/// What a gesture reads off the first two fingers.
protocol FingerPairMeasure: Sendable, Hashable, Codable {
    /// Whether the fingers have moved far enough for the gesture to begin.
    var isEnough: Bool { get }

    /// Goes on from a pair of other touches than before, without a jump.
    mutating func rebase(to pair: FingerPair)

    /// Measures the pair where it is now.
    ///
    /// - Returns: Whether its fingers are far enough apart to mean anything.
    mutating func measure(_ pair: FingerPair) -> Bool
}

/// Follows the first two fingers through a touch sequence, for a gesture that measures how they lie to each other.
///
/// A finger that lifts leaves the gesture as it is; a new second finger makes up a new pair. The gesture ends when every
/// finger is up.
struct FingerPairTracker: Sendable, Hashable, Codable {
    /// The centroid of the fingers that are down, or of those that were up last.
    private(set) var location = Point.zero
    /// How many fingers are down.
    private(set) var touchCount = 0
    private var pair: FingerPair?

    /// Takes a change over, measures the pair and proposes the next state.
    mutating func handle(
        _ change: TouchChange, in state: GestureState, measure: inout some FingerPairMeasure
    ) -> GestureState? {
        switch change.phase {
        case .began:
            takePair(of: change.down, measure: &measure)
            return nil
        case .moved:
            location = change.down.centroid
            guard follow(change, measure: &measure) else { return nil }
            if state.isActive { return .changed }
            return measure.isEnough ? .began : nil
        case .ended:
            _ = follow(change, measure: &measure)
            guard !change.down.isEmpty else {
                location = change.changed.centroid
                touchCount = 0
                return state.isActive ? .ended : .failed
            }
            takePair(of: change.down, measure: &measure)
            return nil
        case .cancelled:
            return .cancelled
        }
    }

    private mutating func follow(_ change: TouchChange, measure: inout some FingerPairMeasure) -> Bool {
        let belongs = change.isOfAll ? pair?.update(from: change.down) : pair?.update(from: change.changed)
        guard belongs == true, let pair else { return false }
        return measure.measure(pair)
    }

    private mutating func takePair(of down: [Touch], measure: inout some FingerPairMeasure) {
        touchCount = down.count
        location = down.centroid
        let next = FingerPair(down)
        if let next, !next.hasSameTouches(as: pair) { measure.rebase(to: next) }
        pair = next
    }
}
