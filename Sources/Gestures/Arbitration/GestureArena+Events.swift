extension GestureArena {
    /// Fires every timer that is due before an event at `time`, in order of (deadline, registration).
    ///
    /// A begin timer is due when its deadline ≤ `time`, an expiry timer when its deadline < `time`; what they bring about
    /// carries the deadline as its time.
    public mutating func advance(
        to time: Timestamp, delegate: inout some GestureArenaDelegate, into transitions: inout [GestureTransition]
    ) {
        releaseLeftOver(delegate: &delegate, into: &transitions)
        while let position = firstDue({ $0.isDue(at: time) }) {
            fireTimer(of: position, delegate: &delegate, into: &transitions)
        }
        tracker.forgetTap(before: time)
        lastTime = time
    }

    /// Shows an event to the recognizers and decides; timers that are due have been fired by ``advance(to:delegate:into:)``.
    ///
    /// A began touch that is down already is cancelled first, as an event of its own. Nothing is changed when an error is
    /// thrown.
    ///
    /// Complexity: O(recognizers × changed touches) for an event that decides nothing.
    ///
    /// - Parameters:
    ///   - event: A touch, wheel or hover event; a gesture or a tick is none of the arena's business and does nothing.
    ///   - delegate: The owners' say.
    ///   - transitions: Where the decisions are appended, in the order in which they were made.
    /// - Returns: The contacts that were ignored.
    /// - Throws: ``TouchError``.
    public mutating func handle(
        _ event: InputEvent, delegate: inout some GestureArenaDelegate, into transitions: inout [GestureTransition]
    ) throws(TouchError) -> [IgnoredContact] {
        switch event {
        case .touch(let touchEvent):
            try tracker.check(touchEvent)
            var ignored: [IgnoredContact] = []
            releaseLeftOver(delegate: &delegate, into: &transitions)
            lastTime = touchEvent.time
            modifiers = touchEvent.modifiers
            if let change = tracker.cancelTouchesReplaced(by: touchEvent) {
                show(change, delegate: &delegate, into: &transitions)
            }
            if let change = tracker.apply(touchEvent, ignored: &ignored) {
                show(change, delegate: &delegate, into: &transitions)
            }
            return ignored
        case .wheel(let wheelEvent):
            modifiers = wheelEvent.modifiers
            show(.wheel(wheelEvent), kind: .wheel, at: wheelEvent.time, delegate: &delegate, into: &transitions)
        case .hover(let hoverEvent):
            show(.hover(hoverEvent), kind: .hover, at: hoverEvent.time, delegate: &delegate, into: &transitions)
        case .gesture, .tick:
            break
        }
        return []
    }

    /// Fires every armed timer whatever its deadline and forgets the tap history: the clock is about to be based anew.
    public mutating func resolveTimers(
        delegate: inout some GestureArenaDelegate, into transitions: inout [GestureTransition]
    ) {
        releaseLeftOver(delegate: &delegate, into: &transitions)
        var firings = slots.count
        while firings > 0, let position = firstDue({ _ in true }) {
            fireTimer(of: position, delegate: &delegate, into: &transitions)
            firings -= 1
        }
        tracker.forgetTap()
    }

    /// The position of the first armed timer in order of (deadline, registration) among those that are due.
    private func firstDue(_ isDue: (GestureTimer) -> Bool) -> Int? {
        var first: (position: Int, deadline: Timestamp)?
        for position in statuses.indices {
            guard let timer = statuses[position].timer, isDue(timer) else { continue }
            if let first, first.deadline <= timer.deadline { continue }
            first = (position, timer.deadline)
        }
        return first?.position
    }

    private mutating func fireTimer(
        of position: Int, delegate: inout some GestureArenaDelegate, into transitions: inout [GestureTransition]
    ) {
        guard let fired = statuses[position].timer else { return }
        lastTime = fired.deadline
        propose(.timer(fired.deadline), to: position)
        if let next = statuses[position].timer, next.deadline <= fired.deadline {
            assertionFailure("a recognizer of \(slots[position].owner) does not move its timer on")
            statuses[position].timer = nil
        }
        decide(at: fired.deadline, cause: .timer, delegate: &delegate, into: &transitions)
        if hasTerminal { resetTerminal() }
    }

    private mutating func show(
        _ input: RecognizerInput, kind: GestureKind, at time: Timestamp, delegate: inout some GestureArenaDelegate,
        into transitions: inout [GestureTransition]
    ) {
        releaseLeftOver(delegate: &delegate, into: &transitions)
        lastTime = time
        for position in statuses.indices where statuses[position].kind == kind && !statuses[position].isShownNothing {
            if delegate.shouldObserve(owner: slots[position].owner) {
                propose(input, to: position)
            } else if case .hover(let event) = input, event.phase == .exited, statuses[position].isUnderWay {
                statuses[position].proposal = .cancelled
            }
        }
        decide(at: time, cause: .event, delegate: &delegate, into: &transitions)
        if hasTerminal { resetTerminal() }
    }

    private mutating func show(
        _ change: TouchChange, delegate: inout some GestureArenaDelegate, into transitions: inout [GestureTransition]
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
        decide(at: change.time, cause: .event, delegate: &delegate, into: &transitions)
        switch change.phase {
        case .began, .moved: break
        case .ended, .cancelled:
            for position in statuses.indices { statuses[position].followed &= ~changedBits }
        }
        finishStep(at: change.time, delegate: &delegate, into: &transitions)
    }

    /// Lets every recognizer follow the touches that it may.
    private mutating func follow(_ touches: [Touch], delegate: inout some GestureArenaDelegate) {
        for position in statuses.indices {
            guard statuses[position].kind.followsTouches, !statuses[position].isShownNothing else { continue }
            let owner = slots[position].owner
            guard delegate.shouldObserve(owner: owner) else { continue }
            for (index, touch) in touches.enumerated() where delegate.shouldReceive(touch, owner: owner) {
                statuses[position].followed |= tracker.changedBits[index]
                statuses[position].hasSeenTouch = true
            }
        }
    }

    /// The part of a change that concerns the followed touches; an owner that does not observe sees an up as cancelled
    /// and a move not at all.
    private func part(of change: TouchChange, seenBy followed: UInt64, isObserving: Bool) -> TouchChange? {
        var part = change
        if !isObserving {
            switch change.phase {
            case .began, .moved: return nil
            case .ended, .cancelled: part.phase = .cancelled
            }
        }
        part.changed = change.changed.indices.compactMap {
            followed & tracker.changedBits[$0] == 0 ? nil : change.changed[$0]
        }
        part.down = change.down.indices.compactMap { followed & tracker.bit(at: $0) == 0 ? nil : change.down[$0] }
        return part
    }

    private mutating func propose(_ input: RecognizerInput, to position: Int) {
        statuses[position].show(input, to: &recognizers[position])
    }

    /// Ends the touch sequence when the last touch is up, and makes terminal recognizers possible again.
    private mutating func finishStep(
        at time: Timestamp, delegate: inout some GestureArenaDelegate, into transitions: inout [GestureTransition]
    ) {
        if isInTouchSequence, !hasTouches {
            isInTouchSequence = false
            endTouchSequence(at: time, delegate: &delegate, into: &transitions)
        }
        if hasTerminal, !hasTouches { resetTerminal() }
    }

    private mutating func endTouchSequence(
        at time: Timestamp, delegate: inout some GestureArenaDelegate, into transitions: inout [GestureTransition]
    ) {
        for position in statuses.indices where statuses[position].kind.followsTouches {
            statuses[position].hasSeenTouch = false
            if !statuses[position].isWaiting { statuses[position].isArmed = false }
            if statuses[position].waitingState == .began {
                fail(position, at: time, cause: .required, into: &transitions)
            } else if statuses[position].state == .possible, statuses[position].isIdle {
                reset(position)
            }
        }
        releaseWaiting(at: time, delegate: &delegate, into: &transitions)
    }

    /// Makes terminal recognizers possible again: those of touches when no touch is down, the others at any time.
    mutating func resetTerminal() {
        hasTerminal = false
        for position in statuses.indices where statuses[position].state.isTerminal {
            if hasTouches, statuses[position].kind.followsTouches {
                hasTerminal = true
            } else {
                reset(position)
            }
        }
    }

    /// Releases those who wait for a recognizer that was disabled or removed since the last event.
    private mutating func releaseLeftOver(
        delegate: inout some GestureArenaDelegate, into transitions: inout [GestureTransition]
    ) {
        guard waitingCount > 0 else { return }
        releaseWaiting(at: lastTime, delegate: &delegate, into: &transitions)
        finishStep(at: lastTime, delegate: &delegate, into: &transitions)
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
