public import ChartSeries
import Synchronization

/// The live sessions, those that rest in the store, and the tombstones of those that have ended.
///
/// A session that nobody has used for a while is kept in the store alone; whoever comes next finds it as it was.
public final class SessionRegistry: Sendable {
    /// A session as its creator learns of it.
    public struct Created: Sendable {
        /// The session.
        public let session: Session
        /// Lets its bearer look and change.
        public let driverToken: AccessToken
        /// Lets its bearer look.
        public let viewerToken: AccessToken
        /// When the session expires if nobody comes, in milliseconds since 1970.
        public let expiresAt: Int64
    }

    /// How many sessions there are.
    public struct Census: Sendable, Hashable {
        /// Those in memory.
        public var live = 0
        /// Those in the store alone.
        public var evicted = 0
        /// The tombstones.
        public var ended = 0
    }

    /// A session in the store alone.
    struct EvictedSession: Sendable {
        var expiresAt: Int64
        var datasets: [String]
        /// Whether it was there when the server started: nobody will end its gestures.
        var isOfEarlierRun: Bool
        var tokens: TokenIndex.Pair
    }

    /// The end of a session, whose tombstone is set already.
    struct Ending: Sendable {
        var session: String
        /// Milliseconds since 1970.
        var endedAt: Int64
    }

    struct State: Sendable {
        var cells: [String: SessionCell] = [:]
        var evicted: [String: EvictedSession] = [:]
        /// Those that are on their way from the store.
        var arrivals: [String: Task<SessionCell, any Error>] = [:]
        /// Those that rest until the end that somebody waits for is committed.
        var endings: [String: CommitPromise] = [:]
        /// The ends for which nobody waits and that the store has refused, in the order in which it did.
        var refusedEndings: [Ending] = []
        /// How many are on their way into the store for the first time.
        var reserved = 0
        var tombstones: Tombstones
        var byAddress = SessionsByAddress()
        var tokens = TokenIndex()

        var count: Int { cells.count + evicted.count + reserved }
    }

    let dependencies: SessionDependencies
    let limits: Limits
    let state: Mutex<State>

    /// Creates a registry with the sessions that a store holds.
    ///
    /// - Parameters:
    ///   - catalog: The datasets that sessions show.
    ///   - store: Where sessions are kept.
    ///   - format: How they are written down.
    ///   - limits: What bounds the registry.
    ///   - clock: The time by which sessions expire; those of the store begin their idle time anew.
    ///   - observer: Whom changes are told.
    /// - Throws: ``SessionStoreError`` for a store that cannot be read.
    public init(
        catalog: DatasetCatalog, store: any SessionStore, format: any SessionFormat, limits: Limits = Limits(),
        clock: SessionClock, observer: SessionObserver = SessionObserver()
    ) throws(SessionStoreError) {
        dependencies = SessionDependencies(
            catalog: catalog, store: store, format: format, clock: clock,
            watched: WatchedSessions(limits: limits.streams), gestureTimeout: limits.gestureTimeout,
            waitsForCommits: limits.waitsForCommits, keepsHistory: limits.keepsHistory, observer: observer)
        self.limits = limits
        let contents = try store.contents()
        let now = clock.now()
        var state = State(tombstones: Tombstones(capacity: limits.sessions))
        for summary in contents.live {
            let tokens = TokenIndex.Pair(
                AccessTokens(driverHash: summary.tokens.driver, viewerHash: summary.tokens.viewer))
            state.evicted[summary.id] = EvictedSession(
                expiresAt: now + Int64(summary.idleTimeout), datasets: summary.datasets, isOfEarlierRun: true,
                tokens: tokens)
            state.tokens.add(tokens)
            for dataset in summary.datasets { catalog.retain(lasting: dataset) }
        }
        let displaced = contents.tombstones.compactMap {
            // The date may have gone back since.
            state.tombstones.add($0.id, at: min($0.endedAt, now))
        }
        self.state = Mutex(state)
        catalog.tellRows { [watched = dependencies.watched] in watched.noteRows($1, of: $0) }
        catalog.tellDamage { [watched = dependencies.watched] in watched.noteDamage(of: $0) }
        forget(displaced)
    }

    /// The datasets that sessions show.
    public var catalog: DatasetCatalog { dependencies.catalog }

    /// Where sessions are kept; what it is asked fails when the answer takes too long.
    public var store: any SessionStore { PatientStore(store: dependencies.store, patience: limits.storePatience) }

    /// The number of sessions that have not ended.
    public var count: Int { state.withLock { $0.count } }

    /// How many sessions there are of each kind.
    public var census: Census {
        state.withLock { Census(live: $0.cells.count, evicted: $0.evicted.count, ended: $0.tombstones.count) }
    }

    /// Milliseconds of the session clock.
    public var now: Int64 { dependencies.clock.now() }

    /// The clock by which sessions expire.
    public var clock: SessionClock { dependencies.clock }

