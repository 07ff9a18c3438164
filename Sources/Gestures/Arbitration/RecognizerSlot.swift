/// One recognizer of an arena with what the arena knows of it.
struct RecognizerSlot: Sendable {
    /// The registration's owner.
    let owner: String
    /// The registration's role.
    let role: Int
    /// The recognizer's kind.
    let kind: GestureKind
    /// How many taps a tap recognizer waits for, else 0.
    let taps: Int
    /// The registration's modifiers that must fail first.
    let requireFailureOf: [String]
    /// The registration's modifiers that may be active at the same time.
    let simultaneousWith: [String]
    /// The registration's arming role.
    let armedBy: Int?

    /// The recognizer; only its proposals change the state.
    var recognizer: any GestureRecognizer
    /// Whether the recognizer takes part.
    var isEnabled: Bool
    /// The state that the arena has decided.
    var state = GestureState.possible
    /// The recognizer's timer, as it was after the last input.
    var timer: GestureTimer?
    /// The bits of the touches that the recognizer follows.
    var followed: UInt64 = 0
    /// Whether the recognizer has seen a touch of this touch sequence.
    var hasSeenTouch = false
    /// Whether the recognizer's arming one was recognized in this touch sequence.
    var isArmed = false
    /// What the recognizer proposes for the input that is decided now.
    var proposal: GestureState?
    /// The recognition that waits for other recognizers to fail.
    var waiting: Gesture?
    /// The last state that the owner was told.
    var lastAction: GestureTransition?

    /// The positions of the recognizers that must fail first.
    var requiredPositions: [Int] = []
    /// The positions of the recognizers that this one or they themselves allow beside it.
    var simultaneousPositions: [Int] = []
    /// The position of the recognizer that arms this one.
    var armingPosition: Int?

    init(_ registration: GestureArena.Registration) {
        owner = registration.owner
        role = registration.role
        recognizer = registration.recognizer
        kind = recognizer.kind
        if case .tap(let taps) = recognizer.reading.values {
            self.taps = taps
        } else {
            taps = 0
        }
        requireFailureOf = registration.requireFailureOf
        simultaneousWith = registration.simultaneousWith
        armedBy = registration.armedBy
        isEnabled = registration.isEnabled
    }

    /// Whether the recognizer may still become its gesture and has a reason to: a touch seen, or a timer armed.
    var isEngaged: Bool { isEnabled && state == .possible && (hasSeenTouch || timer != nil || waiting != nil) }

    /// Whether the recognizer has done its work and waits, for other recognizers alone, to be told so.
    var isShownNothing: Bool { !isEnabled || state.isTerminal || waiting?.state == .ended }

    /// Whether the recognizer would be just the same after a reset.
    var isIdle: Bool { state == .possible && timer == nil && waiting == nil }

    /// Makes the recognizer possible again.
    mutating func reset() {
        recognizer.reset()
        state = .possible
        timer = nil
        proposal = nil
        waiting = nil
        lastAction = nil
        followed = 0
        hasSeenTouch = false
        isArmed = false
    }

    /// The gesture that the recognizer measures now, in a state.
    func gesture(in state: GestureState, at time: Timestamp, modifiers: ModifierKeys) -> Gesture {
        let reading = recognizer.reading
        return Gesture(
            state: state, time: time, location: reading.location, values: reading.values,
            numberOfTouches: reading.numberOfTouches, modifiers: modifiers)
    }
}
