package import ChartStores

/// A store in memory that several registries share: a change that another one has overtaken conflicts.
package struct SharedMemoryStore: ForwardingStore {
    /// The store that has the sessions.
    package let base: any SessionStore
    /// The hints of its changes.
    package let hints = MemoryHintBoard()

    /// Creates a store without sessions.
    ///
    /// - Parameter clock: The clock that tells how long a session was idle.
    package init(clock: SessionClock) {
        base = MemorySessionStore(clock: clock)
    }

    /// Other registries write into it.
    package var isShared: Bool { true }

    /// Stores a change at once; one that follows no last revision of a live session conflicts.
    package func enqueue(
        _ change: StoreChange, on chain: ChangeChain, isDue: Bool,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued {
        let enqueued = base.enqueue(change, on: chain, isDue: isDue, whenDone: whenDone)
        if case .done(.success) = enqueued { tell(change) }
        guard case .done(.failure(.damaged)) = enqueued else { return enqueued }
        switch change {
        case .append, .snapshot, .end, .expire: return .done(.failure(.conflict))
        case .create, .clearTombstones: return enqueued
        }
    }

    /// Opens the hints of one registry.
    package func openHints() -> (any SessionHints)? { hints.open() }

    private func tell(_ change: StoreChange) {
        switch change {
        case .append(let session, let entry, _): hints.tell(session, entry.revision)
        case .end(let session), .expire(let session): hints.tell(session, .max)
        case .create, .snapshot, .clearTombstones: break
        }
    }
}
