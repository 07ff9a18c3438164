import Gestures

/// What a surface tells of why a gesture did and did not begin.
extension Surface {
    /// Starts a trace of recognizers, modifiers and limits, until ``takeTrace()``.
    ///
    /// The trace does not change what events do.
    public mutating func startTrace() { chain.chart.startTrace() }

    /// Stops the trace.
    ///
    /// - Returns: The entries since ``startTrace()``, in order; none without a trace.
    public mutating func takeTrace() -> [TraceEntry] { takeTraceReport().entries }

    /// Stops the trace.
    ///
    /// - Returns: The entries since ``startTrace()``, with the number of entries left out.
    public mutating func takeTraceReport() -> TraceReport { chain.chart.takeTrace() }

    var isTracing: Bool { chain.chart.trace != nil }

    /// Records which event comes next.
    mutating func traceBegin(of event: InputEvent, at index: Int) {
        chain.chart.trace?.begin(event: index)
        if chain.chart.trace?.hasStarted == false { traceStart(at: .event(index)) }
    }

    /// Records an event that no modifier can receive.
    mutating func traceOutside(_ event: InputEvent, at index: Int) {
        guard case .wheel(let wheel) = event, !chart.contains(wheel.location) else { return }
        chain.chart.trace?.note(
            .ignored(modifier: nil, .event(index), reason: "the pointer is outside the plot area"))
    }

    /// Records which modifiers and recognizers take no part from the start.
    private mutating func traceStart(at place: TraceEntry.Place) {
        chain.chart.trace?.hasStarted = true
        for entry in modifiers where !entry.isEnabled {
            let reason = entry.options.isEnabled ? "its group is not enabled" : "the modifier is not enabled"
            chain.chart.trace?.note(.ignored(modifier: entry.id, place, reason: reason))
        }
        for failure in arena.failures {
            let reason = "its \(failure.gesture.kind) has failed before: \(failureReason(of: failure))"
            chain.chart.trace?.note(.ignored(modifier: failure.owner, place, reason: reason))
        }
    }

    /// Records which modifiers do not follow a touch that is new in the event, and why.
    mutating func traceTouches(of event: InputEvent, at index: Int) {
        guard case .touch(let change) = event else { return }
        for (position, contact) in change.contacts.enumerated() {
            guard let touch = arena.touchesDown.first(where: { $0.id == contact.id }),
                chain.chart.trace?.isNew(touch) == true
            else { continue }
            for entry in modifiers where entry.isEnabled && entry.followsTouches {
                guard let reason = reasonNotToFollow(touch, by: entry) else { continue }
                chain.chart.trace?.note(
                    .ignored(modifier: entry.id, .contact(position, event: index), reason: reason))
            }
        }
    }

    private func reasonNotToFollow(_ touch: Touch, by entry: AttachedModifier) -> String? {
        guard chain.shouldObserve(owner: entry.id) else { return "a modifier before it has handled the event" }
        if let index = chain.index(of: entry.id), !chain.takes(touch, at: index) {
            return "the modifier takes touches of another button or with other keys"
        }
        guard !entry.shouldReceive(touch, on: chart) else {
            guard let index = chain.index(of: entry.id) else { return nil }
            let isClaimed = entry.listening.allSatisfy { !chain.mayReceive(touch, kind: $0.kind, at: index) }
            return isClaimed ? "another modifier takes what begins here" : nil
        }
        return chart.contains(touch.startLocation)
            ? "the modifier does not take touches that begin here" : "the touch began outside the plot area"
    }

    /// Records an ignored contact.
    mutating func traceIgnored(_ contact: IgnoredContact, at index: Int) {
        chain.chart.trace?.note(
            .ignored(modifier: nil, .contact(contact.index, event: index), reason: contact.reason))
    }

    /// Records a gesture of the client that no modifier received.
    mutating func traceUnclaimed(_ gesture: Gesture) {
        guard let place = chain.chart.trace?.place else { return }
        chain.chart.trace?.note(
            .ignored(modifier: nil, place, reason: "no modifier that is enabled listens for a \(gesture.kind)"))
    }

    /// Records a transition of a recognizer.
    mutating func trace(_ transition: GestureTransition) {
        let reason = transition.gesture.state == .failed ? failureReason(of: transition) : nil
        chain.chart.trace?.note(.transition(transition, reason: reason))
    }

    /// Records which recognizers are still possible at the end of the batch, and what they wait for.
    mutating func tracePending() {
        guard let place = chain.chart.trace?.place else { return }
        for pending in arena.pendingRecognizers {
            let needed = arena.thresholds.requirement(of: pending.gesture)
            let reason =
                switch pending.obstacle {
                case nil: "no \(pending.gesture.kind) yet: \(needed)"
                case .unarmed: "no \(pending.gesture.kind) yet: it follows a double touch down only"
                case .waits(let owner): "the \(pending.gesture.kind) waits until that of \(owner) has failed"
                }
            chain.chart.trace?.note(.ignored(modifier: pending.owner, place, reason: reason))
        }
    }

    private func failureReason(of transition: GestureTransition) -> String {
        switch transition.cause {
        case .prevented: "prevented by a gesture of \(transition.opponent ?? "another modifier")"
        case .required:
            transition.opponent.map { "a gesture of \($0) had to fail first and did not" }
                ?? "the touches ended before the gestures had failed that it waits for"
        case .cancelled: "it was cancelled"
        case .event, .timer:
            transition.opponent == nil
                ? arena.thresholds.requirement(of: transition.gesture) : "the modifier did not let it begin"
        }
    }
}
