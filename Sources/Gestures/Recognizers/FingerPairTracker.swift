/// What a gesture measures between its first two fingers.
protocol FingerPairMeasure: Sendable, Hashable, Codable {
    /// Whether the fingers have moved far enough for the gesture to begin.
    var isEnough: Bool { get }

    /// Continues with a pair of other touches, without a jump in the measure.
    mutating func rebase(to pair: FingerPair)

    /// Measures the pair at its current locations.
    ///
    /// - Returns: Whether the fingers are far enough apart for the measure to count.
    mutating func measure(_ pair: FingerPair) -> Bool
}

/// Follows the first two fingers through a touch sequence, for a gesture that measures their distance or direction.
///
/// A finger that lifts leaves the gesture unchanged. A new second finger forms a new pair. The gesture ends when all
/// fingers are up.
struct FingerPairTracker: Sendable, Hashable, Codable {
    /// The centroid of the fingers that are down, or of the last ones that lifted.
    private(set) var location = Point.zero
    /// How many fingers are down.
    private(set) var touchCount = 0
    private var pair: FingerPair?

    /// Applies a change, measures the pair and proposes the next state.
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

    /// Continues with the touches at other places, without a jump in the measure.
    mutating func touchesPlaced(_ touches: [Touch], measure: inout some FingerPairMeasure) {
        pair = nil
        takePair(of: touches, measure: &measure)
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
