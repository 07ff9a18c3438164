/// What an arena keeps of one recognizer and rarely looks at: its registration, and how it waits or has failed.
package struct RecognizerSlot: Sendable {
    /// The registration's owner.
    package let owner: String
    /// The registration's role.
    package let role: Int
    /// The registration's modifiers that must fail first.
    let requireFailureOf: [String]
    /// The registration's modifiers that may be active at the same time.
    let simultaneousWith: [String]
    /// Whether the registration goes on beside gestures of its kind that others have taken.
    let receivesHandled: Bool
    /// The registration's arming role.
    let armedBy: Int?

    /// The recognition that waits for other recognizers to fail.
    var waiting: Gesture? {
        get { keptWaiting.value }
        set { keptWaiting = RareValue(newValue) }
    }
    /// How the recognizer has failed in this touch sequence.
    var failure: GestureTransition? {
        get { keptFailure.value }
        set { keptFailure = RareValue(newValue) }
    }
    private var keptWaiting = RareValue<Gesture>.none
    private var keptFailure = RareValue<GestureTransition>.none

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
        receivesHandled = registration.receivesHandled
        armedBy = registration.armedBy
    }
}
