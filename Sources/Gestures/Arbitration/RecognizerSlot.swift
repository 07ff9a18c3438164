/// What an arena keeps of one recognizer and rarely looks at: its registration and its last gestures.
package struct RecognizerSlot: Sendable {
    /// The registration's owner.
    package let owner: String
    /// The registration's role.
    package let role: Int
    /// The registration's modifiers that must fail first.
    let requireFailureOf: [String]
    /// The registration's modifiers that may be active at the same time.
    let simultaneousWith: [String]
    /// The registration's arming role.
    let armedBy: Int?

    /// The recognition that waits for other recognizers to fail.
    var waiting: Gesture?
    /// The last gesture that the owner was told.
    var lastGesture: Gesture?
    /// Whether ``lastGesture`` is kept without its velocity, which ``GestureRecognizer/completed(_:)`` knows; that depends
    /// on the owner's needs alone, not on who else was told the velocity.
    var isLastGestureBrief = false
    /// How the recognizer has failed in this touch sequence.
    var failure: GestureTransition?
    /// Why the owner was told so.
    var lastCause = GestureTransition.Cause.event

    /// The positions of the recognizers that must fail first.
    var requiredPositions: [Int] = []
    /// The positions of the recognizers that may be active beside this one: its owner's own, and those where either side
    /// asks for it.
    var simultaneousPositions: [Int] = []

    init(_ registration: GestureArena.Registration) {
        owner = registration.owner
        role = registration.role
        requireFailureOf = registration.requireFailureOf
        simultaneousWith = registration.simultaneousWith
        armedBy = registration.armedBy
    }

    /// Keeps what the owner is told.
    mutating func tell(_ gesture: Gesture, _ cause: GestureTransition.Cause, isBrief: Bool) {
        lastGesture = gesture
        isLastGestureBrief = isBrief
        lastCause = cause
    }
}
