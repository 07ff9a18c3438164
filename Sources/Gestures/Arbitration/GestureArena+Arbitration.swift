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
