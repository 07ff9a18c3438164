/// Stores sessions: the head, the log of changes, and a snapshot of the state.
///
/// Reads return committed data only. Many threads may enqueue changes; those of one session arrive in the order of its
/// revisions. Nothing is listed at the start: a session is looked up when somebody asks for it, so resting sessions cost
/// a process nothing.
///
/// Several processes may write into a shared store. Each change is conditional: an entry counts only as the next revision
/// of a session that lives. A process that has not seen the last revision gets ``SessionStoreError/conflict`` and has
/// changed nothing; it reads what it has missed and judges its request again. The store's own clock tells how long a
/// session was idle, so no two clocks are compared.
package protocol SessionStore: Sendable {
    /// Whether the last write succeeded.
    ///
    /// A failing store retries once a second, so it becomes ``StoreCondition/ready`` soon after the cause is gone.
    var condition: StoreCondition { get }

    /// What the store has done since the process began.
    var figures: StoreFigures { get }

    /// Whether other processes may write into the store at the same time.
    var isShared: Bool { get }

    /// The history of what the store answers; `nil` for a store that cannot go back to an earlier state.
    ///
    /// A state that was read in another history may lead to changes that follow no stored one, so the store refuses them
    /// with ``SessionStoreError/conflict``; see ``ChangeChain/history``.
    var history: StoreHistory? { get }

    /// Returns the bytes of disk that the sessions take, without the free space that ended sessions leave.
    ///
    /// - Returns: The bytes; 0 for a store without files, and while the size is unknown.
    func bytes() -> Int

    /// Appends a change to the store's queue, and returns at once.
    ///
    /// A caller may hold a lock. It must hold one that orders the changes of a session.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - chain: The chain of the change. The store writes it only after all earlier changes of the chain.
    ///   - isDue: Whether the store starts now. Otherwise it waits for more changes or for ``flush()``, which the
    ///     caller calls soon.
    ///   - whenDone: Called once for a ``Enqueued/queued`` change, in the order of the queue. A thread of the store
    ///     calls it after this method has returned; it must not wait for the store.
    /// - Returns: Whether the change is queued, or its result; the store does not call `whenDone` for a result.
    func enqueue(
        _ change: StoreChange, on chain: ChangeChain, isDue: Bool,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued

    /// Makes the store start with its queue.
    func flush()

    /// Reads a committed session, after its queued changes.
    ///
    /// - Parameter id: The session's name.
    /// - Returns: The head, the snapshot and the entries after it; `nil` for an unknown or ended session.
    /// - Throws: ``SessionStoreError`` when the session cannot be read.
    func session(_ id: String) async throws(SessionStoreError) -> StoredSession?

    /// Reads what the store knows about a name, after its queued changes.
    ///
    /// - Parameter id: The name of a session.
    /// - Returns: The summary of a live session, also of one whose log is damaged; or that it has ended, or is unknown.
    /// - Throws: ``SessionStoreError`` when it cannot be read.
    /// - Complexity: At most the logarithm of the number of sessions.
    func find(_ id: String) async throws(SessionStoreError) -> StoredPresence

    /// Reads the last committed revisions of sessions, after their queued changes.
    ///
    /// - Parameter ids: The names.
    /// - Returns: The revision of each live session; an ended or unknown one has no element.
    /// - Throws: ``SessionStoreError`` when they cannot be read.
    func revisions(of ids: [String]) async throws(SessionStoreError) -> [String: Int]

    /// Whether a token belongs to a live session.
    ///
    /// - Parameters:
    ///   - hash: The SHA-256 of the token.
    ///   - date: Milliseconds since 1970, which tell the granted tokens that have expired.
    /// - Returns: Whether it does.
    /// - Throws: ``SessionStoreError`` when it cannot be read.
    func hasToken(_ hash: [UInt8], at date: Int64) async throws(SessionStoreError) -> Bool

    /// Adds a token to a live session, and removes those of it that have expired; after its queued changes.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - session: The session's name.
    ///   - date: Milliseconds since 1970.
    /// - Returns: Whether it was added; `false` for a session that has ``GrantedToken/mostOfSession`` tokens.
    /// - Throws: ``SessionStoreError/missing(_:)`` for a session that is not there, or the reason why it cannot be stored.
    ///   One that is ``SessionStoreError/inDoubt`` may be stored.
    func grant(_ token: GrantedToken, to session: String, at date: Int64) async throws(SessionStoreError) -> Bool

    /// The granted tokens of a live session, in the order of their making; after its queued changes.
    ///
    /// - Parameters:
    ///   - session: The session's name; an unknown one has none.
    ///   - hash: The SHA-256 of the one that is asked for; `nil` for all.
    ///   - date: Milliseconds since 1970; tokens that have expired are left out.
    /// - Returns: The tokens.
    /// - Throws: ``SessionStoreError`` when they cannot be read.
    func grantedTokens(
        of session: String, hash: [UInt8]?, at date: Int64
    ) async throws(SessionStoreError) -> [GrantedToken]

    /// Removes a granted token for good.
    ///
    /// - Parameters:
    ///   - id: The id of the token.
    ///   - session: The session's name.
    /// - Returns: Whether the session had it.
    /// - Throws: ``SessionStoreError`` when that cannot be stored.
    func revokeToken(_ id: String, of session: String) async throws(SessionStoreError) -> Bool

    /// Whether a live session shows a dataset, by its last committed revision.
    ///
    /// - Parameter dataset: The name of the dataset.
    /// - Returns: Whether one does.
    /// - Throws: ``SessionStoreError`` when it cannot be read.
    func shows(_ dataset: String) async throws(SessionStoreError) -> Bool

    /// Counts the live sessions and the tombstones; those of a shared store may be a second old.
    ///
    /// - Throws: ``SessionStoreError`` when they cannot be counted.
    func counts() async throws(SessionStoreError) -> StoreCounts

    /// Counts the live sessions of a principal.
    ///
    /// - Parameters:
    ///   - owner: The principal's subject.
    ///   - limit: The number at which the count ends.
    /// - Returns: The number of its sessions, at most the limit.
    /// - Throws: ``SessionStoreError`` when they cannot be counted.
    func count(ofOwner owner: String, upTo limit: Int) async throws(SessionStoreError) -> Int

    /// Reads the live sessions that were idle for longer than their timeouts, the longest overdue first.
    ///
    /// - Parameter limit: The maximum number.
    /// - Returns: Their names. A caller that knows of a later use does not end them.
    /// - Throws: ``SessionStoreError`` when they cannot be read.
    /// - Complexity: It grows with the limit.
    func overdue(limit: Int) async throws(SessionStoreError) -> [String]

    /// Notes uses of sessions, soon and without an answer; an earlier use than the noted one changes nothing.
    ///
    /// A process notes what it has seen now and then, and before it forgets a session. A shared store lets a session that
    /// a process holds live longer by the time between two notes: see ``SessionUse/isHeld``.
    func noteUses(_ uses: [SessionUse])

    /// Reads a page of a session's log, after its queued changes.
    ///
    /// - Parameters:
    ///   - id: The session's name.
    ///   - revision: The revision before the page; 0 for the start.
    ///   - limit: The maximum number of entries. A page also ends at about 1 MiB, after at least one entry.
    /// - Returns: Entries in the order of their revisions; none at the end, or for an unknown session.
    /// - Throws: ``SessionStoreError`` when the entries cannot be read.
    func entries(of id: String, after revision: Int, limit: Int) async throws(SessionStoreError) -> [LogEntry]

    /// Reads a page of the live sessions, in ascending order of the bytes of their names.
    ///
    /// - Parameters:
    ///   - id: The name before the page; `nil` for the start. No session needs to have it.
    ///   - limit: The maximum number of sessions, at least 1.
    /// - Returns: Committed sessions; fewer than the limit only at the end.
    /// - Throws: ``SessionStoreError`` when the sessions cannot be read.
    /// - Complexity: It grows with the limit, and at most with the logarithm of the number of sessions.
    func summaries(after id: String?, limit: Int) async throws(SessionStoreError) -> [StoredSummary]

    /// Begins to tell which sessions other processes have changed.
    ///
    /// The registry of the store calls it once. ``close()`` ends the hints.
    ///
    /// - Returns: The hints; `nil` for a store that has none.
    func openHints() -> (any SessionHints)?

    /// Stores the queued changes and closes the files; later changes fail.
    func close() async
}

extension SessionStore {
    /// Nothing, for a store that counts nothing.
    package var figures: StoreFigures { StoreFigures() }

    /// Nothing, for a store that cannot go back.
    package var history: StoreHistory? { nil }

    /// Returns 0, for a store without files.
    package func bytes() -> Int { 0 }

    /// Returns `nil`, for a store without hints.
    package func openHints() -> (any SessionHints)? { nil }

    /// Appends a change and makes the store start now; see ``enqueue(_:on:isDue:whenDone:)``.
    package func enqueue(
        _ change: StoreChange, on chain: ChangeChain,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued {
        enqueue(change, on: chain, isDue: true, whenDone: whenDone)
    }
}
