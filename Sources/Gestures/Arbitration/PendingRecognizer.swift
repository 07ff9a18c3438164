/// A recognizer that follows touches and has not decided yet.
public struct PendingRecognizer: Sendable, Hashable {
    /// Why a recognizer is pending, apart from its own thresholds.
    public enum Obstacle: Sendable, Hashable {
        /// Its arming recognizer was not recognized in this touch sequence.
        case unarmed
        /// It is recognized, but waits until a gesture of this owner has failed.
        case waits(String)
    }

    /// The id of the modifier that owns the recognizer.
    public var owner: String
    /// What the recognizer measures now; the state is possible.
    public var gesture: Gesture
    /// What keeps the recognizer from beginning; `nil` when it has only not reached its thresholds.
    public var obstacle: Obstacle?
}
