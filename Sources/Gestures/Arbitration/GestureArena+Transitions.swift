extension GestureArena {
    /// A step with names; its recognizers must still be registered.
    package func transition(of step: ArenaStep) -> GestureTransition {
        GestureTransition(
            owner: slots[step.position].owner, role: slots[step.position].role, gesture: step.gesture,
            cause: step.cause, sendsAction: step.sendsAction, opponent: step.opponent.map { slots[$0].owner })
    }

    /// Appends what a change decides, with names.
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
    /// A begin timer is due when its deadline ≤ `time`, an expiry timer when its deadline < `time`; what they bring about
    /// carries the deadline as its time.
    public mutating func advance(
        to time: Timestamp, delegate: some GestureArenaDelegate, into transitions: inout [GestureTransition]
    ) {
        var delegate = delegate
        collect(into: &transitions) { $0.advance(to: time, delegate: &delegate, into: &$1) }
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
        _ event: InputEvent, delegate: some GestureArenaDelegate, into transitions: inout [GestureTransition]
    ) throws(TouchError) -> [IgnoredContact] {
        var delegate = delegate
        return try collect(into: &transitions) { arena, steps throws(TouchError) in
            try arena.handle(event, delegate: &delegate, into: &steps)
        }
    }

    /// Fires every armed timer whatever its deadline and forgets the tap history: the clock is about to be based anew.
    public mutating func resolveTimers(
        delegate: some GestureArenaDelegate, into transitions: inout [GestureTransition]
    ) {
        var delegate = delegate
        collect(into: &transitions) { $0.resolveTimers(delegate: &delegate, into: &$1) }
    }

    /// Removes an owner's recognizers and cancels what they had in progress.
    ///
    /// Recognitions that waited for them are released by the next call that has a delegate.
    public mutating func detach(owner: String, into transitions: inout [GestureTransition]) {
        collect(into: &transitions) { $0.stop(owner: owner, into: &$1) }
        remove(owner: owner)
    }

    /// Enables or disables an owner's recognizers; disabling cancels what they had in progress, at the time of the last
    /// event.
    ///
    /// A recognizer that is enabled again follows the touches that begin from then on. Recognitions that waited for a
    /// disabled one are released by the next call that has a delegate.
    public mutating func setEnabled(_ isEnabled: Bool, owner: String, into transitions: inout [GestureTransition]) {
        collect(into: &transitions) { $0.setEnabled(isEnabled, owner: owner, into: &$1) }
    }

    /// Cancels every gesture and forgets every touch, timer and tap.
    public mutating func cancelAll(into transitions: inout [GestureTransition]) {
        collect(into: &transitions) { $0.cancelAll(into: &$1) }
    }
}
