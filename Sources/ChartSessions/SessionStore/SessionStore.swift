/// Stores sessions: the head, the log of changes, and a snapshot of the state.
///
/// Reads return committed data only. Many threads may enqueue changes; those of one session arrive in the order of its
/// revisions.
public protocol SessionStore: Sendable {
    /// Whether the last write succeeded.
    ///
    /// A failing store retries once a second, so it becomes ``StoreCondition/ready`` soon after the cause is gone.
    var condition: StoreCondition { get }

    /// Returns what an earlier process has stored; called once, before anything else.
    ///
    /// - Returns: The live sessions and the tombstones of the ended ones.
    /// - Throws: ``SessionStoreError``; the store cannot be used then.
    func contents() throws(SessionStoreError) -> StoreContents

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

    /// Reads only the tokens of a session, after its queued changes.
    ///
    /// - Parameter id: The session's name.
    /// - Returns: The hashes; `nil` for an unknown or ended session.
    /// - Throws: ``SessionStoreError`` when the tokens cannot be read.
    func tokens(of id: String) async throws(SessionStoreError) -> StoreContents.TokenHashes?

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

    /// Stores the queued changes and closes the files; later changes fail.
    func close() async
}

extension SessionStore {
    /// Reads the tokens from the head.
    public func tokens(of id: String) async throws(SessionStoreError) -> StoreContents.TokenHashes? {
        try await session(id).map {
            StoreContents.TokenHashes(driver: $0.head.driverTokenHash, viewer: $0.head.viewerTokenHash)
        }
    }

    /// Returns 0, for a store without files.
    public func bytes() -> Int { 0 }

    /// Appends a change and makes the store start now; see ``enqueue(_:on:isDue:whenDone:)``.
    public func enqueue(
        _ change: StoreChange, on chain: ChangeChain,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued {
        enqueue(change, on: chain, isDue: true, whenDone: whenDone)
    }
}
