import ChartDatasets
package import ChartSeries
package import ChartStores
import Synchronization

/// Holds one live session.
///
/// A change acts on the newest state at once. The cell enqueues it within the same lock, so the log has the order of
/// the changes. Readers see a state after its commit. After a failed commit the session returns to the last committed
/// state, and all later changes fail too.
///
/// The next caller applies a committed state, mostly the one that waited for the commit. Its thread then frees the old
/// state, which it also made. The store's single writer stays free for other sessions.
package final class SessionCell: Sendable {
    let id: String
    /// The hashes of the session's tokens.
    package let tokens: AccessTokens
    private let sharedOwner: SharedOwners.Shared?
    /// The first line of the log, where other processes may append to it; empty otherwise.
    let head: [UInt8]
    let idleTimeout: Double
    let dependencies: SessionDependencies
    private let state: Mutex<CellState>
    /// The number of changes that take long and may hold the session's lock.
    private let longChanges = Atomic(0)
    /// The batches that wait for those before them.
    package let held = HeldBatches()
    /// The current second of the clock, and the number of batches and of viewers' dry runs in it.
    private let rate = Mutex((second: Int64(0), batches: 0, looks: 0))

    init(
        session: Session, head: [UInt8], tokens: AccessTokens, owner: SharedOwners.Shared?,
        dependencies: SessionDependencies, log: CellState.LogLength = CellState.LogLength(),
        history: StoreHistory?
    ) {
        id = session.id
        self.tokens = tokens
        sharedOwner = owner
        self.dependencies = dependencies
        self.head = dependencies.store.isShared ? head : []
        idleTimeout = session.idleTimeout
        state = Mutex(
            CellState(
                committed: session, lastUsed: dependencies.clock.now(), log: log,
                isShared: dependencies.store.isShared, history: history))
    }

    /// The principal that opened the session; `nil` where the server knows no principals.
    package var owner: SessionOwner? { sharedOwner?.owner }

    /// Applies committed states before and after the body, and then carries out the effects.
    ///
    /// The body holds the session's lock. Only the engine runs there, and the store's queue takes changes.
    private func withState<Result, Failure>(
        _ body: (inout CellState) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        var effects = CellEffects()
        defer { effects.carryOut() }
        return try state.withLock { state throws(Failure) in
            state.applyCommitted(dependencies.clock)
            defer {
                state.applyCommitted(dependencies.clock)
                effects = state.takeEffects()
            }
            return try body(&state)
        }
    }

    /// Whether a caller may have to wait: for rows on disk, or for a change that takes long.
    ///
    /// A thread that others wait for leaves the session to another one then.
    package var mayKeepWaiting: Bool {
        longChanges.load(ordering: .relaxed) > 0 || state.withLock { $0.latest.hasAwayRows }
    }

    /// Makes a change that takes long; other callers can learn of it from ``mayKeepWaiting``.
    ///
    /// - Parameter body: Makes the change.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    package func duringLongChange<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        longChanges.add(1, ordering: .relaxed)
        defer { longChanges.subtract(1, ordering: .relaxed) }
        return try await body()
    }

    /// When the session expires without further use, in milliseconds since 1970 by the machine's date.
    ///
    /// A viewer uses the session, too.
    package var expiresAt: Int64 { dependencies.clock.date(at: withState { $0.usedAt } + Int64(idleTimeout)) }

    /// Whether the session has expired; a pending commit delays that.
    func isExpired(now: Int64) -> Bool {
        withState { $0.pending.isEmpty && now >= $0.usedAt + Int64(idleTimeout) }
    }

    /// Counts a batch, or what somebody asks who does not drive, against a rate limit.
    ///
    /// - Parameters:
    ///   - role: The role of the caller; the dry runs of all viewers and the changes of all annotators count together, apart
    ///     from batches.
    ///   - limit: The maximum number in a second of the clock.
    ///   - now: Milliseconds of the session clock.
    /// - Returns: Whether it is within the limit.
    package func admitsBatch(of role: AccessRole, limit: Int, now: Int64) -> Bool {
        rate.withLock { rate in
            if rate.second != now / 1_000 { rate = (now / 1_000, 0, 0) }
            guard role < .driver else {
                rate.batches += 1
                return rate.batches <= limit
            }
            rate.looks += 1
            return rate.looks <= limit
        }
    }

    /// The number of the next batch of a client, after the changes that wait for their commit.
    package func nextSequence(of client: ExactName) -> Int {
        withState { state in state.withLatest { $0.sequences.next(of: client) } }
    }

    /// Reads the committed session with the current rows of its datasets.
    ///
    /// The stored session gets new rows only with its next change. Its state thus depends on its changes, and not on
    /// reads.
    func read<Result>(_ body: (Session) throws -> Result) throws -> Result {
        var shown = try withState { state in
            try state.checkIsLive()
            state.lastUsed = dependencies.clock.now()
            return state.committed
        }
        shown.heal(from: dependencies.catalog)
        return try shown.withSoundRows { shown in
            shown.refresh { dependencies.catalog.table($0) }
            return try body(shown)
        }
    }

    /// Makes a change on a discarded copy of the committed state, without the touches and gestures of any client.
    func tryOut<Result>(_ body: (inout Session) throws -> Result) throws -> Result {
        try tryOut(on: \.committed) { session in
            session.settle()
            return try body(&session)
        }
    }

    /// Makes a change on a discarded copy of the newest state, as it would be made.
    func rehearse<Result>(_ body: (inout Session) throws -> Result) throws -> Result {
        let now = dependencies.clock.now()
        return try tryOut(on: \.latest) { session in
            for surface in session.silentSurfaces(now: now, timeout: dependencies.gestureTimeout) {
                session.cancelGestures(ofSurface: surface)
            }
            return try body(&session)
        }
    }

    private func tryOut<Result>(
        on state: KeyPath<CellState, Session>, _ body: (inout Session) throws -> Result
    ) throws -> Result {
        var copy = try withState { cell in
            try cell.checkIsLive()
            cell.lastUsed = dependencies.clock.now()
            return cell[keyPath: state]
        }
        copy.heal(from: dependencies.catalog)
        return try copy.withSoundRows { copy in
            copy.refresh { dependencies.catalog.table($0) }
            return try body(&copy)
        }
    }

    /// Changes the session, all or nothing.
    ///
    /// - Parameters:
    ///   - change: The change, as the log stores it.
    ///   - isDue: Whether the store starts at once.
    ///   - body: The change. It makes one revision, or none and then no change.
    /// - Returns: The result of the body, for use after the commit.
    /// - Throws: ``SessionError`` for a session that has left the cell, or the error of the body.
    func change<Result>(
        as change: Change, isDue: Bool, _ body: (inout Session) throws -> Result
    ) throws -> Pending<Result> {
        try withState { state in
            try state.checkIsLive()
            let now = dependencies.clock.now()
            state.lastUsed = now
            cancelSilentDrivers(now: now, in: &state)
            var session = state.latest
            let revision = session.revision
            session.heal(from: dependencies.catalog)
            try session.checkRows()
            session.refresh { dependencies.catalog.table($0) }
            let result: Result
            do {
                result = try body(&session)
            } catch {
                // Damaged rows may have caused the error.
                try session.checkRows()
                throw error
            }
            try session.checkRows()
            guard session.revision != revision else {
                return Pending(value: result, promise: state.pending.last?.promise, cell: self, isChange: false)
            }
            precondition(session.revision == revision + 1, "a change is one revision")
            let promise = append(change, making: consume session, to: &state, now: now, isDue: isDue)
            return Pending(value: result, promise: promise, cell: self)
        }
    }

    /// Cancels the gestures of drivers that were silent for too long.
    func cancelSilentDrivers(now: Int64) {
        withState { cancelSilentDrivers(now: now, in: &$0) }
    }

    /// Cancels all gestures that wait for a client.
    ///
    /// - Returns: The promise of the commit; `nil` without a pending one.
    func cancelGestures(because reason: CancellationReason) -> CommitPromise? {
        withState { state in
            for surface in state.latest.surfacesAwaitingDriver {
                cancelGestures(ofSurface: surface, because: reason, in: &state)
            }
            return state.pending.last?.promise
        }
    }

    private func cancelSilentDrivers(now: Int64, in state: inout CellState) {
        guard state.isLive else { return }
        let timeout = dependencies.gestureTimeout
        for surface in state.withLatest({ $0.silentSurfaces(now: now, timeout: timeout) }) {
            cancelGestures(ofSurface: surface, because: .timeout, in: &state)
        }
    }

    private func cancelGestures(
        ofSurface surface: String, because reason: CancellationReason, in state: inout CellState
    ) {
        var session = state.latest
        guard session.damagedDataset == nil else { return }
        session.cancelGestures(ofSurface: surface)
        // A result of damaged rows is dropped. The gestures are cancelled after the next restore.
        guard session.damagedDataset == nil else { return }
        _ = append(
            .cancellation(of: surface, because: reason), making: consume session, to: &state,
            now: dependencies.clock.now(), isDue: true)
    }

    /// Enqueues a change, and keeps the new state.
    ///
    /// - Returns: The promise of its commit; `nil` without a wait.
    private func append(
        _ change: Change, making session: consuming Session, to state: inout CellState, now: Int64, isDue: Bool
    ) -> CommitPromise? {
        let hasMissed = state.needsSnapshot
        if hasMissed { writeMissedState(of: &state) }
        var entry = LogEntry(revision: session.revision, line: dependencies.format.line(of: change, in: session))
        let promise = CommitPromise()
        dependencies.observer.revised(change.operation.kind)
        let enqueuedAt = ContinuousClock.now
        let datasets = hasMissed || !state.withLatest(session.showsDatasets) ? session.datasets : nil
        if datasets != nil, dependencies.catalog.isShared {
            let shown = state.withLatest { $0.datasets }
            entry.begunLookups = session.lookups.filter { !shown.contains($0.name) }
        }
        let stored = StoreChange.append(session: id, entry, datasets: datasets)
        switch enqueue(stored, at: enqueuedAt, isDue: isDue, settling: promise, in: &state) {
        case .done(.success):
            dependencies.observer.committed(.now - enqueuedAt)
            state.commit(session, changing: change.surface, bytes: entry.line.count)
            return nil
        case .done(.failure(let error)):
            state.noteFailure(error, of: promise, isMissed: !dependencies.waitsForCommits)
            guard dependencies.waitsForCommits else { break }
            state.settle(promise, .failure(error))
            return promise
        case .queued:
            break
        }
        guard dependencies.waitsForCommits else {
            state.commit(session, changing: change.surface, bytes: entry.line.count)
            return nil
        }
        if state.pending.isEmpty { state.pendingSince = now }
        state.pending.append(
            CellState.Waiting(
                session: session, promise: promise, position: state.chainLength, surface: change.surface,
                bytes: entry.line.count))
        return promise
    }

    private func enqueue(
        _ change: StoreChange, at instant: ContinuousClock.Instant, isDue: Bool, settling promise: CommitPromise,
        in state: inout CellState
    ) -> Enqueued {
        let chain = state.chain
        state.chainLength += 1
        return dependencies.store.enqueue(change, on: chain, isDue: isDue) { [self] result in
            if case .success = result { dependencies.observer.committed(.now - instant) }
            settle(promise, on: chain, result)
        }
    }

    /// Enqueues a snapshot, because the store has lost changes.
    private func writeMissedState(of state: inout CellState) {
        guard let snapshot = try? dependencies.format.snapshot(of: state.latest) else { return }
        state.needsSnapshot = false
        let change = StoreChange.snapshot(session: id, snapshot, keepsHistory: dependencies.keepsHistory)
        let enqueued = enqueue(change, at: .now, isDue: true, settling: CommitPromise(), in: &state)
        if case .done(.failure(let error)) = enqueued { state.noteFailure(error, isMissed: true) }
    }

    /// Settles a promise with the result of the store.
    ///
    /// The waiting caller applies a committed state; otherwise the store's writer does.
    private func settle(_ promise: CommitPromise, on chain: ChangeChain, _ result: Result<Void, SessionStoreError>) {
        switch result {
        case .success:
            if !promise.settle(result) { applyCommitted() }
        case .failure(let error):
            withState { state in
                if state.chain === chain {
                    state.noteFailure(error, of: promise, isMissed: !dependencies.waitsForCommits)
                }
                state.settle(promise, result)
            }
        }
    }

    /// Applies the committed states.
    func applyCommitted() {
        withState { _ in }
    }

    /// The task that ends the session.
    enum Ending {
        /// The caller ends it, and settles the promise.
        case begins(CommitPromise)
        /// Another task ends it, and settles the promise after the commit.
        case alreadyBegun(CommitPromise)
    }

    /// Ends the session; later callers get ``SessionError/gone``.
    ///
    /// - Throws: ``SessionError/evicted`` if the session has left the cell.
    func end() throws(SessionError) -> Ending {
        try withState { state throws(SessionError) in
            switch state.presence {
            case .live:
                let promise = CommitPromise()
                state.presence = .ended(promise)
                return .begins(promise)
            case .ended(let promise): return .alreadyBegun(promise)
            case .evicted: throw .evicted
            }
        }
    }

    /// Adds a viewer.
    ///
    /// - Parameters:
    ///   - view: The view of the viewer.
    ///   - known: What the viewer has seen; `nil` for nothing.
    ///   - client: The client whose answers the viewer gets beside the stream; `nil` for none.
    ///   - validity: Whether the credential of the viewer still holds; `nil` for one that lasts as long as the session.
    /// - Returns: The viewer.
    /// - Throws: ``SessionError/tooManyViewers(limit:)``, ``SessionError/dataset(_:_:)``, or the error of a session
    ///   that has left the cell.
    func watch(
        _ view: StreamView, knowing known: StreamBookmark?, of client: ExactName?, while validity: StreamValidity?
    ) throws(SessionError) -> StreamViewer {
        try withState { state throws(SessionError) in
            try state.checkIsLive()
            state.lastUsed = dependencies.clock.now()
            var shown = state.committed
            shown.heal(from: dependencies.catalog)
            try shown.checkRows()
            let hub = state.hub ?? SessionHub(session: shown, dependencies: dependencies)
            state.hub = hub
            return try hub.join(view, knowing: known, of: client, while: validity)
        }
    }

    /// Ends the streams of an ended session.
    func endStreams(because reason: StreamEnding) {
        withState { $0.hub }?.end(because: reason)
    }

    /// The datasets of the committed session.
    var committedDatasets: [String] { withState { $0.committed.datasets } }

    /// Reverts an end after a failed commit.
    func revertEnd() {
        withState { $0.presence = .live }
    }
}

