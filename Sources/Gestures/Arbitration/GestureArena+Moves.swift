extension GestureArena {
    /// Whether the next move of a touch can do no more than what the recognizers propose: touches are down, no timer runs and
    /// nobody waits.
    package var onlyFollowsMoves: Bool {
        hasTouches && !hasTimer && waitingCount == 0 && statuses.count <= UInt64.bitWidth
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
    /// - Returns: The positions of the recognizers whose gesture is `changed`, as bits: ``changedGesture(of:)`` has it. None if
    ///   there are steps.
    /// - Throws: ``TouchError``.
    package mutating func move(
        _ event: TouchEvent, delegate: inout some GestureArenaDelegate, ignored: inout [IgnoredContact],
        into steps: inout [ArenaStep]
    ) throws(TouchError) -> UInt64 {
        if event.contacts.count > 1 { try tracker.check(event) }
        tracker.forgetTap(before: event.time)
        lastTime = event.time
        modifiers = event.modifiers
        guard let change = tracker.apply(event, ignored: &ignored) else { return 0 }
        isInTouchSequence = true
        let goesOn = show(change)
        if hasProposal || (hasArming && goesOn.nonzeroBitCount > 1) {
            hasProposal = true
            decide(at: event.time, cause: .event, delegate: &delegate, into: &steps)
            return 0
        }
        var rest = goesOn
        while rest != 0 {
            goOn(rest.trailingZeroBitCount, at: event.time)
            rest &= rest - 1
        }
        return goesOn
    }

    /// The gesture with which a recognizer has just gone on.
    package func changedGesture(of position: Int) -> Gesture? { slots[position].lastGesture }

    /// Whether a recognizer is one of pinches.
    package func isPinch(_ position: Int) -> Bool { statuses[position].kind == .pinch }

    /// Shows each recognizer what it sees of a move.
    ///
    /// - Returns: Those that propose to go on, as bits; ``hasProposal`` is set if anybody proposes anything else.
    private mutating func show(_ change: TouchChange) -> UInt64 {
        let changedBits = tracker.changedMask
        let everyBit = tracker.downMask
        let input = RecognizerInput.touches(change)
        var goesOn: UInt64 = 0
        for position in statuses.indices {
            let followed = statuses[position].followed
            guard followed & changedBits != 0, !statuses[position].isShownNothing else { continue }
            let proposes: Bool
            if followed & everyBit == everyBit {
                proposes = statuses[position].show(input, to: &recognizers[position])
            } else if let part = part(of: change, seenBy: followed, isObserving: true) {
                proposes = statuses[position].show(.touches(part), to: &recognizers[position])
            } else {
                continue
            }
            if statuses[position].timer != nil { hasTimer = true }
            guard proposes else { continue }
            if statuses[position].goesOn { goesOn |= 1 << UInt64(position) } else { noteProposal(of: position) }
        }
        return goesOn
    }

    /// Takes over that a gesture in progress has changed, as it is told to an owner that is nobody's rival.
    private mutating func goOn(_ position: Int, at time: Timestamp) {
        statuses[position].proposal = nil
        statuses[position].state = .changed
        let isBrief = !statuses[position].needsVelocity
        slots[position].tell(
            gesture(of: position, in: .changed, at: time, isBrief: isBrief), .event, isBrief: isBrief)
    }
}
