/// Which recognizers of an arena begin, wait and fail.
extension GestureArena {
    /// Decides on all proposals for one input.
    mutating func decide(
        at time: Timestamp, cause: GestureTransition.Cause, delegate: inout some GestureArenaDelegate,
        into steps: inout [ArenaStep]
    ) {
        guard hasProposal || waitingCount > 0 else { return }
        if hasProposalOfPossible { decideOnFailures(at: time, cause: cause, into: &steps) }
        hasProposal = false
        hasProposalOfPossible = false
        for position in statuses.indices where statuses[position].proposal != nil {
            apply(position, at: time, cause: cause, delegate: &delegate, into: &steps)
        }
        releaseWaiting(at: time, delegate: &delegate, into: &steps)
    }

    /// Fails the possible recognizers that propose to fail, and updates the recognitions that wait.
    private mutating func decideOnFailures(
        at time: Timestamp, cause: GestureTransition.Cause, into steps: inout [ArenaStep]
    ) {
        for position in statuses.indices {
            guard let proposal = statuses[position].proposal, statuses[position].state == .possible else { continue }
            switch proposal {
            case .failed: fail(position, at: time, cause: cause, into: &steps)
            case .cancelled: fail(position, at: time, cause: .cancelled, into: &steps)
            case .began, .ended:
                if statuses[position].isWaiting {
                    wait(position, gesture(of: position, in: proposal, at: time))
                    statuses[position].proposal = nil
                }
            case .possible, .changed: reject(position)
            }
        }
    }

    /// Releases waiting recognizers in order, until each remaining one must still wait.
    mutating func releaseWaiting(
        at time: Timestamp, delegate: inout some GestureArenaDelegate, into steps: inout [ArenaStep]
    ) {
        var isSettled = waitingCount == 0
        while !isSettled {
            isSettled = true
            for position in statuses.indices {
                guard statuses[position].isWaiting, var gesture = slots[position].waiting else { continue }
                let outcome = readiness(of: position)
                guard outcome.isDecided else { continue }
                gesture.resolvedAt = time
                recognize(
                    position, gesture, outcome, at: time, cause: .required, delegate: &delegate, into: &steps)
                isSettled = waitingCount == 0
                break
            }
        }
    }

    /// Applies a recognizer's proposal, after those of the recognizers that arm it or others of its kind.
    private mutating func apply(
        _ position: Int, at time: Timestamp, cause: GestureTransition.Cause, delegate: inout some GestureArenaDelegate,
        into steps: inout [ArenaStep]
    ) {
        if hasArming {
            for other in statuses.indices where statuses[other].kind == statuses[position].kind {
                guard let arming = statuses[other].armingPosition, arming != position, statuses[arming].proposal != nil
                else {
                    continue
                }
                applyProposal(arming, at: time, cause: cause, delegate: &delegate, into: &steps)
            }
        }
        applyProposal(position, at: time, cause: cause, delegate: &delegate, into: &steps)
    }

    private mutating func applyProposal(
        _ position: Int, at time: Timestamp, cause: GestureTransition.Cause, delegate: inout some GestureArenaDelegate,
        into steps: inout [ArenaStep]
    ) {
        guard let proposal = statuses[position].proposal else { return }
        statuses[position].proposal = nil
        switch statuses[position].state {
        case .possible:
            let gesture = gesture(of: position, in: proposal, at: time)
            let outcome = readiness(of: position)
            if case .waits = outcome {
                wait(position, gesture)
            } else {
                recognize(position, gesture, outcome, at: time, cause: cause, delegate: &delegate, into: &steps)
            }
        case .began, .changed:
            switch proposal {
            case .changed, .ended, .cancelled:
                let withoutVelocity = proposal == .changed && !statuses[position].needsVelocity
                let gesture = gesture(of: position, in: proposal, at: time, withoutVelocity: withoutVelocity)
                send(
                    position, gesture, cause: proposal == .cancelled ? .cancelled : cause,
                    withoutVelocity: withoutVelocity, into: &steps)
                if withoutVelocity, delegate.needsEveryVelocity {
                    steps[steps.endIndex - 1].gesture = recognizers[position].completed(gesture)
                }
            case .possible, .began, .failed: reject(position)
            }
        case .ended, .cancelled, .failed: break
        }
    }