/// What a cell does for a session that other processes change too.
extension SessionCell {
    /// The last revision that the cell knows to be committed.
    var committedRevision: Int { withState { $0.committed.revision } }

    /// Whether a viewer watches the session, or the store may have a revision that this process does not know.
    var needsCatchUp: Bool {
        withState { state in state.isLive && (state.mayBeBehind || state.hub.map { $0.viewerCount > 0 } == true) }
    }

    /// The history of the store in which the committed state was read or made.
    var history: StoreHistory? { withState { $0.history } }

    /// Goes on from what the store has, in place of a state that is in no log any more.
    ///
    /// - Returns: The datasets of the earlier state, and whether the state is another one; `nil` if a change is under way, or
    ///   the session has left the cell.
    func replace(
        with session: Session, log: CellState.LogLength, of history: StoreHistory?
    ) -> (datasets: [String], isOther: Bool)? {
        let now = dependencies.clock.now()
        return withState { state in
            guard state.isLive, state.pending.isEmpty else { return nil }
            let datasets = state.committed.datasets
            var session = session
            session.hearDrivers(at: now)
            return (datasets, state.replace(with: session, log: log, of: history))
        }
    }

    /// The run of the newest state: the states of one chain follow each other without a revision of another process.
    var run: ChangeChain { withState { $0.chain } }

