package import ChartStores
import Synchronization

/// A shared store in memory that can lose the last changes of its sessions, as a failover to a late standby does.
package final class RevertibleStore: ForwardingStore {
    private struct Content: Sendable {
        var base: SharedMemoryStore
        var history = StoreHistory(system: 1, timeline: 1)
    }

    private let clock: SessionClock
    private let content: Mutex<Content>

    /// Creates a store without sessions.
    package init(clock: SessionClock) {
        self.clock = clock
        content = Mutex(Content(base: SharedMemoryStore(clock: clock)))
    }

    /// The store that has the sessions now.
    package var base: any SessionStore { content.withLock { $0.base } }

    /// What the store belongs to now.
    package var history: StoreHistory? { content.withLock { $0.history } }

    /// Other registries write into it.
    package var isShared: Bool { true }

    /// Stores a change that builds on a state of the present history.
    package func enqueue(
        _ change: StoreChange, on chain: ChangeChain, isDue: Bool,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued {
        let (base, history) = content.withLock { ($0.base, $0.history) }
        guard chain.history == nil || chain.history == history else { return .done(.failure(.conflict)) }
        return base.enqueue(change, on: chain, isDue: isDue, whenDone: whenDone)
    }

    /// Goes back to a revision of a session, and forgets all others.
    ///
    /// - Parameters:
    ///   - id: A session without a snapshot.
    ///   - revision: The last revision that stays.
    ///   - isNoticed: Whether the store tells of another history, as one that tells its timeline does.
    /// - Throws: What a commit fails with.
    package func goBack(_ id: String, to revision: Int, isNoticed: Bool) async throws(SessionStoreError) {
        let earlier = SharedMemoryStore(clock: clock)
        if let stored = try await session(id) {
            try await earlier.commit(.create(stored.head))
            for entry in stored.entries where entry.revision <= revision {
                try await earlier.commit(.append(session: id, entry, datasets: nil))
            }
        }
        content.withLock { content in
            content.base = earlier
            if isNoticed { content.history.timeline += 1 }
        }
    }
}
