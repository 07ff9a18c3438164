/// A recognizer that follows touches and has not decided yet.
public struct PendingRecognizer: Sendable, Hashable {
    /// What is in its way, apart from its own thresholds.
    public enum Obstacle: Sendable, Hashable {
        /// Its arming recognizer was not recognized in this touch sequence.
        case unarmed
        /// It is recognized, and waits until a gesture of this owner has failed.
        case waits(String)
    }

    /// The id of the modifier that owns the recognizer.
    public var owner: String
    /// What it measures now; the state is possible.
    public var gesture: Gesture
    /// What is in its way; `nil` when it is just not far enough.
    public var obstacle: Obstacle?
}
