extension GestureArena {
    /// Fires every timer that is due before an event, with a delegate that costs nothing to copy.
    public mutating func advance(
        to time: Timestamp, delegate: some GestureArenaDelegate, into transitions: inout [GestureTransition]
    ) {
        var delegate = delegate
        advance(to: time, delegate: &delegate, into: &transitions)
    }

    /// Shows an event to the recognizers and decides, with a delegate that costs nothing to copy.
    ///
    /// - Returns: The contacts that were ignored.
    /// - Throws: ``TouchError``.
    public mutating func handle(
        _ event: InputEvent, delegate: some GestureArenaDelegate, into transitions: inout [GestureTransition]
    ) throws(TouchError) -> [IgnoredContact] {
        var delegate = delegate
        return try handle(event, delegate: &delegate, into: &transitions)
    }

    /// Fires every armed timer whatever its deadline, with a delegate that costs nothing to copy.
    public mutating func resolveTimers(
        delegate: some GestureArenaDelegate, into transitions: inout [GestureTransition]
    ) {
        var delegate = delegate
        resolveTimers(delegate: &delegate, into: &transitions)
    }
}