    /// Whether a recognizer may leave possible now, and otherwise what prevents it.
    enum Readiness {
        /// The recognizer may begin.
        case free
        /// The recognizer is not armed, so it stays possible.
        case unarmed
        /// The recognizer at a position must fail first and has not failed yet.
        case waits(for: Int)
        /// The recognizer at a position had to fail first and was recognized.
        case required(by: Int)
        /// The recognizer at a position shares a touch and is active.
        case prevented(by: Int)

        /// Whether the recognizer leaves possible now.
        var isDecided: Bool {
            switch self {
            case .free, .required, .prevented: true
            case .unarmed, .waits: false
            }
        }
    }

    func readiness(of position: Int) -> Readiness {
        if statuses[position].needsArming, !statuses[position].isArmed { return .unarmed }
        var awaited: Int?
        for other in statuses.indices where other != position && requires(position, other) {
            guard statuses[other].isEnabled else { continue }
            switch statuses[other].state {
            case .began, .changed, .ended, .cancelled: return .required(by: other)
            case .possible: if awaited == nil, mayStillBegin(other) { awaited = other }
            case .failed: break
            }
        }
        if let awaited { return .waits(for: awaited) }
        for other in statuses.indices where other != position && statuses[other].state.isActive {
            if sharesTouch(position, other), !isSimultaneous(position, other) { return .prevented(by: other) }
        }
        return .free
    }

    /// Whether the recognizer at `position` must wait until the one at `other` has failed.
    ///
    /// It must if its registration says so, or if the other one is armed and of the same kind. Of two armed ones the
    /// later waits.
    private func requires(_ position: Int, _ other: Int) -> Bool {
        if slots[position].requiredPositions.contains(other) { return true }
        guard statuses[other].isArmed, statuses[other].kind == statuses[position].kind, sharesTouch(position, other)
        else {
            return false
        }
        return !slots[other].requiredPositions.contains(position) && (!statuses[position].isArmed || other < position)
    }

    /// Whether a possible recognizer is engaged, and either needs no arming or can still be armed.
    private func mayStillBegin(_ position: Int) -> Bool {
        guard statuses[position].isEngaged else { return false }
        guard statuses[position].needsArming, !statuses[position].isArmed else { return true }
        guard let arming = statuses[position].armingPosition else { return false }
        return statuses[arming].isEngaged
    }

    private func sharesTouch(_ first: Int, _ second: Int) -> Bool {
        statuses[first].followed & statuses[second].followed != 0
    }

    /// Whether two recognizers may be active together; an armed drag is not, beside a pinch or a rotation.
    private func isSimultaneous(_ first: Int, _ second: Int) -> Bool {
        if slots[first].simultaneousPositions.contains(second) { return true }
        let isApart =
            (statuses[first].isArmed && statuses[second].kind.isOfTwoFingers)
            || (statuses[second].isArmed && statuses[first].kind.isOfTwoFingers)
        return !isApart && statuses[first].kind.isSimultaneous(with: statuses[second].kind)
    }

