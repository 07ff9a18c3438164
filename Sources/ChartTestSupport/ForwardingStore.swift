public import ChartSessions

/// A store that does what its base store does, except for the methods that a test store states itself.
public protocol ForwardingStore: SessionStore {
    /// The store that answers.
    var base: any SessionStore { get }
}

extension ForwardingStore {
    /// The base store's condition.
    public var condition: StoreCondition { base.condition }

    /// The base store's figures.
    public var figures: StoreFigures { base.figures }

    /// Whether other processes may write into the base store.
    public var isShared: Bool { base.isShared }

    /// The base store's bytes.
    public func bytes() -> Int { base.bytes() }

    /// Forwards a change.
    public func enqueue(
        _ change: StoreChange, on chain: ChangeChain, isDue: Bool,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued {
        base.enqueue(change, on: chain, isDue: isDue, whenDone: whenDone)
    }

    /// Makes the base store start with its queue.
    public func flush() { base.flush() }

    /// Forwards uses.
    public func noteUses(_ uses: [SessionUse]) { base.noteUses(uses) }

    /// Forwards a read of a session.
    public func session(_ id: String) async throws(SessionStoreError) -> StoredSession? { try await base.session(id) }

    /// Forwards a lookup.
    public func find(_ id: String) async throws(SessionStoreError) -> StoredPresence { try await base.find(id) }

    /// Forwards a question for revisions.
    public func revisions(of ids: [String]) async throws(SessionStoreError) -> [String: Int] {
        try await base.revisions(of: ids)
    }

    /// Forwards a question for a token.
    public func hasToken(_ hash: [UInt8]) async throws(SessionStoreError) -> Bool { try await base.hasToken(hash) }

    /// Forwards a question for a dataset.
    public func shows(_ dataset: String) async throws(SessionStoreError) -> Bool { try await base.shows(dataset) }

    /// Forwards a count.
    public func counts() async throws(SessionStoreError) -> StoreCounts { try await base.counts() }

    /// Forwards a count of a principal's sessions.
    public func count(ofOwner owner: String, upTo limit: Int) async throws(SessionStoreError) -> Int {
        try await base.count(ofOwner: owner, upTo: limit)
    }

    /// Forwards a question for overdue sessions.
    public func overdue(limit: Int) async throws(SessionStoreError) -> [String] { try await base.overdue(limit: limit) }

    /// Forwards a read of a log.
    public func entries(of id: String, after revision: Int, limit: Int) async throws(SessionStoreError) -> [LogEntry] {
        try await base.entries(of: id, after: revision, limit: limit)
    }

    /// Forwards a read of the list.
    public func summaries(after id: String?, limit: Int) async throws(SessionStoreError) -> [StoredSummary] {
        try await base.summaries(after: id, limit: limit)
    }

    /// Opens the hints of the base store.
    public func openHints() -> (any SessionHints)? { base.openHints() }

    /// Closes the base store.
    public func close() async { await base.close() }
}
