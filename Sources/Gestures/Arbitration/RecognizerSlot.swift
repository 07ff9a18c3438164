/// One recognizer of an arena with its registration and its last gestures.
struct RecognizerSlot: Sendable {
    /// The registration's owner.
    let owner: String
    /// The registration's role.
    let role: Int
    /// The registration's modifiers that must fail first.
    let requireFailureOf: [String]
    /// The registration's modifiers that may be active at the same time.
    let simultaneousWith: [String]
    /// The registration's arming role.
    let armedBy: Int?
    /// The recognizer; only its proposals change the state.
    var recognizer: any GestureRecognizer

    /// The recognition that waits for other recognizers to fail.
    var waiting: Gesture?
    /// The last gesture that the owner was told.
    var lastGesture: Gesture?
    /// Why the owner was told so.
    var lastCause = GestureTransition.Cause.event

    /// The positions of the recognizers that must fail first.
    var requiredPositions: [Int] = []
    /// The positions of the recognizers that this one, or that themselves, allow both.
    var simultaneousPositions: [Int] = []

    init(_ registration: GestureArena.Registration) {
        owner = registration.owner
        role = registration.role
        requireFailureOf = registration.requireFailureOf
        simultaneousWith = registration.simultaneousWith
        armedBy = registration.armedBy
        recognizer = registration.recognizer
    }
}
