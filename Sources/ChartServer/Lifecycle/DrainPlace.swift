import Synchronization

/// The place of one request that the shutdown waits for, until it is left or freed.
final class DrainPlace: Sendable {
    private let drain: Drain
    private let isHeld = Atomic(true)

    /// Takes a place; nil when the server is shutting down.
    init?(in drain: Drain) {
        guard drain.enter() else { return nil }
        self.drain = drain
    }

    deinit { leave() }

    /// Gives the place back; further calls do nothing.
    func leave() {
        if isHeld.exchange(false, ordering: .relaxed) { drain.leave() }
    }
}
