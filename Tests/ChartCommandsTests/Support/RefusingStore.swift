import ChartStores
import StoreTestSupport
import Synchronization

/// A store in memory that refuses to end sessions, and does something with each change, while the test says so.
final class RefusingStore: ForwardingStore {
    let base: any SessionStore = MemorySessionStore()
    private let isFullNow = Mutex(false)
    private let hasLostTokensNow = Mutex(false)
    private let onAppendNow = Mutex<@Sendable () -> Void>({})

    /// Whether an end is refused.
    var isFull: Bool {
        get { isFullNow.withLock { $0 } }
        set { isFullNow.withLock { $0 = newValue } }
    }

    /// Whether the beginning of a session cannot be read, and its tokens with it.
    var hasLostTokens: Bool {
        get { hasLostTokensNow.withLock { $0 } }
        set { hasLostTokensNow.withLock { $0 = newValue } }
    }

    func find(_ id: String) async throws(SessionStoreError) -> StoredPresence {
        let presence = try await base.find(id)
        if case .live = presence, hasLostTokens { throw .damagedSession("the beginning is gone") }
        return presence
    }

    /// What happens when a change is stored.
    func onAppend(_ action: @escaping @Sendable () -> Void) { onAppendNow.withLock { $0 = action } }

    func enqueue(
        _ change: StoreChange, on chain: ChangeChain, isDue: Bool,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued {
        if case .end = change, isFull { return .done(.failure(.full)) }
        if case .append = change { onAppendNow.withLock { $0 }() }
        return base.enqueue(change, on: chain, isDue: isDue, whenDone: whenDone)
    }
}
