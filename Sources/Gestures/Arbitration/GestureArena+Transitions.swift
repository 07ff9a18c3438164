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