    /// Whether the newest state still belongs to a run.
    func isOn(_ run: ChangeChain) -> Bool { withState { $0.chain === run } }

    /// The promise of an end that a shared store has not committed yet; `nil` without one.
    var uncommittedEnd: CommitPromise? { withState { $0.uncommittedEnd } }

    /// Throws for a session that has left the cell.
    func checkIsLive() throws(SessionError) { try withState { state throws(SessionError) in try state.checkIsLive() } }

    /// Waits until the changes that are under way now are settled.
    func waitForNewest() async {
        guard let promise = withState({ $0.pending.last?.promise }) else { return }
        _ = await promise.outcome()
        applyCommitted()
    }

    /// Waits until no change is under way.
    func waitForPending() async {
        while let promise = withState({ $0.pending.last?.promise }) {
            _ = await promise.outcome()
            applyCommitted()
        }
    }

    /// The committed session, for revisions to be applied to.
    ///
    /// - Throws: ``SessionError`` for a session that has left the cell.
    func sharedState() throws(SessionError) -> Session {
        try withState { state throws(SessionError) in
            try state.checkIsLive()
            return state.committed
        }
    }

    /// Leaves a session to the store at once.
    ///
    /// - Returns: Its datasets; `nil` if it has left before.
    func leave() -> [String]? {
        withState { state in
            guard state.isLive else { return nil }
            state.presence = .evicted
            return state.committed.datasets
        }
    }