    /// Opens a session.
    ///
    /// - Parameters:
    ///   - datasets: The datasets that its surfaces will show, once for each surface; they are in use from now on.
    ///   - address: The address of the caller; `nil` for one that is not counted.
    ///   - line: Writes the first line of its log.
    ///   - make: Makes the session of a name from the tables, in the order of the datasets.
    /// - Returns: The session with its tokens.
    /// - Throws: ``SessionError/tooManySessions``, ``SessionError/tooManySessionsOfAddress(limit:)``,
    ///   ``SessionError/quota(bytes:)``, ``SessionError/store(_:)``, ``SessionError/dataset(_:_:)``, ``UnknownDataset``, or what `make` throws.
    public func create(
        showing datasets: [String], from address: String? = nil, line: (Session) -> [UInt8],
        _ make: (_ id: String, _ tables: [Table]) throws -> Session
    ) async throws -> Created {
        try catalog.quota.checkRoomForLogs()
        let tables = try retain(datasets)
        do {
            let session = try make(AccessToken.randomDigits(bytes: 16), tables)
            try session.checkRows()
            let (driver, viewer) = (AccessToken(), AccessToken())
            let tokens = AccessTokens(driver: driver, viewer: viewer)
            try state.withLock { state throws(SessionError) in
                guard state.count < limits.sessions else { throw .tooManySessions }
                if let address, let limit = limits.sessionsPerAddress {
                    guard state.byAddress.count(of: address) < limit else {
                        throw .tooManySessionsOfAddress(limit: limit)
                    }
                    state.byAddress.add(session.id, of: address)
                }
                state.reserved += 1
            }
            var isLive = false
            defer {
                state.withLock { state in
                    state.reserved -= 1
                    if !isLive { state.byAddress.remove(session.id) }
                }
            }
            let head = StoredHead(
                id: session.id, driverTokenHash: tokens.driverHash, viewerTokenHash: tokens.viewerHash,
                idleTimeout: session.idleTimeout, datasets: datasets, line: line(session))
            try await commit(.create(head))
            let cell = SessionCell(session: session, tokens: tokens, dependencies: dependencies)
            state.withLock { state in
                state.cells[session.id] = cell
                state.tokens.add(TokenIndex.Pair(tokens))
            }
            isLive = true
            return Created(session: session, driverToken: driver, viewerToken: viewer, expiresAt: cell.expiresAt)
        } catch {
            for name in datasets { catalog.release(name) }
            throw error
        }
    }

    /// Puts a change into the store, and waits for its commit unless nobody wants to.
    func commit(_ change: StoreChange) async throws(SessionError) {
        let (chain, promise) = (ChangeChain(), CommitPromise())
        if case .done(let result) = store.enqueue(change, on: chain, whenDone: { promise.settle($0) }) {
            promise.settle(result)
        }
        guard limits.waitsForCommits else { return }
        try await Pending(value: (), promise: promise).committed(within: limits.storePatience, of: chain)
    }

    /// A dataset that a specification names and that does not exist, or cannot be shown.
    public struct UnknownDataset: Error, Sendable, Equatable {
        /// Its position among the named ones.
        public let index: Int
        /// Its name.
        public let name: String
        /// Why it cannot be shown; `nil` for one that does not exist.
        public let reason: DatasetStoreError?

        /// The same as a session's refusal; `nil` for one that does not exist.
        public var refusal: SessionError? { reason.map { .dataset(name, $0) } }
    }

    /// Marks datasets as shown by a live session, all or none.
    ///
    /// - Parameter datasets: Their names.
    /// - Returns: Their tables; one that is named twice is the same at both places, also while it grows.
    /// - Throws: ``UnknownDataset``.
    public func retain(_ datasets: [String]) throws(UnknownDataset) -> [Table] {
        var tables: [Table] = []
        for (index, name) in datasets.enumerated() {
            guard let table = catalog.retain(name) else {
                for name in datasets.prefix(index) { catalog.release(name) }
                let content = catalog.content(of: name)
                let reason: DatasetStoreError? = if case .failure(let error)? = content { error } else { nil }
                throw UnknownDataset(index: index, name: name, reason: reason)
            }
            tables.append(datasets[..<index].firstIndex(of: name).map { tables[$0] } ?? table)
        }
        return tables
    }

    /// Looks at a session with the rows that its datasets have now; what is not committed yet is not shown.
    public func read<Result>(_ cell: SessionCell, _ body: (Session) throws -> Result) throws -> Result {
        try cell.read(body)
    }

    /// Changes a session, whole or not at all.
    ///
    /// - Parameters:
    ///   - cell: The session.
    ///   - record: What the log keeps of the change.
    ///   - isDue: Whether the store is to begin with it now; else others follow, and then ``flush()``.
    ///   - body: The change: one revision, or none, and then nothing has changed.
    /// - Returns: What the body returns, to be told once it is committed.
    /// - Throws: ``SessionError`` for a session that is not there any more, or what the body throws.
    public func change<Result>(
        _ cell: SessionCell, as record: ChangeRecord, isDue: Bool = true, _ body: (inout Session) throws -> Result
    ) throws -> Pending<Result> {
        try catalog.quota.checkRoomForLogs()
        return try cell.change(as: record, isDue: isDue, body)
    }

    /// Whether a token is one of a session that has not ended, found by its hash.
    public func knows(token: String) -> Bool { state.withLock { $0.tokens.contains(token) } }

    /// Has the store begin with the changes that were not due.
    public func flush() { dependencies.store.flush() }

    /// Makes a change on a copy of a session that is thrown away: the session has not changed, and no revision is counted.
    public func tryOut<Result>(_ cell: SessionCell, _ body: (inout Session) throws -> Result) throws -> Result {
        try cell.tryOut(body)
    }
}
