/// How the events of an arena reach its recognizers.
extension GestureArena {
    /// Fires every timer that is due before an event at `time`, without copying the delegate.
    package mutating func advance(
        to time: Timestamp, delegate: inout some GestureArenaDelegate, into steps: inout [ArenaStep]
    ) {
        releaseLeftOver(delegate: &delegate, into: &steps)
        while let position = firstDue({ $0.isDue(at: time) }) {
            fireTimer(of: position, delegate: &delegate, into: &steps)
        }
        tracker.forgetTap(before: time)
        lastTime = time
    }

    /// Whether a wheel gesture is in progress, or waits to begin.
    package var isTurningWheel: Bool {
        statuses.indices.contains { statuses[$0].kind == .wheel && statuses[$0].isUnderWay }
    }

    /// Ends every wheel gesture at the time of the last event, without waiting for the wheel to rest.
    package mutating func endWheels(delegate: inout some GestureArenaDelegate, into steps: inout [ArenaStep]) {
        guard isTurningWheel else { return }
        for position in statuses.indices where statuses[position].kind == .wheel && statuses[position].timer != nil {
            fire(position, at: lastTime, delegate: &delegate, into: &steps)
        }
    }

    /// Shows a wheel or hover event to the recognizers of one owner, and decides.
    package mutating func handle(
        _ event: InputEvent, owner: String, delegate: inout some GestureArenaDelegate, into steps: inout [ArenaStep]
    ) {
        switch event {
        case .wheel(let wheelEvent):
            modifiers = wheelEvent.modifiers
            show(
                .wheel(wheelEvent), kind: .wheel, at: wheelEvent.time, owner: owner, delegate: &delegate, into: &steps)
        case .hover(let hoverEvent):
            show(
                .hover(hoverEvent), kind: .hover, at: hoverEvent.time, owner: owner, delegate: &delegate, into: &steps)
        case .touch, .gesture, .tick:
            break
        }
    }

    /// Shows an event to the recognizers and decides, without copying the delegate.
    package mutating func handle(
        _ event: InputEvent, delegate: inout some GestureArenaDelegate, into steps: inout [ArenaStep]
    ) throws(TouchError) -> [IgnoredContact] {
        switch event {
        case .touch(let touchEvent):
            try tracker.check(touchEvent)
            var ignored: [IgnoredContact] = []
            releaseLeftOver(delegate: &delegate, into: &steps)
            lastTime = touchEvent.time
            modifiers = touchEvent.modifiers
            if touchEvent.phase == .began, let change = tracker.cancelTouchesReplaced(by: touchEvent) {
                show(change, delegate: &delegate, into: &steps)
            }
            if tracker.place(touchEvent) { followPlacedTouches() }
            if let change = tracker.liftReleasedMouse(by: touchEvent) {
                for position in statuses.indices where statuses[position].followed & tracker.changedMask != 0 {
                    recognizers[position].discardVelocity()
                }
                show(change, delegate: &delegate, into: &steps)
            }
            if let change = tracker.apply(touchEvent, ignored: &ignored) {
                show(change, delegate: &delegate, into: &steps)
            }
            return ignored
        case .wheel(let wheelEvent):
            modifiers = wheelEvent.modifiers
            show(.wheel(wheelEvent), kind: .wheel, at: wheelEvent.time, delegate: &delegate, into: &steps)
        case .hover(let hoverEvent):
            show(.hover(hoverEvent), kind: .hover, at: hoverEvent.time, delegate: &delegate, into: &steps)
        case .gesture, .tick:
            break
        }
        return []
    }

    /// Fires every armed timer and discards the tap history, without copying the delegate.
    package mutating func resolveTimers(
        delegate: inout some GestureArenaDelegate, into steps: inout [ArenaStep]
    ) {
        releaseLeftOver(delegate: &delegate, into: &steps)
        var firings = slots.count
        while firings > 0, let position = firstDue({ _ in true }) {
            fireTimer(of: position, delegate: &delegate, into: &steps)
            firings -= 1
        }
        tracker.forgetTap()
    }