    /// Moves a recognizer out of possible: recognizes it if its readiness and its owner allow that, or else fails it.
    private mutating func recognize(
        _ position: Int, _ gesture: Gesture, _ readiness: Readiness, at time: Timestamp,
        cause: GestureTransition.Cause, delegate: inout some GestureArenaDelegate, into steps: inout [ArenaStep]
    ) {
        switch readiness {
        case .unarmed, .waits: return
        case .required(let other):
            return fail(position, at: time, cause: .required, because: other, into: &steps)
        case .prevented(let other):
            return fail(position, at: time, cause: .prevented, because: other, into: &steps)
        case .free: break
        }
        guard delegate.shouldBegin(gesture, owner: slots[position].owner) else {
            return fail(position, at: time, cause: cause, because: position, into: &steps)
        }
        stopWaiting(position)
        send(position, gesture, cause: cause, into: &steps)
        for other in statuses.indices where other != position && statuses[other].state == .possible {
            if statuses[other].armingPosition == position { statuses[other].isArmed = true }
            if statuses[other].isWaiting, requires(other, position) {
                fail(other, at: time, cause: .required, because: position, into: &steps)
            } else if prevents(position, other) {
                fail(other, at: time, cause: .prevented, because: position, into: &steps)
            }
        }
    }

    /// Whether the recognition of the one at `position` fails the possible one at `other`.
    private func prevents(_ position: Int, _ other: Int) -> Bool {
        guard sharesTouch(position, other), !isSimultaneous(position, other) else { return false }
        return statuses[position].kind != .tap || statuses[other].taps <= statuses[position].taps
    }

    /// Fails a possible recognizer, without an action for the owner.
    mutating func fail(
        _ position: Int, at time: Timestamp, cause: GestureTransition.Cause, because opponent: Int? = nil,
        into steps: inout [ArenaStep]
    ) {
        stopWaiting(position)
        statuses[position].proposal = nil
        statuses[position].timer = nil
        statuses[position].state = .failed
        hasTerminal = true
        let gesture = gesture(of: position, in: .failed, at: time)
        let failure = ArenaStep(
            position: position, gesture: gesture, cause: cause, sendsAction: false, opponent: opponent)
        slots[position].failure = transition(of: failure)
        steps.append(failure)
    }

    /// Records a new state and appends the step that sends it to the owner.
    mutating func send(
        _ position: Int, _ gesture: Gesture, cause: GestureTransition.Cause, withoutVelocity: Bool = false,
        into steps: inout [ArenaStep]
    ) {
        statuses[position].record(gesture.state, cause, withoutVelocity: withoutVelocity)
        keep(gesture, of: position)
        if gesture.state.isTerminal {
            statuses[position].timer = nil
            hasTerminal = true
        }
        steps.append(
            ArenaStep(position: position, gesture: gesture, cause: cause, sendsAction: true, opponent: nil))
    }

    /// The gesture that a recognizer measures now, in a given state.
    mutating func gesture(
        of position: Int, in state: GestureState, at time: Timestamp, withoutVelocity: Bool = false
    ) -> Gesture {
        readGesture(
            of: &recognizers[position], in: state, at: time, modifiers: modifiers, withoutVelocity: withoutVelocity)
    }

    /// Makes a recognizer possible again.
    mutating func reset(_ position: Int) {
        recognizers[position].reset()
        slots[position].waiting = nil
        slots[position].failure = nil
        keep(nil, of: position)
        statuses[position].reset()
    }

    /// Stores a recognition until the recognizers that must fail first have failed.
    private mutating func wait(_ position: Int, _ gesture: Gesture) {
        if !statuses[position].isWaiting { waitingCount += 1 }
        statuses[position].waitingState = gesture.state
        slots[position].waiting = gesture
    }

    private mutating func stopWaiting(_ position: Int) {
        guard statuses[position].isWaiting else { return }
        statuses[position].waitingState = nil
        slots[position].waiting = nil
        waitingCount -= 1
    }

    /// Ignores a proposal that the state machine does not allow; stops the program in debug builds.
    private mutating func reject(_ position: Int) {
        assertionFailure("a recognizer of \(slots[position].owner) proposes a move that its state does not allow")
        statuses[position].proposal = nil
    }
}

/// The gesture that a recognizer measures now.
///
/// The recognizer is `inout`, because a copy out of the array would cost more than the reading.
private func readGesture(
    of recognizer: inout any GestureRecognizer, in state: GestureState, at time: Timestamp, modifiers: ModifierKeys,
    withoutVelocity: Bool
) -> Gesture {
    let reading = withoutVelocity ? recognizer.readingWithoutVelocity : recognizer.reading
    return Gesture(state: state, time: time, reading: reading, modifiers: modifiers)
}

