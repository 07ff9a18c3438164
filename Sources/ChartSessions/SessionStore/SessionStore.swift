/// Where sessions are kept: what each began with, the log of its changes, and a snapshot of its state.
///
/// What is read is what was committed. A store takes changes of many sessions from many threads; those of one session
/// come in the order of its revisions.
public protocol SessionStore: Sendable {
    /// Whether the last writes went well.
    ///
    /// A store that fails tries again by itself once a second, so that this is ``StoreCondition/ready`` again soon after
    /// the cause is gone.
    var condition: StoreCondition { get }

    /// What was stored when the server stopped; called once, before anything else.
    ///
    /// - Returns: The sessions that live and the stones of those that do not.
    /// - Throws: ``SessionStoreError``; the store is of no use then.
    func contents() throws(SessionStoreError) -> StoreContents

    /// How many bytes of disk the sessions take; what ended sessions leave free does not count.
    ///
    /// - Returns: The bytes; 0 for a store that takes none, or that cannot tell now.
    func bytes() -> Int

    /// Puts a change into the one ordered queue, and returns at once.
    ///
    /// It may be called with a lock held, and must be where that lock gives the changes of a session their order.
    ///
    /// - Parameters:
    ///   - change: What is to be stored.
    ///   - chain: The changes that this one builds on: it is stored when all before it on its chain were, or not at all.
    ///   - isDue: Whether the store is to begin with it now; else others come that are to be committed with it, and then
    ///     ``flush()`` is called soon.
    ///   - whenDone: Called once when the change is ``Enqueued/queued``, in the order of the queue, from a thread of the
    ///     store and never from within this call; it must not wait for the store.
    /// - Returns: Whether the change waits, or what became of it already; `whenDone` is not called then.
    func enqueue(
        _ change: StoreChange, on chain: ChangeChain, isDue: Bool,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued

    /// Has the store begin with what is in the queue.
    func flush()

    /// What is committed of a session, after all changes of it that are in the queue.
    ///
    /// - Parameter id: The session's name.
    /// - Returns: Its head, its snapshot and the entries since; `nil` for one that was never stored, or has ended.
    /// - Throws: ``SessionStoreError`` when it cannot be read.
    func session(_ id: String) async throws(SessionStoreError) -> StoredSession?

    /// The tokens of a session, after all changes of it that are in the queue; nothing else of it is read.
    ///
    /// - Parameter id: The session's name.
    /// - Returns: Their hashes; `nil` for a session that was never stored, or has ended.
    /// - Throws: ``SessionStoreError`` when they cannot be read.
    func tokens(of id: String) async throws(SessionStoreError) -> StoreContents.TokenHashes?

    /// A page of the log of a session, after all changes of it that are in the queue.
    ///
    /// - Parameters:
    ///   - id: The session's name.
    ///   - revision: The last revision that is not wanted; 0 for the start.
    ///   - limit: The most entries of the page; no page is larger than about 1 MiB either, but none is empty before the
    ///     end of the log.
    /// - Returns: Entries in the order of their revisions; none at the end, or for a session that is not there.
    /// - Throws: ``SessionStoreError`` when they cannot be read.
    func entries(of id: String, after revision: Int, limit: Int) async throws(SessionStoreError) -> [LogEntry]

    /// Stores what is in the queue, and lets go of the files; what is enqueued from now on fails.
    func close() async
}

extension SessionStore {
    /// The tokens as the head has them.
    public func tokens(of id: String) async throws(SessionStoreError) -> StoreContents.TokenHashes? {
        try await session(id).map {
            StoreContents.TokenHashes(driver: $0.head.driverTokenHash, viewer: $0.head.viewerTokenHash)
        }
    }

    /// Takes no disk.
    public func bytes() -> Int { 0 }

    /// Puts a change into the queue with which the store is to begin now; see ``enqueue(_:on:isDue:whenDone:)``.
    public func enqueue(
        _ change: StoreChange, on chain: ChangeChain,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued {
        enqueue(change, on: chain, isDue: true, whenDone: whenDone)
    }
}
