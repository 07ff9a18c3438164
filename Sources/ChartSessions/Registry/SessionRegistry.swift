package import ChartDatasets
package import ChartSeries
package import ChartStores
import Synchronization

/// The sessions that somebody uses, in memory; the store has all others.
///
/// The registry evicts an idle session to the store; the next caller finds it unchanged. It knows nothing of resting
/// sessions, so that they cost neither memory nor time at the start.
package final class SessionRegistry: Sendable {
    /// A new session with its tokens.
    package struct Created: Sendable {
        /// The session.
        package let session: Session
        /// The token that permits reads and changes.
        package let driverToken: AccessToken
        /// The token that permits reads.
        package let viewerToken: AccessToken
        /// When the session expires without use, in milliseconds since 1970.
        package let expiresAt: Int64
    }

    /// The numbers of sessions.
    package struct Census: Sendable, Hashable {
        /// The sessions in memory.
        package var live = 0
        /// The sessions in the store alone.
        package var evicted = 0
        /// The tombstones.
        package var ended = 0
    }

    struct State: Sendable {
        var cells: [String: SessionCell] = [:]
        /// The sessions that are being restored.
        var arrivals: [String: Task<SessionCell, any Error>] = [:]
        /// The resting sessions whose end waits for its commit.
        var endings: [String: CommitPromise] = [:]
        /// The sessions whose end the store has refused after its caller had its answer, in the order of their refusal.
        var refusedEndings: [String] = []
        /// Those of them whose end the store has again.
        var retriedEndings: Set<String> = []
        /// The sessions that are being created, with the subjects of their owners.
        var reserved: [String: ExactName?] = [:]
        var byAddress = SessionCounts()
        var owners = SharedOwners()
        var turnover = SessionTurnover()
        /// When old tombstones were last removed, in milliseconds of the session clock.
        var clearedAt: Int64

        /// Whether a session has ended for its callers, although the store has it.
        func hasRefusedEnd(_ id: String) -> Bool { retriedEndings.contains(id) || refusedEndings.contains(id) }
    }

    let dependencies: SessionDependencies
    let limits: Limits
    let ownerMayStillRead: @Sendable (SessionOwner) -> Bool
    let state: Mutex<State>
    let heads: HeadQueries

    /// Creates a registry of the sessions in a store.
    ///
    /// - Parameters:
    ///   - catalog: The datasets that sessions show.
    ///   - store: The store of the sessions.
    ///   - format: Their encoding.
    ///   - limits: The limits of the registry.
    ///   - clock: The clock that expires sessions.
    ///   - scheduling: The scheduling of the registry's own tasks.
    ///   - observer: The observer of changes.
    ///   - ownerMayStillRead: Whether an owner's credential still counts. An owner without one adds no dataset to a session.
    package init(
        catalog: any DatasetCatalog, store: any SessionStore, format: any SessionFormat, limits: Limits = Limits(),
        clock: SessionClock, scheduling: SessionScheduling = .system, observer: SessionObserver = SessionObserver(),
        ownerMayStillRead: @escaping @Sendable (SessionOwner) -> Bool = { _ in true }
    ) {
        var limits = limits
        // A process that keeps a state without its commit would part from those that do not have it.
        if store.isShared { limits.waitsForCommits = true }
        dependencies = SessionDependencies(
            catalog: catalog, store: store, format: format, clock: clock,
            watched: WatchedSessions(limits: limits.streams, hints: store.openHints()),
            gestureTimeout: limits.gestureTimeout, waitsForCommits: limits.waitsForCommits,
            keepsHistory: limits.keepsHistory, storePatience: limits.storePatience, scheduling: scheduling,
            observer: observer)
        self.limits = limits
        heads = HeadQueries(scheduling: scheduling)
        self.ownerMayStillRead = ownerMayStillRead
        state = Mutex(State(clearedAt: clock.now()))
        catalog.onRows { [watched = dependencies.watched] in watched.noteRows($1, of: $0) }
        catalog.onDamage { [watched = dependencies.watched] in watched.noteDamage(of: $0) }
        catalog.onDrop { [weak self] in await self?.writeSnapshots(showing: $0) }
        catalog.findResting { [reads = dependencies.reads] dataset async throws(SessionStoreError) in
            try await reads.shows(dataset)
        }
    }

    /// The scheduling of the registry's own tasks.
    var scheduling: SessionScheduling { dependencies.scheduling }

    /// The datasets that sessions show.
    package var catalog: any DatasetCatalog { dependencies.catalog }

    /// The store of the sessions, with a time limit for reads.
    package var store: any SessionStore { dependencies.reads }

    /// What has become of sessions since the process began.
    package var turnover: SessionTurnover { state.withLock { $0.turnover } }

    /// The number of sessions of each kind.
    ///
    /// - Throws: `SessionStoreError` when the store cannot count them.
    package func census() async throws(SessionStoreError) -> Census {
        let counts = try await store.counts()
        let live = state.withLock { $0.cells.count }
        return Census(live: live, evicted: max(0, counts.live - live), ended: counts.ended)
    }

    /// Milliseconds of the session clock.
    package var now: Int64 { dependencies.clock.now() }

    /// The clock that expires sessions.
    package var clock: SessionClock { dependencies.clock }

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - datasets: The datasets of its surfaces, one for each surface; they are in use from now on.
    ///   - address: The address of the caller; `nil` skips the limit for addresses.
    ///   - owner: The principal that opens it; `nil` where the server knows none.
    ///   - line: Encodes the first line of its log.
    ///   - make: Makes the session from its name and the tables, in the order of the datasets.
    /// - Returns: The session with its tokens.
    /// - Throws: ``SessionError/tooManySessions``, ``SessionError/tooManySessionsOfAddress(limit:)``,
    ///   ``SessionError/tooManySessionsOfOwner(limit:)``, ``SessionError/quota(bytes:)``, ``SessionError/store(_:)``,
    ///   ``SessionError/dataset(_:_:)``, ``UnknownDataset``, or what `make` throws.
    package func create(
        showing datasets: [String], from address: String? = nil, ownedBy owner: SessionOwner? = nil,
        line: (Session) -> [UInt8], _ make: (_ id: String, _ tables: [Table]) throws -> Session
    ) async throws -> Created {
        try checkRoomForLogs()
        for attempt in 0..<Self.mostAttempts {
            do {
                try await confirm(datasets)
                return try await createOnce(showing: datasets, from: address, ownedBy: owner, line: line, make)
            } catch SessionError.store(.conflict) where catalog.isShared {
                // Another process replaces one of the datasets.
                try await waitAfterConflict(attempt)
            }
        }
        throw SessionError.store(.conflict)
    }

    private func createOnce(
        showing datasets: [String], from address: String?, ownedBy owner: SessionOwner?,
        line: (Session) -> [UInt8], _ make: (_ id: String, _ tables: [Table]) throws -> Session
    ) async throws -> Created {
        let tables = try retain(datasets, for: owner)
        do {
            let session = try make(AccessToken.randomDigits(bytes: 16), tables)
            try session.checkRows()
            let (driver, viewer) = (AccessToken(), AccessToken())
            let tokens = AccessTokens(driver: driver, viewer: viewer)
            let shared = shared(owner)
            var isLive = false
            defer {
                state.withLock { state in
                    state.reserved[session.id] = nil
                    if !isLive { state.byAddress.remove(session.id) }
                }
            }
            try await reserve(session.id, from: address, ownedBy: shared?.owner)
            var head = StoredHead(
                id: session.id, driverTokenHash: tokens.driverHash, viewerTokenHash: tokens.viewerHash,
                idleTimeout: session.idleTimeout, datasets: datasets, line: line(session),
                owner: shared?.owner, createdAt: clock.date())
            if catalog.isShared { head.begunLookups = session.lookups }
            let history = store.history
            try await commit(.create(head))
            let cell = SessionCell(
                session: session, head: head.line, tokens: tokens, owner: shared, dependencies: dependencies,
                history: history)
            state.withLock { $0.cells[session.id] = cell }
            isLive = true
            return Created(session: session, driverToken: driver, viewerToken: viewer, expiresAt: cell.expiresAt)
        } catch {
            for name in datasets { catalog.release(name) }
            throw error
        }
    }

    /// Enqueues a change, and waits for its commit if callers wait for commits.
    func commit(_ change: StoreChange) async throws(SessionError) {
        let (chain, promise) = (ChangeChain(), CommitPromise())
        if case .done(let result) = store.enqueue(change, on: chain, whenDone: { promise.settle($0) }) {
            promise.settle(result)
        }
        guard limits.waitsForCommits else { return }
        try await Pending(value: (), promise: promise).committed(
            within: limits.storePatience, scheduling, of: chain, orElse: isShared ? .inDoubt : .stalled)
    }

    /// Reads the committed session with the current rows of its datasets.
    package func read<Result>(_ cell: SessionCell, _ body: (Session) throws -> Result) throws -> Result {
        try cell.read(body)
    }

    /// Changes a session, all or nothing.
    ///
    /// - Parameters:
    ///   - cell: The session.
    ///   - change: The change, as the log stores it.
    ///   - isDue: Whether the store starts at once; otherwise the caller calls ``flush()`` later.
    ///   - body: The change. It makes one revision, or none and then no change.
    /// - Returns: The result of the body, for use after the commit.
    /// - Throws: ``SessionError`` for a session that has left the cell, or the error of the body.
    package func change<Result>(
        _ cell: SessionCell, as change: Change, isDue: Bool = true, _ body: (inout Session) throws -> Result
    ) throws -> Pending<Result> {
        try checkRoomForLogs()
        return try cell.change(as: change, isDue: isDue, body)
    }

    /// Throws once the disk space of datasets and logs is used up.
    private func checkRoomForLogs() throws(SessionError) {
        if let bytes = catalog.quota.reachedBytes { throw .quota(bytes: bytes) }
    }

    /// Whether a token belongs to a session that has not ended, found by its hash.
    ///
    /// - Throws: ``SessionError/store(_:)``.
    package func knows(token: String) async throws(SessionError) -> Bool {
        try await asking { [date = clock.date()] store async throws(SessionStoreError) in
            try await store.hasToken(TextHash(of: token).bytes, at: date)
        }
    }

    /// Asks the store.
    ///
    /// - Throws: ``SessionError/damaged(_:)`` for a damaged session, ``SessionError/store(_:)`` otherwise.
    func asking<Answer>(
        _ question: (any SessionStore) async throws(SessionStoreError) -> Answer
    ) async throws(SessionError) -> Answer {
        do throws(SessionStoreError) {
            return try await question(store)
        } catch {
            if case .damagedSession(let reason) = error { throw .damaged(reason) }
            throw .store(error)
        }
    }

    /// Makes the store start with its queue.
    package func flush() { dependencies.store.flush() }

    /// Makes a change on a discarded copy of a session, as it would be made.
    package func rehearse<Result>(_ cell: SessionCell, _ body: (inout Session) throws -> Result) throws -> Result {
        try cell.rehearse(body)
    }

    /// Makes a change on a discarded copy of the committed session, without the touches and gestures of any client.
    package func tryOut<Result>(_ cell: SessionCell, _ body: (inout Session) throws -> Result) throws -> Result {
        try cell.tryOut(body)
    }
}

