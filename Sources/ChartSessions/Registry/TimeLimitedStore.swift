import ChartStores

/// A store whose reads have a time limit.
///
/// A read that takes too long fails with `SessionStoreError.stalled`; its late answer is dropped.
struct TimeLimitedStore: SessionStore {
    /// The underlying store.
    let store: any SessionStore
    /// The longest time of a read, in milliseconds.
    let patience: Double
    /// The scheduling of the reads and of their time limits.
    var scheduling = SessionScheduling.system

    var condition: StoreCondition { store.condition }

    var figures: StoreFigures { store.figures }

    var isShared: Bool { store.isShared }

    var history: StoreHistory? { store.history }

    func bytes() -> Int { store.bytes() }

    func enqueue(
        _ change: StoreChange, on chain: ChangeChain, isDue: Bool,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued {
        store.enqueue(change, on: chain, isDue: isDue, whenDone: whenDone)
    }

    func flush() { store.flush() }

    func openHints() -> (any SessionHints)? { store.openHints() }

    func session(_ id: String) async throws(SessionStoreError) -> StoredSession? {
        try await answer { store async throws(SessionStoreError) in try await store.session(id) }
    }

    func noteUses(_ uses: [SessionUse]) { store.noteUses(uses) }

    func find(_ id: String) async throws(SessionStoreError) -> StoredPresence {
        try await answer { store async throws(SessionStoreError) in try await store.find(id) }
    }

    func revisions(of ids: [String]) async throws(SessionStoreError) -> [String: Int] {
        try await answer { store async throws(SessionStoreError) in try await store.revisions(of: ids) }
    }

    func hasToken(_ hash: [UInt8], at date: Int64) async throws(SessionStoreError) -> Bool {
        try await answer { store async throws(SessionStoreError) in try await store.hasToken(hash, at: date) }
    }

    func grant(_ token: GrantedToken, to session: String, at date: Int64) async throws(SessionStoreError) -> Bool {
        try await answer { store async throws(SessionStoreError) in
            try await store.grant(token, to: session, at: date)
        }
    }

    func grantedTokens(
        of session: String, hash: [UInt8]?, at date: Int64
    ) async throws(SessionStoreError) -> [GrantedToken] {
        try await answer { store async throws(SessionStoreError) in
            try await store.grantedTokens(of: session, hash: hash, at: date)
        }
    }

    func revokeToken(_ id: String, of session: String) async throws(SessionStoreError) -> Bool {
        try await answer { store async throws(SessionStoreError) in try await store.revokeToken(id, of: session) }
    }

    func shows(_ dataset: String) async throws(SessionStoreError) -> Bool {
        try await answer { store async throws(SessionStoreError) in try await store.shows(dataset) }
    }

    func counts() async throws(SessionStoreError) -> StoreCounts {
        try await answer { store async throws(SessionStoreError) in try await store.counts() }
    }

    func count(ofOwner owner: String, upTo limit: Int) async throws(SessionStoreError) -> Int {
        try await answer { store async throws(SessionStoreError) in try await store.count(ofOwner: owner, upTo: limit) }
    }

    func overdue(limit: Int) async throws(SessionStoreError) -> [String] {
        try await answer { store async throws(SessionStoreError) in try await store.overdue(limit: limit) }
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
        try await StorePromise.answer(within: patience, scheduling) { [store] () async throws(SessionStoreError) in
            try await question(store)
        }
    }
}
