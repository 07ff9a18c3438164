/// The rarely used data of one recognizer in an arena: its registration, its waiting recognition and its failure.
package struct RecognizerSlot: Sendable {
    /// The registration's owner.
    package let owner: String
    /// The registration's role.
    package let role: Int
    /// The registration's modifiers that must fail first.
    let requireFailureOf: [String]
    /// The registration's modifiers that may be active at the same time.
    let simultaneousWith: [String]
    /// Whether the recognizer may be active together with earlier ones of its kind.
    let receivesHandled: Bool
    /// The registration's arming role.
    let armedBy: Int?

    /// The recognition that waits for other recognizers to fail.
    var waiting: Gesture? {
        get { keptWaiting.value }
        set { keptWaiting = RareValue(newValue) }
    }
    /// The failure of the recognizer in this touch sequence.
    var failure: GestureTransition? {
        get { keptFailure.value }
        set { keptFailure = RareValue(newValue) }
    }
    private var keptWaiting = RareValue<Gesture>.none
    private var keptFailure = RareValue<GestureTransition>.none

    /// The positions of the recognizers that must fail first.
    var requiredPositions: [Int] = []
    /// The positions of the recognizers that may be active together with this one.
    ///
    /// They are the others of its owner, and those where either side asks for it.
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