extension SessionRegistry {
    /// The limits of a registry.
    package struct Limits: Sendable {
        /// The maximum number of sessions that have not ended.
        package var sessions: Int
        /// The maximum number of live sessions of one address; `nil` for no limit.
        package var sessionsPerAddress: Int?
        /// The maximum number of live sessions of one principal; `nil` for no limit.
        package var sessionsPerOwner: Int?
        /// The milliseconds after which a silent driver with touches down is cancelled.
        package var gestureTimeout: Double
        /// The milliseconds for which an ended session answers ``SessionError/gone``; ``sessions`` also bounds the
        /// tombstones.
        package var tombstone: Double
        /// The idle milliseconds after which a session is evicted.
        package var evictAfter: Double
        /// The number of changes after which a snapshot is written.
        package var snapshotEvery: Int
        /// The log bytes after which a snapshot is written.
        package var snapshotBytes: Int
        /// The milliseconds after which a pending change, or a read of the store, fails.
        package var storePatience: Double
        /// The maximum number of refused ends that one sweep retries.
        package var endingsPerSweep: Int
        /// Whether an answer waits for the commit of its change.
        package var waitsForCommits: Bool
        /// Whether the store keeps the log before a snapshot.
        package var keepsHistory: Bool
        /// Whether a read asks a store that other processes write for later revisions.
        package var confirmsReads: Bool
        /// The limits of the streams of a session.
        package var streams: StreamLimits

        /// Creates limits.
        package init(
            sessions: Int = 100_000, sessionsPerAddress: Int? = nil, sessionsPerOwner: Int? = nil,
            gestureTimeout: Double = 10_000, tombstone: Double = 86_400_000,
            evictAfter: Double = 60_000, snapshotEvery: Int = 1_000, snapshotBytes: Int = 1_048_576,
            storePatience: Double = 5_000, endingsPerSweep: Int = 256, waitsForCommits: Bool = true,
            keepsHistory: Bool = true, confirmsReads: Bool = true, streams: StreamLimits = StreamLimits()
        ) {
            self.sessions = sessions
            self.sessionsPerAddress = sessionsPerAddress
            self.sessionsPerOwner = sessionsPerOwner
            self.gestureTimeout = gestureTimeout
            self.tombstone = tombstone
            self.evictAfter = evictAfter
            self.snapshotEvery = snapshotEvery
            self.snapshotBytes = snapshotBytes
            self.storePatience = storePatience
            self.endingsPerSweep = endingsPerSweep
            self.waitsForCommits = waitsForCommits
            self.keepsHistory = keepsHistory
            self.confirmsReads = confirmsReads
            self.streams = streams
        }

        /// The longest log, in changes and bytes, of a session that is evicted without a snapshot.
        var evictableLog: (records: Int, bytes: Int) { (min(16, snapshotEvery), min(16_384, snapshotBytes)) }
    }
}

