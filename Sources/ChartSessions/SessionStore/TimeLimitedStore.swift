/// A store whose reads have a time limit.
///
/// A read that takes too long fails with ``SessionStoreError/stalled``; its late answer is dropped.
struct TimeLimitedStore: SessionStore {
    /// The underlying store.
    let store: any SessionStore
    /// The longest time of a read, in milliseconds.
    let patience: Double

    var condition: StoreCondition { store.condition }

    func contents() throws(SessionStoreError) -> StoreContents { try store.contents() }

    func bytes() -> Int { store.bytes() }

    func enqueue(
        _ change: StoreChange, on chain: ChangeChain, isDue: Bool,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued {
        store.enqueue(change, on: chain, isDue: isDue, whenDone: whenDone)
    }

    func flush() { store.flush() }

    func session(_ id: String) async throws(SessionStoreError) -> StoredSession? {
        try await answer { store async throws(SessionStoreError) in try await store.session(id) }
    }

    func tokens(of id: String) async throws(SessionStoreError) -> StoreContents.TokenHashes? {
        try await answer { store async throws(SessionStoreError) in try await store.tokens(of: id) }
    }

    func summaries(after id: String?, limit: Int) async throws(SessionStoreError) -> [StoredSummary] {
        try await answer { store async throws(SessionStoreError) in
            try await store.summaries(after: id, limit: limit)
        }
    }

    func entries(of id: String, after revision: Int, limit: Int) async throws(SessionStoreError) -> [LogEntry] {
        try await answer { store async throws(SessionStoreError) in
            try await store.entries(of: id, after: revision, limit: limit)
        }
    }

    func close() async { await store.close() }

    private func answer<Answer: Sendable>(
        _ question: @escaping @Sendable (any SessionStore) async throws(SessionStoreError) -> Answer
    ) async throws(SessionStoreError) -> Answer {
        try await StorePromise.answer(within: patience) { [store] () async throws(SessionStoreError) in
            try await question(store)
        }
    }
}
