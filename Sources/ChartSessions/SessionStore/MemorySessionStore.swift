import Synchronization

/// Keeps sessions in memory, for the lifetime of the process.
///
/// ``enqueue(_:on:isDue:whenDone:)`` stores a change at once and never calls the completion.
public final class MemorySessionStore: SessionStore {
    fileprivate struct Content {
        /// The live sessions, each with the number of sessions created before it.
        var live: [String: (order: Int, session: MemorySession)] = [:]
        var created = 0
        /// The names of the live sessions.
        var names = SortedNames()
        /// When each ended session ended.
        var endings: [String: Int64] = [:]
        var isClosed = false
    }

    private let content = Mutex(Content())

    /// Creates a store without sessions.
    public init() {}

    /// Always ready.
    public var condition: StoreCondition { .ready }

    /// Returns what is stored; see ``SessionStore/contents()``.
    public func contents() throws(SessionStoreError) -> StoreContents {
        content.withLock { content in
            StoreContents(
                live: content.live.values.sorted { $0.order < $1.order }.map(\.session.summary),
                tombstones: content.endings
                    .sorted { ($0.value, $0.key) < ($1.value, $1.key) }
                    .map { StoreContents.Tombstone(id: $0.key, endedAt: $0.value) })
        }
    }

    /// Stores a change at once; see ``SessionStore/enqueue(_:on:isDue:whenDone:)``.
    ///
    /// - Complexity: O(1) for an entry.
    public func enqueue(
        _ change: StoreChange, on chain: ChangeChain, isDue: Bool,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued {
        content.withLock { content in
            if let error = chain.error { return .done(.failure(error)) }
            if let error = content.obstacle(to: change) {
                chain.break(with: error)
                return .done(.failure(error))
            }
            guard chain.count() else { return .done(.failure(chain.error ?? .closed)) }
            content.apply(change)
            return .done(.success(()))
        }
    }

    /// Does nothing, since no change is queued; see ``SessionStore/flush()``.
    public func flush() {}

    /// Returns a stored session; see ``SessionStore/session(_:)``.
    public func session(_ id: String) async throws(SessionStoreError) -> StoredSession? {
        content.withLock { $0.live[id]?.session.sinceSnapshot }
    }

    /// Returns a page of a log; see ``SessionStore/entries(of:after:limit:)``.
    public func entries(of id: String, after revision: Int, limit: Int) async throws(SessionStoreError) -> [LogEntry] {
        content.withLock { $0.live[id]?.session.page(after: revision, limit: limit) ?? [] }
    }

    /// Returns a page of the live sessions; see ``SessionStore/summaries(after:limit:)``.
    public func summaries(after id: String?, limit: Int) async throws(SessionStoreError) -> [StoredSummary] {
        content.withLock { content in
            content.names.names(after: id, limit: limit).compactMap { content.live[$0]?.session.listed }
        }
    }

    /// Refuses all further changes.
    public func close() async {
        content.withLock { $0.isClosed = true }
    }
}

extension MemorySessionStore.Content {
    fileprivate func obstacle(to change: StoreChange) -> SessionStoreError? {
        guard !isClosed else { return .closed }
        switch change {
        case .create(let head):
            return live[head.id] == nil && endings[head.id] == nil ? nil : .present(head.id)
        case .append(let id, let entry, _):
            // Looked at in place: a copy would count the references of the whole session.
            guard let index = live.index(forKey: id) else { return .missing(id) }
            return live.values[index].session.obstacle(to: entry.revision)
        case .snapshot(let id, _, _), .end(let id, _):
            return live[id] == nil ? .missing(id) : nil
        case .forget:
            return nil
        }
    }

    fileprivate mutating func apply(_ change: StoreChange) {
        switch change {
        case .create(let head):
            live[head.id] = (created, MemorySession(head: head))
            names.insert(head.id)
            created += 1
        case .append(let id, let entry, let datasets):
            guard let index = live.index(forKey: id) else { return }
            live.values[index].session.append(entry, datasets: datasets)
        case .snapshot(let id, let snapshot, let keepsHistory):
            live[id]?.session.take(snapshot, keepsHistory: keepsHistory)
        case .end(let id, let now):
            live[id] = nil
            names.remove(id)
            endings[id] = now
        case .forget(let id):
            endings[id] = nil
        }
    }
}
