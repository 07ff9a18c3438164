extension GestureArena {
    /// Whether ``move(_:delegate:ignored:into:)`` may handle the next move.
    ///
    /// Touches are then down at known places, no timer is armed, no recognizer waits, and there are at most 64
    /// recognizers. The getter is mutating, because the compiler would call a plain one on a copy of the arena.
    package var onlyFollowsMoves: Bool {
        mutating get {
            hasTouches && !hasTimer && waitingCount == 0 && statuses.count <= UInt64.bitWidth
                && !tracker.awaitsPlaces
        }
    }

    /// Whether a move says that a mouse has no button held, which ends its touch.
    package mutating func isReleased(in event: TouchEvent) -> Bool {
        for index in event.contacts.indices where event.contacts[index].buttons == 0 {
            if tracker.isMouse(event.contacts[index]) { return true }
        }
        return false
    }

    /// Shows a move to the recognizers, while the arena ``onlyFollowsMoves``.
    ///
    /// It does what ``advance(to:delegate:into:)`` and ``handle(_:delegate:into:)`` do, in less time. It requires that
    /// all owners observe, and that the delegate does not need every velocity. Nearly every event is such a move, and
    /// nearly always it only changes gestures in progress. Those come back as bits, without a step for each.
    ///
    /// - Parameters:
    ///   - event: An event that moves touches.
    ///   - delegate: The delegate of the owners.
    ///   - ignored: The list to which contacts of touches that are not down are appended.
    ///   - steps: The list to which the decisions are appended, if there are other ones than changes.
    /// - Returns: The recognizers whose gesture in ``lastGestures`` is `changed`; none if there are steps.
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

    /// Shows each recognizer its part of a move.
    ///
    /// - Returns: The active recognizers that propose changed; ``hasProposal`` is set if there is any other proposal.
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

    /// Records that gestures in progress have changed, where nothing else is to be decided.
    private mutating func goOn(_ changed: ChangedGestures, at time: Timestamp) {
        var rest = changed.positions
        while let position = rest.next() {
            let withoutVelocity = !statuses[position].needsVelocity
            let gesture = gesture(of: position, in: .changed, at: time, withoutVelocity: withoutVelocity)
            statuses[position].proposal = nil
            statuses[position].record(.changed, .event, withoutVelocity: withoutVelocity)
            keep(gesture, of: position)
        }
    }
}
