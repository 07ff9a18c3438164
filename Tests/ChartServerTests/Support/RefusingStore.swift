import ChartSessions
import Synchronization

/// A store in memory that refuses to end sessions while the test says so.
final class RefusingStore: SessionStore {
    private let base = MemorySessionStore()
    private let isFullNow = Mutex(false)

    /// Whether an end is refused.
    var isFull: Bool {
        get { isFullNow.withLock { $0 } }
        set { isFullNow.withLock { $0 = newValue } }
    }

    var condition: StoreCondition { .ready }

    func contents() throws(SessionStoreError) -> StoreContents { try base.contents() }

    func enqueue(
        _ change: StoreChange, on chain: ChangeChain, isDue: Bool,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued {
        if case .end = change, isFull { return .done(.failure(.full)) }
        return base.enqueue(change, on: chain, isDue: isDue, whenDone: whenDone)
    }

    func flush() { base.flush() }

    func session(_ id: String) async throws(SessionStoreError) -> StoredSession? { try await base.session(id) }

    func entries(of id: String, after revision: Int, limit: Int) async throws(SessionStoreError) -> [LogEntry] {
        try await base.entries(of: id, after: revision, limit: limit)
    }

    func close() async { await base.close() }
}
