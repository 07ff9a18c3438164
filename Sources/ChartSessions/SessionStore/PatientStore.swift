/// A store for whose answers nobody waits without end.
///
/// A question that takes too long is given up as ``SessionStoreError/stalled``; what the store answers later comes to
/// nobody.
struct PatientStore: SessionStore {
    /// The store that is asked.
    let store: any SessionStore
    /// How many milliseconds an answer may take.
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