extension GestureArena {
    /// Returns a step with names; its recognizers must still be registered.
    package func transition(of step: ArenaStep) -> GestureTransition {
        GestureTransition(
            owner: slots[step.position].owner, role: slots[step.position].role, gesture: step.gesture,
            cause: step.cause, sendsAction: step.sendsAction, opponent: step.opponent.map { slots[$0].owner })
    }

    /// Makes a change and appends its steps, with names.
    private mutating func collect<Failure: Error, Result>(
        into transitions: inout [GestureTransition],
        _ change: (inout GestureArena, inout [ArenaStep]) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var steps: [ArenaStep] = []
        let result = try change(&self, &steps)
        transitions += steps.map(transition)
        return result
    }

    /// Fires every timer that is due before an event at `time`, in order of (deadline, registration).
    ///
    /// A begin timer is due when its deadline ≤ `time`, an expiry timer when its deadline < `time`. The time of the
    /// resulting transitions is the deadline.
    public mutating func advance(
        to time: Timestamp, delegate: some GestureArenaDelegate, into transitions: inout [GestureTransition]
    ) {
        var delegate = delegate
        collect(into: &transitions) { $0.advance(to: time, delegate: &delegate, into: &$1) }
    }

    /// Shows an event to the recognizers and decides, after ``advance(to:delegate:into:)`` has fired the due timers.
    ///
    /// If a touch that begins is down already, the arena cancels it first, as an event of its own. An error changes
    /// nothing.
    ///
    /// Complexity: O(recognizers × changed touches) for an event that decides nothing.
    ///
    /// - Parameters:
    ///   - event: A touch, wheel or hover event. The arena ignores gestures and ticks.
    ///   - delegate: The delegate of the owners.
    ///   - transitions: The list to which the arena appends its decisions, in order.
    /// - Returns: The contacts that were ignored.
    /// - Throws: ``TouchError``.
    public mutating func handle(
        _ event: InputEvent, delegate: some GestureArenaDelegate, into transitions: inout [GestureTransition]
    ) throws(TouchError) -> [IgnoredContact] {
        var delegate = delegate
        return try collect(into: &transitions) { arena, steps throws(TouchError) in
            try arena.handle(event, delegate: &delegate, into: &steps)
        }
    }

    /// Fires every armed timer whatever its deadline, and discards the tap history, before the clock gets a new base.
    public mutating func resolveTimers(
        delegate: some GestureArenaDelegate, into transitions: inout [GestureTransition]
    ) {
        var delegate = delegate
        collect(into: &transitions) { $0.resolveTimers(delegate: &delegate, into: &$1) }
    }

    /// Removes an owner's recognizers and cancels their gestures in progress.
    ///
    /// The next call with a delegate releases the recognitions that waited for them.
    public mutating func detach(owner: String, into transitions: inout [GestureTransition]) {
        collect(into: &transitions) { $0.stop(owner: owner, into: &$1) }
        remove(owner: owner)
    }

    /// Enables or disables an owner's recognizers.
    ///
    /// Disabling cancels their gestures in progress, at the time of the last event. A recognizer that is enabled again
    /// follows only touches that begin later. The next call with a delegate releases the recognitions that waited for a
    /// disabled one.
    public mutating func setEnabled(_ isEnabled: Bool, owner: String, into transitions: inout [GestureTransition]) {
        collect(into: &transitions) { $0.setEnabled(isEnabled, owner: owner, into: &$1) }
    }

    /// Cancels every gesture and discards every touch, timer and tap.
    public mutating func cancelAll(into transitions: inout [GestureTransition]) {
        collect(into: &transitions) { $0.cancelAll(into: &$1) }
    }
}

