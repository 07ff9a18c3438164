package import ChartStores

/// A store that does what its base store does, except for the methods that a test store states itself.
package protocol ForwardingStore: SessionStore {
    /// The store that answers.
    var base: any SessionStore { get }
}

extension ForwardingStore {
    /// The base store's condition.
    package var condition: StoreCondition { base.condition }

    /// The base store's figures.
    package var figures: StoreFigures { base.figures }

    /// Whether other processes may write into the base store.
    package var isShared: Bool { base.isShared }
    package var history: StoreHistory? { base.history }

    /// The base store's bytes.
    package func bytes() -> Int { base.bytes() }

    /// Forwards a change.
    package func enqueue(
        _ change: StoreChange, on chain: ChangeChain, isDue: Bool,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued {
        base.enqueue(change, on: chain, isDue: isDue, whenDone: whenDone)
    }

    /// Makes the base store start with its queue.
    package func flush() { base.flush() }

    /// Forwards uses.
    package func noteUses(_ uses: [SessionUse]) { base.noteUses(uses) }

    /// Forwards a read of a session.
    package func session(_ id: String) async throws(SessionStoreError) -> StoredSession? { try await base.session(id) }

    /// Forwards a lookup.
    package func find(_ id: String) async throws(SessionStoreError) -> StoredPresence { try await base.find(id) }

    /// Forwards a question for revisions.
    package func revisions(of ids: [String]) async throws(SessionStoreError) -> [String: Int] {
        try await base.revisions(of: ids)
    }

    /// Forwards a question for a token.
    package func hasToken(_ hash: [UInt8], at date: Int64) async throws(SessionStoreError) -> Bool {
        try await base.hasToken(hash, at: date)
    }

    /// Forwards a grant.
    package func grant(
        _ token: GrantedToken, to session: String, at date: Int64
    ) async throws(SessionStoreError) -> Bool {
        try await base.grant(token, to: session, at: date)
    }

    /// Forwards a question for granted tokens.
    package func grantedTokens(
        of session: String, hash: [UInt8]?, at date: Int64
    ) async throws(SessionStoreError) -> [GrantedToken] {
        try await base.grantedTokens(of: session, hash: hash, at: date)
    }

    /// Forwards a revocation.
    package func revokeToken(_ id: String, of session: String) async throws(SessionStoreError) -> Bool {
        try await base.revokeToken(id, of: session)
    }

    /// Forwards a question for a dataset.
    package func shows(_ dataset: String) async throws(SessionStoreError) -> Bool { try await base.shows(dataset) }

    /// Forwards a count.
    package func counts() async throws(SessionStoreError) -> StoreCounts { try await base.counts() }

    /// Forwards a count of a principal's sessions.
    package func count(ofOwner owner: String, upTo limit: Int) async throws(SessionStoreError) -> Int {
        try await base.count(ofOwner: owner, upTo: limit)
    }

    /// Forwards a question for overdue sessions.
    package func overdue(limit: Int) async throws(SessionStoreError) -> [String] {
        try await base.overdue(limit: limit)
    }

    /// Forwards a read of a log.
    package func entries(of id: String, after revision: Int, limit: Int) async throws(SessionStoreError) -> [LogEntry] {
        try await base.entries(of: id, after: revision, limit: limit)
    }

    /// Forwards a read of the list.
    package func summaries(after id: String?, limit: Int) async throws(SessionStoreError) -> [StoredSummary] {
        try await base.summaries(after: id, limit: limit)
    }

    /// Opens the hints of the base store.
    package func openHints() -> (any SessionHints)? { base.openHints() }

    /// Closes the base store.
    package func close() async { await base.close() }
}