extension SessionRegistry {
    /// A dataset of a specification that is missing, that the owner may not see, or that cannot be shown.
    package struct UnknownDataset: Error, Sendable, Equatable {
        /// Its position in the list of datasets.
        package let index: Int
        /// Its name.
        package let name: String
        /// Why it cannot be shown; `nil` for a missing one, and for one that does not exist for the owner.
        package let reason: DatasetStoreError?

        /// The same as an error of a session; `nil` for a missing dataset.
        package var refusal: SessionError? { reason.map { .dataset(name, $0) } }
    }

    /// Marks datasets as used by a live session, all or none.
    ///
    /// A dataset that the owner may not see has the error of a missing one, also where it is damaged.
    ///
    /// - Parameters:
    ///   - datasets: Their names.
    ///   - owner: The owner of the session; `nil` where the server knows no principals.
    /// - Returns: Their tables; equal names get the same table, even while it grows.
    /// - Throws: ``UnknownDataset``.
    package func retain(_ datasets: [String], for owner: SessionOwner?) throws(UnknownDataset) -> [Table] {
        let mayRead = datasets.isEmpty || owner.map(ownerMayStillRead) ?? true
        var tables: [Table] = []
        for (index, name) in datasets.enumerated() {
            let isVisible = mayRead && owner.map { $0.datasets.matches(name) } ?? true
            guard isVisible, let table = catalog.retain(name) else {
                for name in datasets.prefix(index) { catalog.release(name) }
                throw UnknownDataset(index: index, name: name, reason: isVisible ? fault(of: name) : nil)
            }
            tables.append(datasets[..<index].firstIndex(of: name).map { tables[$0] } ?? table)
        }
        return tables
    }