    /// Takes over revisions that other processes have committed, unless another call has done so.
    ///
    /// Clients may be heard by another process, so the silence of drivers begins anew.
    ///
    /// - Parameters:
    ///   - states: The session after each revision, with the addressed surface.
    ///   - entries: The revisions.
    /// - Returns: The number of revisions that were new.
    func takeOver(_ states: [(session: Session, surface: String)], _ entries: [LogEntry]) -> Int {
        let now = dependencies.clock.now()
        return withState { state in
            guard state.isLive, state.pending.isEmpty else { return 0 }
            let known = state.committed.revision
            for (entry, next) in zip(entries, states) where next.session.revision == state.committed.revision + 1 {
                var session = next.session
                session.hearDrivers(at: now)
                state.commit(session, changing: next.surface, bytes: entry.line.count)
                state.beginChain()
            }
            return state.committed.revision - known
        }
    }

    /// Notes that the store had no revision beyond the given one.
    func noteLast(_ revision: Int) {
        withState { state in
            if state.pending.isEmpty, state.committed.revision >= revision { state.mayBeBehind = false }
        }
    }
}

/// What the registry's sweeps and lists do with a session.
extension SessionCell {
    /// Gives up changes that have waited too long for their commit.
    func abandonStalled(now: Int64, patience: Double) {
        withState { state in
            guard !state.pending.isEmpty, Double(now - state.pendingSince) > patience else { return }
            state.giveUp()
        }
    }

