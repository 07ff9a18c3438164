/// What an arena has decided on one recognizer, apart from ``RecognizerSlot`` so that looking at it, and copying it for a
/// change, copies no references.
package struct RecognizerStatus: Sendable {
    /// The recognizer's kind.
    let kind: GestureKind
    /// How many taps a tap recognizer waits for, else 0.
    let taps: Int
    /// Whether the recognizer may begin only after another one of its owner was recognized.
    let needsArming: Bool
    /// Whether the owner looks at the velocity of a gesture that goes on.
    let needsVelocity: Bool
    /// The position of the recognizer that arms this one.
    var armingPosition: Int?

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
    /// The state that waits for other recognizers to fail.
    var waitingState: GestureState?
    /// Why the owner was told the last gesture.
    var lastCause = GestureTransition.Cause.event
    /// Whether the last gesture is kept without its velocity, which ``GestureRecognizer/completed(_:)`` knows; that depends
    /// on the owner's needs alone, not on who else was told the velocity.
    var isLastGestureBrief = false

    init(_ registration: GestureArena.Registration) {
        kind = registration.recognizer.kind
        if case .tap(let taps) = registration.recognizer.reading.values {
            self.taps = taps
        } else {
            taps = 0
        }
        needsArming = registration.armedBy != nil
        needsVelocity = registration.needsVelocity
        isEnabled = registration.isEnabled
    }

    /// Whether a recognition waits.
    var isWaiting: Bool { waitingState != nil }

    /// Whether the recognizer's gesture is in progress, or would be if it had not to wait.
    var isUnderWay: Bool { state.isActive || waitingState == .began }

    /// Whether the recognizer may still become its gesture and has a reason to: a touch seen, or a timer armed.
    var isEngaged: Bool { isEnabled && state == .possible && (hasSeenTouch || timer != nil || isWaiting) }

    /// Whether the recognizer proposes that its gesture, which is in progress, goes on.
    var goesOn: Bool { proposal == .changed && state.isActive }

    /// Whether the recognizer has done its work, if only for other recognizers to let it be told.
    var isShownNothing: Bool { !isEnabled || state.isTerminal || waitingState == .ended }

    /// Whether the recognizer would be just the same after a reset.
    var isIdle: Bool { state == .possible && timer == nil && !isWaiting }

    /// Shows the recognizer an input and keeps what it proposes and waits for.
    ///
    /// - Returns: Whether it proposes something.
    mutating func show(_ input: RecognizerInput, to recognizer: inout any GestureRecognizer) -> Bool {
        let response = recognizer.respond(to: input, in: state)
        proposal = response.proposal
        timer = response.timer
        return response.proposal != nil
    }

    /// Makes the recognizer possible again.
    mutating func reset() {
        state = .possible
        timer = nil
        followed = 0
        hasSeenTouch = false
        isArmed = false
        proposal = nil
        waitingState = nil
    }

    /// Keeps the state that the owner is told.
    mutating func tell(_ state: GestureState, _ cause: GestureTransition.Cause, isBrief: Bool) {
        self.state = state
        isLastGestureBrief = isBrief
        lastCause = cause
    }
}