    /// Makes sure that this process has the last rows of datasets; see `DatasetCatalog.confirm(_:)`.
    ///
    /// - Throws: ``SessionError/dataset(_:_:)``.
    package func confirm(_ datasets: [String]) async throws(SessionError) {
        guard catalog.isShared else { return }
        for name in Set(datasets).sorted() {
            do throws(DatasetRefusal) {
                try await catalog.confirm(name)
            } catch {
                guard case .store(let reason) = error.reason else { continue }
                throw .dataset(name, reason)
            }
        }
    }

    private func fault(of name: String) -> DatasetStoreError? {
        if case .failure(let error)? = catalog.content(of: name) { error } else { nil }
    }
}

extension SessionRegistry {
    /// The most sessions of one list.
    package static let longestList = 1_000

    /// Lists sessions that have not ended, in ascending order of the bytes of their names.
    ///
    /// The list restores no session, and is no use of one. A page that begins after the last name of the page before
    /// repeats no session and skips none that lives all the time.
    ///
    /// - Parameters:
    ///   - id: The name before the page; `nil` for the start. No session needs to have it.
    ///   - limit: The maximum number of sessions, from 1 to ``longestList``; a number beyond counts as the nearest.
    /// - Returns: Committed sessions; fewer than the limit only at the end.
    /// - Throws: ``SessionError/store(_:)``.
    package func list(after id: String?, limit: Int) async throws(SessionError) -> [SessionSummary] {
        let limit = min(max(1, limit), Self.longestList)
        var page: [SessionSummary] = []
        var last = id
        while page.count < limit {
            let wanted = limit - page.count
            let stored: [StoredSummary]
            do throws(SessionStoreError) {
                stored = try await store.summaries(after: last, limit: wanted)
            } catch {
                throw .store(error)
            }
            page += summaries(of: stored)
            guard stored.count == wanted, let end = stored.last else { break }
            last = end.id
        }
        return page
    }

