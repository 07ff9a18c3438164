/// The state of one recognizer in an arena.
///
/// It is separate from ``RecognizerSlot``, so that reading and changing it copies no references.
package struct RecognizerStatus: Sendable {
    /// The recognizer's kind.
    let kind: GestureKind
    /// How many taps a tap recognizer waits for, else 0.
    let taps: Int
    /// Whether the recognizer may begin only after another one of its owner was recognized.
    let needsArming: Bool
    /// Whether the owner reads the velocity of a gesture in progress.
    let needsVelocity: Bool
    /// The position of the recognizer that arms this one.
    var armingPosition: Int?

    /// Whether the recognizer takes part.
    var isEnabled: Bool
    /// The state that the arena has decided.
    var state = GestureState.possible
    /// The recognizer's timer after the last input.
    var timer: GestureTimer?
    /// The bits of the touches that the recognizer follows.
    var followed: UInt64 = 0
    /// Whether the recognizer has seen a touch of this touch sequence.
    var hasSeenTouch = false
    /// Whether the recognizer's arming one was recognized in this touch sequence.
    var isArmed = false
    /// The recognizer's proposal for the current input.
    var proposal: GestureState?
    /// The proposed state of a recognition that waits for other recognizers to fail.
    var waitingState: GestureState?
    /// The cause of the last gesture that the arena sent.
    var lastCause = GestureTransition.Cause.event
    /// Whether the arena stored the last gesture without its velocity, which ``GestureRecognizer/completed(_:)`` adds.
    ///
    /// It depends on the owner's needs alone, and not on ``GestureArenaDelegate/needsEveryVelocity``.
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

    /// Whether the recognizer's gesture is in progress, or waits to begin.
    var isUnderWay: Bool { state.isActive || waitingState == .began }

    /// Whether the recognizer is possible and has seen a touch, has an armed timer, or waits.
    var isEngaged: Bool { isEnabled && state == .possible && (hasSeenTouch || timer != nil || isWaiting) }

    /// Whether the recognizer proposes changed for its gesture in progress.
    var goesOn: Bool { proposal == .changed && state.isActive }

    /// Whether the recognizer sees no more input: it is disabled or terminal, or waits with a complete gesture.
    var isShownNothing: Bool { !isEnabled || state.isTerminal || waitingState == .ended }

    /// Whether the recognizer is possible, without a timer, and waits for nothing.
    var isIdle: Bool { state == .possible && timer == nil && !isWaiting }

    /// Shows the recognizer an input, and stores its proposal and timer.
    ///
    /// - Returns: Whether there is a proposal.
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

    /// Records a state that the arena sends to the owner.
    mutating func record(_ state: GestureState, _ cause: GestureTransition.Cause, withoutVelocity: Bool) {
        self.state = state
        isLastGestureBrief = withoutVelocity
        lastCause = cause
    }
}
