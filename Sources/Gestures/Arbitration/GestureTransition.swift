/// A recognizer's step from one state to the next, as the arena decided it.
public struct GestureTransition: Sendable, Hashable, Codable {
    /// Why a recognizer changed its state.
    public enum Cause: String, Sendable, Hashable, Codable {
        /// The event itself.
        case event
        /// A deadline that passed.
        case timer
        /// A recognizer that it required to fail was recognized, or has failed and released it.
        case required
        /// Another recognizer that shares a touch is active or was recognized.
        case prevented
        /// Its modifier was disabled or removed, a command ended all gestures, or the touches were cancelled.
        case cancelled
    }

    /// The id of the modifier that owns the recognizer.
    public var owner: String
    /// Which of the owner's recognizers this is; 0 for the main one.
    public var role: Int
    /// The new state with its time, place and measurements.
    public var gesture: Gesture
    /// Why the state changed.
    public var cause: Cause
    /// Whether the owner is told: began, changed, ended, and cancelled from began or changed.
    public var sendsAction: Bool
    /// Who was in the way of a recognizer that failed: the owner of the gesture that prevented it or had to fail first, or
    /// its own owner, who did not let it begin.
    public var opponent: String?

    /// Creates a transition.
    public init(
        owner: String, role: Int, gesture: Gesture, cause: Cause, sendsAction: Bool, opponent: String? = nil
    ) {
        self.owner = owner
        self.role = role
        self.gesture = gesture
        self.cause = cause
        self.sendsAction = sendsAction
        self.opponent = opponent
    }
}
