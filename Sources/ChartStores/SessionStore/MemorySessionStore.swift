import ChartSeries
import Synchronization

/// Keeps sessions in memory, for the lifetime of the process.
///
/// ``enqueue(_:on:isDue:whenDone:)`` stores a change at once and never calls the completion.
package final class MemorySessionStore: SessionStore {
    private let content: Mutex<MemoryStoreContent>
    private let clock: SessionClock

    /// Creates a store without sessions.
    ///
    /// - Parameter clock: The clock that tells how long a session was idle.
    package init(clock: SessionClock = .system) {
        self.clock = clock
        content = Mutex(MemoryStoreContent())
    }

    /// Always ready.
    package var condition: StoreCondition { .ready }

    /// No other process sees it.
    package var isShared: Bool { false }

    /// Stores a change at once; see ``SessionStore/enqueue(_:on:isDue:whenDone:)``.
    ///
    /// - Complexity: O(1) for an entry.
    package func enqueue(
        _ change: StoreChange, on chain: ChangeChain, isDue: Bool,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued {
        content.withLock { content in
            if let error = chain.error { return .done(.failure(error)) }
            if let error = content.obstacle(to: change, clock) {
                chain.break(with: error)
                return .done(.failure(error))
            }
            guard chain.count() else { return .done(.failure(chain.error ?? .closed)) }
            content.apply(change, clock)
            return .done(.success(()))
        }
    }

    /// Does nothing, since no change is queued; see ``SessionStore/flush()``.
    package func flush() {}

    /// Notes uses at once; see ``SessionStore/noteUses(_:)``.
    package func noteUses(_ uses: [SessionUse]) {
        let now = clock.now()
        content.withLock { content in
            for use in uses { content.noteUse(of: use.session, at: now - use.ago) }
        }
    }

    /// Returns what is known about a name; see ``SessionStore/find(_:)``.
    package func find(_ id: String) async throws(SessionStoreError) -> StoredPresence {
        let now = clock.now()
        return content.withLock { $0.presence(of: id, now: now) }
    }

    /// Returns the last revisions; see ``SessionStore/revisions(of:)``.
    package func revisions(of ids: [String]) async throws(SessionStoreError) -> [String: Int] {
        content.withLock { content in
            var revisions: [String: Int] = [:]
            for id in ids { revisions[id] = content.revision(of: id) }
            return revisions
        }
    }

    /// Whether a token belongs to a live session; see ``SessionStore/hasToken(_:at:)``.
    package func hasToken(_ hash: [UInt8], at date: Int64) async throws(SessionStoreError) -> Bool {
        content.withLock { $0.tokens.contains(hash) || $0.hasGranted(hash, at: date) }
    }

    /// Adds a token at once; see ``SessionStore/grant(_:to:at:)``.
    package func grant(
        _ token: GrantedToken, to session: String, at date: Int64
    ) async throws(SessionStoreError) -> Bool {
        try content.withLock { content throws(SessionStoreError) in try content.grant(token, to: session, at: date) }
    }

    /// The granted tokens of a session; see ``SessionStore/grantedTokens(of:hash:at:)``.
    package func grantedTokens(
        of session: String, hash: [UInt8]?, at date: Int64
    ) async throws(SessionStoreError) -> [GrantedToken] {
        content.withLock { $0.granted(to: session, at: date) }.filter { hash == nil || $0.hash == hash }
    }

    /// Removes a token at once; see ``SessionStore/revokeToken(_:of:)``.
    package func revokeToken(_ id: String, of session: String) async throws(SessionStoreError) -> Bool {
        try content.withLock { content throws(SessionStoreError) in try content.revoke(id, of: session) }
    }

    /// Whether a live session shows a dataset; see ``SessionStore/shows(_:)``.
    package func shows(_ dataset: String) async throws(SessionStoreError) -> Bool {
        content.withLock { $0.uses[dataset] != nil }
    }

    /// Counts sessions and tombstones; see ``SessionStore/counts()``.
    package func counts() async throws(SessionStoreError) -> StoreCounts { content.withLock { $0.counts } }

    /// Counts the sessions of a principal; see ``SessionStore/count(ofOwner:upTo:)``.
    package func count(ofOwner owner: String, upTo limit: Int) async throws(SessionStoreError) -> Int {
        content.withLock { min(limit, $0.owners[ExactName(owner)] ?? 0) }
    }

    /// Returns overdue sessions; see ``SessionStore/overdue(limit:)``.
    ///
    /// - Complexity: O(number of sessions).
    package func overdue(limit: Int) async throws(SessionStoreError) -> [String] {
        let now = clock.now()
        return content.withLock { $0.overdue(limit: limit, now: now) }
    }

    /// Returns a stored session; see ``SessionStore/session(_:)``.
    package func session(_ id: String) async throws(SessionStoreError) -> StoredSession? {
        content.withLock { $0.session(id) }
    }

    /// Returns a page of a log; see ``SessionStore/entries(of:after:limit:)``.
    package func entries(of id: String, after revision: Int, limit: Int) async throws(SessionStoreError) -> [LogEntry] {
        content.withLock { $0.page(of: id, after: revision, limit: limit) }
    }

    /// Returns a page of the live sessions; see ``SessionStore/summaries(after:limit:)``.
    package func summaries(after id: String?, limit: Int) async throws(SessionStoreError) -> [StoredSummary] {
        let now = clock.now()
        return content.withLock { content in
            content.names.names(after: id, limit: limit).compactMap { content.summary(of: $0, now: now) }
        }
    }

    /// Refuses all further changes.
    package func close() async {
        content.withLock { $0.isClosed = true }
    }
}
