/// A decided change of a recognizer from one state to the next.
public struct GestureTransition: Sendable, Hashable, Codable {
    /// Why a recognizer changed its state.
    public enum Cause: String, Sendable, Hashable, Codable {
        /// The event itself.
        case event
        /// A deadline that passed.
        case timer
        /// A recognizer that had to fail first was recognized, or failed and so released this one.
        case required
        /// Another recognizer that shares a touch is active or was recognized.
        case prevented
        /// The modifier was disabled or removed, a command ended all gestures, or the touches were cancelled.
        case cancelled
    }

    /// The id of the modifier that owns the recognizer.
    public var owner: String
    /// The number of the recognizer among those of the owner; 0 for the main one.
    public var role: Int
    /// The new state with its time, place and measurements.
    public var gesture: Gesture
    /// Why the state changed.
    public var cause: Cause
    /// Whether the arena sends the change to the owner: began, changed, ended, and cancelled from began or changed.
    public var sendsAction: Bool
    /// The owner that made this recognizer fail.
    ///
    /// It owns the gesture that prevented this one or had to fail first. Or it is the recognizer's own owner, which did
    /// not allow the gesture to begin.
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
