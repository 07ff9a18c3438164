/// A decided state change of a recognizer: a ``GestureTransition`` with positions instead of names.
///
/// Copying it counts no references.
package struct ArenaStep: Sendable {
    /// The position of the recognizer among those of the arena.
    package let position: Int
    /// The new state with its time, place and measurements.
    package internal(set) var gesture: Gesture
    /// Why the state changed.
    let cause: GestureTransition.Cause
    /// Whether the arena sends the change to the owner.
    package let sendsAction: Bool
    /// The position of the recognizer that made this one fail.
    let opponent: Int?
}