    /// Returns the summaries of those stored sessions that have not ended.
    private func summaries(of stored: [StoredSummary]) -> [SessionSummary] {
        let now = now
        let cells = state.withLock { state in stored.map { state.cells[$0.id] } }
        return zip(stored, cells).compactMap { stored, cell in
            if let cell { return cell.summary(stored, now: now) }
            guard !stored.isOverdue else { return nil }
            return SessionSummary(
                stored, revision: stored.revision, datasets: stored.datasets, viewers: 0,
                lastUsedAt: clock.date() - stored.idle)
        }
    }
}

extension SessionRegistry {
    /// The number of viewers of all sessions.
    package var viewerCount: Int { dependencies.watched.viewerCount }

    /// Adds a viewer; a watched session neither expires nor is evicted.
    ///
    /// - Parameters:
    ///   - cell: The session.
    ///   - view: The view of the viewer.
    ///   - known: What the viewer has seen; `nil` for nothing.
    ///   - client: The client whose answers the viewer gets beside the stream, so that updates of its batches have no
    ///     surfaces; `nil` for none.
    ///   - validity: Whether the credential of the viewer still holds; `nil` for one that lasts as long as the session.
    /// - Returns: The viewer.
    /// - Throws: ``SessionError/tooManyViewers(limit:)``, or the error of a session that has left the cell.
    package func watch(
        _ cell: SessionCell, _ view: StreamView, knowing known: StreamBookmark? = nil, of client: ExactName? = nil,
        while validity: StreamValidity? = nil
    ) throws(SessionError) -> StreamViewer {
        try cell.watch(view, knowing: known, of: client, while: validity)
    }

    /// Ends the streams whose credentials no longer hold.
    ///
    /// - Complexity: O(viewers).
    package func endInvalidStreams() async { await dependencies.watched.endInvalidStreams() }

    /// Sends a keep-alive to every idle stream.
    package func remindViewers() { dependencies.watched.remindViewers() }

    /// Ends every stream at shutdown.
    package func endStreams() { dependencies.watched.close() }
}
