/// A recognizer's step as the arena decides it: a ``GestureTransition`` with positions instead of names, so that handing it
/// on counts no references.
package struct ArenaStep: Sendable {
    /// The position of the recognizer among those of the arena.
    package let position: Int
    /// The new state with its time, place and measurements.
    package internal(set) var gesture: Gesture
    /// Why the state changed.
    let cause: GestureTransition.Cause
    /// Whether the owner is told.
    package let sendsAction: Bool
    /// The position of the recognizer that was in the way of one that failed.
    let opponent: Int?
}
