import ChartSessions
import Synchronization

/// A store in memory that refuses to end sessions, and does something with each change, while the test says so.
final class RefusingStore: SessionStore {
    private let base = MemorySessionStore()
    private let isFullNow = Mutex(false)
    private let onAppendNow = Mutex<@Sendable () -> Void>({})

    /// Whether an end is refused.
    var isFull: Bool {
        get { isFullNow.withLock { $0 } }
        set { isFullNow.withLock { $0 = newValue } }
    }

    /// What happens when a change is stored.
    func onAppend(_ action: @escaping @Sendable () -> Void) { onAppendNow.withLock { $0 = action } }

    var condition: StoreCondition { .ready }

    func contents() throws(SessionStoreError) -> StoreContents { try base.contents() }

    func enqueue(
        _ change: StoreChange, on chain: ChangeChain, isDue: Bool,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued {
        if case .end = change, isFull { return .done(.failure(.full)) }
        if case .append = change { onAppendNow.withLock { $0 }() }
        return base.enqueue(change, on: chain, isDue: isDue, whenDone: whenDone)
    }

    func flush() { base.flush() }

    func session(_ id: String) async throws(SessionStoreError) -> StoredSession? { try await base.session(id) }

    func summaries(after id: String?, limit: Int) async throws(SessionStoreError) -> [StoredSummary] {
        try await base.summaries(after: id, limit: limit)
    }

    func entries(of id: String, after revision: Int, limit: Int) async throws(SessionStoreError) -> [LogEntry] {
        try await base.entries(of: id, after: revision, limit: limit)
    }

    func close() async { await base.close() }
}