extension GestureArena {
    /// Finds the positions of the recognizers that the registrations name.
    ///
    /// - Complexity: O(recognizers + relations between them).
    mutating func relate() {
        let positions = positionsByOwner
        let askers = askersByOwner(among: positions)
        hasArming = false
        for position in slots.indices {
            let owner = slots[position].owner
            let required = slots[position].requireFailureOf.filter { $0 != owner }
            slots[position].requiredPositions = Set(required.flatMap { positions[$0] ?? [] }).sorted()
            slots[position].simultaneousPositions = (positions[owner] ?? []).filter { $0 != position }
            let others = slots[position].simultaneousWith.flatMap { positions[$0] ?? [] } + (askers[owner] ?? [])
            if !others.isEmpty {
                slots[position].simultaneousPositions =
                    Set(others).union(slots[position].simultaneousPositions).sorted()
            }
            statuses[position].armingPosition = slots[position].armedBy.flatMap { role in
                positions[owner]?.first { slots[$0].role == role }
            }
            if slots[position].armedBy != nil { hasArming = true }
        }
        for position in slots.indices where slots[position].receivesHandled { sharePredecessors(of: position) }
    }

    /// Allows a recognizer that receives handled gestures to be active together with earlier ones of its kind.
    ///
    /// Gestures that the client recognized reach the owners in the same order.
    private mutating func sharePredecessors(of position: Int) {
        guard slots[position].armedBy == nil else { return }
        for other in 0..<position
        where statuses[other].kind == statuses[position].kind && slots[other].armedBy == nil
            && !slots[position].simultaneousPositions.contains(other)
        {
            slots[position].simultaneousPositions = (slots[position].simultaneousPositions + [other]).sorted()
            slots[other].simultaneousPositions = (slots[other].simultaneousPositions + [position]).sorted()
        }
    }

    private var positionsByOwner: [String: [Int]] {
        slots.indices.reduce(into: [:]) { $0[slots[$1].owner, default: []].append($1) }
    }

    /// The recognizers that ask to be active together with those of an owner.
    private func askersByOwner(among positions: [String: [Int]]) -> [String: [Int]] {
        slots.indices.reduce(into: [:]) { askers, position in
            for owner in slots[position].simultaneousWith where positions[owner] != nil {
                askers[owner, default: []].append(position)
            }
        }
    }
}

extension GestureKind {
    /// Whether gestures of two kinds may be active together by default, in any order.
    ///
    /// Pan, pinch and rotation together form a two-finger transform. A double touch down allows the pan that it arms,
    /// the pinch of a finger that joins, and a tap. Two gestures of one kind exclude each other.
    func isSimultaneous(with other: GestureKind) -> Bool {
        switch (self, other) {
        case (.pan, .pinch), (.pan, .rotation), (.pinch, .rotation): true
        case (.pinch, .pan), (.rotation, .pan), (.rotation, .pinch): true
        case (.doubleTouchDown, .pan), (.doubleTouchDown, .tap): true
        case (.pan, .doubleTouchDown), (.tap, .doubleTouchDown): true
        case (.doubleTouchDown, .pinch), (.doubleTouchDown, .rotation): true
        case (.pinch, .doubleTouchDown), (.rotation, .doubleTouchDown): true
        case (.tap, _), (.doubleTouchDown, _), (.longPress, _), (.pan, _), (.pinch, _): false
        case (.rotation, _), (.swipe, _), (.hover, _), (.wheel, _), (.marquee, _): false
        }
    }

    /// Whether the gesture needs two fingers.
    var isOfTwoFingers: Bool {
        switch self {
        case .pinch, .rotation: true
        case .tap, .doubleTouchDown, .longPress, .pan, .swipe, .hover, .wheel, .marquee: false
        }
    }

    /// Whether recognizers of this kind follow touches.
    public var followsTouches: Bool {
        switch self {
        case .tap, .doubleTouchDown, .longPress, .pan, .pinch, .rotation, .swipe, .marquee: true
        case .hover, .wheel: false
        }
    }
}