    /// Returns the committed state for a snapshot, if the log exceeds a limit, the store has lost changes, or a restart would
    /// need rows that may be dropped: those of the first line of the log, or of a snapshot before the last drop.
    ///
    /// The state contains no pending change. After a drop the cell first gives it the rows that are there now; it then holds
    /// no dropped row any more.
    ///
    /// - Parameters:
    ///   - records: The maximum number of records without a snapshot.
    ///   - bytes: The maximum number of log bytes without a snapshot.
    ///   - rows: The rows of a dataset now.
    /// - Returns: The state; the caller reports its write with ``noteSnapshot(_:)``.
    func stateToWrite(ifLongerThan records: Int, bytes: Int, _ rows: (String) -> Table?) -> Session? {
        withState { state in
            guard state.isLive, state.log.covered == nil else { return nil }
            let firstRows = state.committed.firstRows(rows)
            guard
                firstRows != state.basis || state.needsSnapshot || state.log.records > records
                    || state.log.bytes > bytes
            else { return nil }
            if firstRows != state.committed.firstRows(state.committed.table), state.pending.isEmpty {
                state.committed.refresh(rows)
            }
            state.basis = state.committed.firstRows(state.committed.table)
            state.log.covered = (state.log.records, state.log.bytes, state.needsSnapshot)
            state.needsSnapshot = false
            return state.committed
        }
    }