    /// The position of the first due timer, in order of (deadline, registration).
    private mutating func firstDue(_ isDue: (GestureTimer) -> Bool) -> Int? {
        guard hasTimer else { return nil }
        hasTimer = false
        var first: (position: Int, deadline: Timestamp)?
        for position in statuses.indices {
            guard let timer = statuses[position].timer else { continue }
            hasTimer = true
            guard isDue(timer) else { continue }
            if let first, first.deadline <= timer.deadline { continue }
            first = (position, timer.deadline)
        }
        return first?.position
    }

    private mutating func fireTimer(
        of position: Int, delegate: inout some GestureArenaDelegate, into steps: inout [ArenaStep]
    ) {
        guard let fired = statuses[position].timer else { return }
        fire(position, at: fired.deadline, delegate: &delegate, into: &steps)
        if let next = statuses[position].timer, next.deadline <= fired.deadline {
            assertionFailure("a recognizer of \(slots[position].owner) does not move its timer on")
            statuses[position].timer = nil
        }
    }

    private mutating func fire(
        _ position: Int, at time: Timestamp, delegate: inout some GestureArenaDelegate, into steps: inout [ArenaStep]
    ) {
        lastTime = time
        propose(.timer(time), to: position)
        decide(at: time, cause: .timer, delegate: &delegate, into: &steps)
        if hasTerminal { resetTerminal() }
    }

    private mutating func show(
        _ input: RecognizerInput, kind: GestureKind, at time: Timestamp, owner: String? = nil,
        delegate: inout some GestureArenaDelegate, into steps: inout [ArenaStep]
    ) {
        releaseLeftOver(delegate: &delegate, into: &steps)
        lastTime = time
        for position in statuses.indices where statuses[position].kind == kind && !statuses[position].isShownNothing {
            if let owner, slots[position].owner != owner { continue }
            if delegate.shouldObserve(owner: slots[position].owner) {
                propose(input, to: position)
            } else if case .hover(let event) = input, event.phase == .exited, statuses[position].isUnderWay {
                statuses[position].proposal = .cancelled
                noteProposal(of: position)
            }
        }
        decide(at: time, cause: .event, delegate: &delegate, into: &steps)
        if hasTerminal { resetTerminal() }
    }

    private mutating func show(
        _ change: TouchChange, delegate: inout some GestureArenaDelegate, into steps: inout [ArenaStep]
    ) {
        isInTouchSequence = true
        hasTouches = !tracker.touches.isEmpty
        if change.phase == .began { follow(change.changed, delegate: &delegate) }
        let changedBits = tracker.changedMask
        let everyBit = changedBits | tracker.downMask
        let isEveryOwnerObserving = delegate.isEveryOwnerObserving
        let input = RecognizerInput.touches(change)
        for position in statuses.indices {
            let followed = statuses[position].followed
            guard followed & changedBits != 0, !statuses[position].isShownNothing else { continue }
            let isObserving = isEveryOwnerObserving || delegate.shouldObserve(owner: slots[position].owner)
            if isObserving, followed & everyBit == everyBit {
                propose(input, to: position)
            } else if let part = part(of: change, seenBy: followed, isObserving: isObserving) {
                propose(.touches(part), to: position)
            }
        }
        decide(at: change.time, cause: .event, delegate: &delegate, into: &steps)
        switch change.phase {
        case .began, .moved: break
        case .ended, .cancelled:
            for position in statuses.indices { statuses[position].followed &= ~changedBits }
        }
        finishStep(at: change.time, delegate: &delegate, into: &steps)
    }

    /// Lets the recognizers go on from where touches are after a resize.
    private mutating func followPlacedTouches() {
        for position in statuses.indices where statuses[position].followed != 0 {
            let followed = statuses[position].followed
            let down = tracker.touches.indices.filter { tracker.bit(at: $0) & followed != 0 }
            recognizers[position].touchesPlaced(down.map { tracker.touches[$0] })
        }
    }

