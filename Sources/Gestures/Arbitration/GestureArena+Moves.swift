extension GestureArena {
    /// Whether the next move of a touch can do no more than what the recognizers propose: touches are down, no timer runs and
    /// nobody waits.
    ///
    /// It is asked in place, for a plain getter would be called on a copy of the arena.
    package var onlyFollowsMoves: Bool {
        mutating get { hasTouches && !hasTimer && waitingCount == 0 && statuses.count <= UInt64.bitWidth }
    }

    /// Shows the recognizers a move, while the arena ``onlyFollowsMoves``: what ``advance(to:delegate:into:)`` and
    /// ``handle(_:delegate:into:)`` do then, for a delegate whose owners all observe and need no velocity beyond their own.
    ///
    /// Nearly every event is such a move, and nearly always all that comes of it is that gestures in progress go on. Those are
    /// handed over as bits, without a step for each.
    ///
    /// - Parameters:
    ///   - event: An event that moves touches.
    ///   - delegate: The owners' say.
    ///   - ignored: Where contacts of touches that are not down are listed.
    ///   - steps: Where the decisions are appended if there are others.
    /// - Returns: The recognizers whose gesture is `changed`, which ``lastGestures`` has; none if there are steps.
    /// - Throws: ``TouchError``.
    package mutating func move(
        _ event: TouchEvent, delegate: inout some GestureArenaDelegate, ignored: inout [IgnoredContact],
        into steps: inout [ArenaStep]
    ) throws(TouchError) -> ChangedGestures {
        try TouchTracker.checkRepetitions(event)
        tracker.forgetTap(before: event.time)
        lastTime = event.time
        modifiers = event.modifiers
        guard let change = tracker.lendMove(event, ignored: &ignored) else { return ChangedGestures() }
        isInTouchSequence = true
        let input = RecognizerInput.touches(change)
        let changed = showMove(input)
        if case .touches(let change) = consume input { tracker.takeBack(change) }
        if hasProposal || (hasArming && changed.count > 1) {
            hasProposal = true
            decide(at: event.time, cause: .event, delegate: &delegate, into: &steps)
            return ChangedGestures()
        }
        goOn(changed, at: event.time)
        return changed
    }

    /// Shows each recognizer what it sees of a move.
    ///
    /// - Returns: Those that propose that their gesture goes on; ``hasProposal`` is set if anybody proposes anything else.
    private mutating func showMove(_ input: RecognizerInput) -> ChangedGestures {
        let (changedBits, everyBit) = (tracker.changedMask, tracker.downMask)
        var changed = ChangedGestures()
        for position in statuses.indices {
            let followed = statuses[position].followed
            guard followed & changedBits != 0, !statuses[position].isShownNothing else { continue }
            let proposes: Bool
            if followed & everyBit == everyBit {
                proposes = statuses[position].show(input, to: &recognizers[position])
            } else if case .touches(let change) = input,
                let part = part(of: change, seenBy: followed, isObserving: true)
            {
                proposes = statuses[position].show(.touches(part), to: &recognizers[position])
            } else {
                continue
            }
            if statuses[position].timer != nil { hasTimer = true }
            guard proposes else { continue }
            if statuses[position].goesOn {
                changed.insert(position, kind: statuses[position].kind)
            } else {
                noteProposal(of: position)
            }
        }
        return changed
    }

    /// Takes over that gestures in progress have changed, as owners are told whose recognizers have no rival to settle with.
    private mutating func goOn(_ changed: ChangedGestures, at time: Timestamp) {
        var rest = changed.positions
        while let position = rest.next() {
            let isBrief = !statuses[position].needsVelocity
            let gesture = gesture(of: position, in: .changed, at: time, isBrief: isBrief)
            statuses[position].proposal = nil
            statuses[position].tell(.changed, .event, isBrief: isBrief)
            keep(gesture, of: position)
        }
    }
}