    /// Notes the result of a snapshot.
    func noteSnapshot(_ result: Result<Void, SessionStoreError>) {
        withState { state in
            guard let covered = state.log.covered else { return }
            state.log.covered = nil
            guard case .success = result else {
                if covered.isMissed { state.needsSnapshot = true }
                state.basis = [:]
                return
            }
            state.log.records -= covered.records
            state.log.bytes -= covered.bytes
        }
    }

    /// Whether the session has changed since it was last compared with its restore.
    var isUnchecked: Bool { withState { $0.isLive && $0.committed.revision > $0.check.revision } }

    /// When it was last compared with its restore.
    var checkedAt: Int64 { withState { $0.check.at } }

    /// Returns the committed state for a comparison with its restore.
    func beginCheck(now: Int64) -> Session {
        withState { state in
            state.check = (now, state.committed.revision)
            return state.committed
        }
    }

    /// Whether datasets that the session shows have dropped rows, or may drop some.
    func mayLoseRows(_ rows: (String) -> Table?) -> Bool { withState { !$0.committed.firstRows(rows).isEmpty } }

    /// Whether the session shows a dataset.
    func shows(_ dataset: String) -> Bool { withState { $0.committed.datasets.contains(dataset) } }

    /// When the session was last used, in milliseconds of the session clock.
    var usedAt: Int64 { withState { $0.usedAt } }

    /// The last use, if the store should know of it: it knows one that is older by an eighth of the idle timeout, or a
    /// shared store does not know that this process holds the session.
    func useToNote(now: Int64) -> SessionUse? {
        withState { state in
            let step = dependencies.store.isShared && !state.isKnownAsHeld ? 1 : idleTimeout / 8
            guard state.isLive, Double(state.usedAt - state.notedAt) >= step else { return nil }
            return use(in: &state, now: now)
        }
    }

    /// The last use, for a store that should know at once that this process holds the session.
    func holding(now: Int64) -> SessionUse { withState { use(in: &$0, now: now) } }

    private func use(in state: inout CellState, now: Int64) -> SessionUse {
        (state.notedAt, state.isKnownAsHeld) = (state.usedAt, true)
        return SessionUse(session: id, ago: now - state.usedAt, isHeld: true)
    }

    /// Whether the session was idle for some milliseconds.
    func isIdle(now: Int64, for duration: Double) -> Bool {
        withState { Double(now - $0.usedAt) >= duration }
    }

    /// Evicts the session if it is idle, has a short log since its last snapshot, and waits for no commit and no
    /// client.
    ///
    /// - Returns: The session's datasets, and when it was last used; `nil` if it stays.
    func evict(
        now: Int64, idleSince: Double, records: Int, bytes: Int
    ) -> (datasets: [String], usedAt: Int64)? {
        withState { state in
            guard state.isLive, Double(now - state.usedAt) >= idleSince, state.pending.isEmpty,
                state.log.covered == nil, !state.needsSnapshot,
                state.log.records <= records, state.log.bytes <= bytes,
                state.committed.surfacesAwaitingDriver.isEmpty
            else { return nil }
            state.presence = .evicted
            return (state.committed.datasets, state.usedAt)
        }
    }

    /// The summary of the committed session, without a use of it; `nil` for one that has ended or expired.
    func summary(_ stored: StoredSummary, now: Int64) -> SessionSummary? {
        withState { state in
            if case .ended = state.presence { return nil }
            guard !state.pending.isEmpty || now < state.usedAt + Int64(idleTimeout) else { return nil }
            return SessionSummary(
                stored, revision: state.committed.revision, datasets: state.committed.datasets,
                viewers: state.hub?.viewerCount ?? 0, lastUsedAt: dependencies.clock.date(at: state.usedAt))
        }
    }
}