    /// Makes every recognizer follow the new touches that its owner allows.
    private mutating func follow(_ touches: [Touch], delegate: inout some GestureArenaDelegate) {
        for touch in touches where delegate.isSetApart(touch) { tracker.setApart(touch.id) }
        for position in statuses.indices {
            guard statuses[position].kind.followsTouches, !statuses[position].isShownNothing else { continue }
            let owner = slots[position].owner
            guard delegate.shouldObserve(owner: owner) else { continue }
            let kind = statuses[position].kind
            for (index, touch) in touches.enumerated() where delegate.shouldReceive(touch, kind: kind, owner: owner) {
                statuses[position].followed |= tracker.changedBit(at: index)
                statuses[position].hasSeenTouch = true
            }
        }
    }

    /// The part of a change that concerns the followed touches.
    ///
    /// For an owner that does not observe, an up becomes a cancel, and there is no part of a down or a move.
    func part(of change: TouchChange, seenBy followed: UInt64, isObserving: Bool) -> TouchChange? {
        var part = change
        if !isObserving {
            switch change.phase {
            case .began, .moved: return nil
            case .ended, .cancelled: part.phase = .cancelled
            }
        }
        part.changed = change.changed.indices.compactMap {
            followed & tracker.changedBit(at: $0) == 0 ? nil : change.changed[$0]
        }
        part.down = change.down.indices.compactMap { followed & tracker.bit(at: $0) == 0 ? nil : change.down[$0] }
        return part
    }

    private mutating func propose(_ input: RecognizerInput, to position: Int) {
        if statuses[position].show(input, to: &recognizers[position]) { noteProposal(of: position) }
        if statuses[position].timer != nil { hasTimer = true }
    }

    private mutating func noteProposal(of position: Int) {
        hasProposal = true
        if statuses[position].state == .possible { hasProposalOfPossible = true }
    }

    /// Ends the touch sequence when the last touch is up, and makes terminal recognizers possible again.
    private mutating func finishStep(
        at time: Timestamp, delegate: inout some GestureArenaDelegate, into steps: inout [ArenaStep]
    ) {
        if isInTouchSequence, !hasTouches {
            isInTouchSequence = false
            tracker.trimCapacity()
            endTouchSequence(at: time, delegate: &delegate, into: &steps)
        }
        if hasTerminal, !hasTouches { resetTerminal() }
    }

    private mutating func endTouchSequence(
        at time: Timestamp, delegate: inout some GestureArenaDelegate, into steps: inout [ArenaStep]
    ) {
        for position in statuses.indices where statuses[position].kind.followsTouches {
            statuses[position].hasSeenTouch = false
            if !statuses[position].isWaiting { statuses[position].isArmed = false }
            if statuses[position].waitingState == .began {
                fail(position, at: time, cause: .required, into: &steps)
            } else if statuses[position].state == .possible, statuses[position].isIdle {
                reset(position)
            }
        }
        releaseWaiting(at: time, delegate: &delegate, into: &steps)
    }

    /// Makes terminal recognizers possible again; those that follow touches only while no touch is down.
    mutating func resetTerminal() {
        hasTerminal = false
        for position in statuses.indices where statuses[position].state.isTerminal {
            if hasTouches, statuses[position].kind.followsTouches {
                hasTerminal = true
            } else {
                reset(position)
            }
        }
        if lastGestures.allSatisfy({ $0 == nil }) { lastGestures = [] }
    }

    /// Releases the recognizers that waited for one that was disabled or removed since the last event.
    private mutating func releaseLeftOver(
        delegate: inout some GestureArenaDelegate, into steps: inout [ArenaStep]
    ) {
        guard waitingCount > 0 else { return }
        releaseWaiting(at: lastTime, delegate: &delegate, into: &steps)
        finishStep(at: lastTime, delegate: &delegate, into: &steps)
    }
}

extension GestureTimer {
    /// Whether the timer fires before an event at `time`.
    func isDue(at time: Timestamp) -> Bool {
        switch kind {
        case .begin: deadline <= time
        case .expiry: deadline < time
        }
    }
}

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
