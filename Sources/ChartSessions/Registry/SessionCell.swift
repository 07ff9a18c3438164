public import ChartSeries
import Synchronization

/// The place where one live session is kept.
///
/// A change is made at once, on the newest state, and goes into the store's queue within the same lock, so that the log
/// has the order of the changes. Until it is committed nobody is shown it; when its commit fails, the session goes back
/// to the last committed state, and everything that was built on the failed change fails with it.
///
/// A committed state is taken over by whoever comes next: mostly by who waited for the commit, on the thread that made the
/// state before it and is to destroy it. The store's only writer has other sessions' changes to see to.
public final class SessionCell: Sendable {
    let id: String
    /// What its callers are told apart by.
    public let tokens: AccessTokens
    private let idleTimeout: Double
    private let dependencies: SessionDependencies
    private let state: Mutex<CellState>
    /// The second of the clock in which batches are counted, and how many came in it.
    private let rate = Mutex((second: Int64(0), batches: 0))

    init(
        session: Session, tokens: AccessTokens, dependencies: SessionDependencies,
        log: CellState.LogLength = CellState.LogLength()
    ) {
        id = session.id
        self.tokens = tokens
        self.dependencies = dependencies
        idleTimeout = session.idleTimeout
        state = Mutex(CellState(committed: session, lastUsed: dependencies.clock.now(), log: log))
    }

    /// Works with the session as it is by now, takes over what is committed meanwhile, and then does what follows.
    ///
    /// The body holds the session's lock: only the engine works there, and the store's queue is appended to.
    private func withState<Result, Failure>(
        _ body: (inout CellState) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        var effects = CellEffects()
        defer { effects.carryOut() }
        return try state.withLock { state throws(Failure) in
            state.takeOverCommitted(dependencies.clock)
            defer {
                state.takeOverCommitted(dependencies.clock)
                effects = state.takeEffects()
            }
            return try body(&state)
        }
    }

    /// How long the rows of the session's windows take to write, as far as is known now.
    public var windowEffort: WindowEffort { withState { $0.askLatest(\.windowEffort) } }

    /// When the session expires if nobody comes, in milliseconds since 1970 by the date of the machine.
    ///
    /// Who watches uses it, too.
    public var expiresAt: Int64 { dependencies.clock.date(at: withState { $0.usedAt } + Int64(idleTimeout)) }

    /// Whether the session's time is over; a caller that waits for a commit uses it, and is given up in time if need be.
    func isExpired(now: Int64) -> Bool {
        withState { $0.pending.isEmpty && now >= $0.usedAt + Int64(idleTimeout) }
    }

    /// Counts a batch against a rate.
    ///
    /// - Parameters:
    ///   - limit: The most batches of a second of the clock.
    ///   - now: Milliseconds of the session clock.
    /// - Returns: Whether the batch is within the rate.
    public func admitsBatch(limit: Int, now: Int64) -> Bool {
        rate.withLock { rate in
            if rate.second != now / 1_000 { rate = (now / 1_000, 0) }
            rate.batches += 1
            return rate.batches <= limit
        }
    }

    /// Looks at the committed session with the rows that its datasets have now.
    ///
    /// The session itself takes over new rows with its next change, so that its state depends on its changes alone and not
    /// on who has looked in between.
    func read<Result>(_ body: (Session) throws -> Result) throws -> Result {
        var shown = try withState { state in
            try state.checkIsLive()
            state.lastUsed = dependencies.clock.now()
            return state.committed
        }
        return try shown.withSoundRows { shown in
            shown.refresh { dependencies.catalog.table($0) }
            return try body(shown)
        }
    }

    /// Makes a change on a copy of the newest state that is thrown away: nothing has changed, and no revision is counted.
    func tryOut<Result>(_ body: (inout Session) throws -> Result) throws -> Result {
        let now = dependencies.clock.now()
        var copy = try withState { state in
            try state.checkIsLive()
            state.lastUsed = now
            return state.latest
        }
        return try copy.withSoundRows { copy in
            for surface in copy.silentSurfaces(now: now, timeout: dependencies.gestureTimeout) {
                copy.cancelGestures(ofSurface: surface)
            }
            copy.refresh { dependencies.catalog.table($0) }
            return try body(&copy)
        }
    }

    /// Changes the session, whole or not at all.
    ///
    /// - Parameters:
    ///   - record: What the log keeps of it.
    ///   - isDue: Whether the store is to begin with it now.
    ///   - body: The change: one revision, or none, and then nothing has changed.
    /// - Returns: What the body returns, to be told once it is committed.
    /// - Throws: ``SessionError`` for a session that is not here any more, or what the body throws.
    func change<Result>(
        as record: ChangeRecord, isDue: Bool, _ body: (inout Session) throws -> Result
    ) throws -> Pending<Result> {
        try withState { state in
            try state.checkIsLive()
            let now = dependencies.clock.now()
            state.lastUsed = now
            cancelSilentDrivers(now: now, in: &state)
            var session = state.latest
            let revision = session.revision
            try session.checkRows()
            session.refresh { dependencies.catalog.table($0) }
            let result: Result
            do {
                result = try body(&session)
            } catch {
                // An error may come of damaged rows, and tells nothing then.
                try session.checkRows()
                throw error
            }
            try session.checkRows()
            guard session.revision != revision else {
                return Pending(value: result, promise: state.pending.last?.promise, cell: self)
            }
            precondition(session.revision == revision + 1, "a change is one revision")
            let promise = append(record, making: consume session, to: &state, now: now, isDue: isDue)
            return Pending(value: result, promise: promise, cell: self)
        }
    }

    /// Cancels the gestures of drivers that have been silent for too long.
    func cancelSilentDrivers(now: Int64) {
        withState { cancelSilentDrivers(now: now, in: &$0) }
    }

    /// Cancels every gesture that a client would have to end, since nobody will.
    ///
    /// - Returns: The wait for the commit; `nil` when there is none to wait for.
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
        for surface in state.askLatest({ $0.silentSurfaces(now: now, timeout: timeout) }) {
            cancelGestures(ofSurface: surface, because: .timeout, in: &state)
        }
    }

    private func cancelGestures(
        ofSurface surface: String, because reason: CancellationReason, in state: inout CellState
    ) {
        var session = state.latest
        guard session.damagedDataset == nil else { return }
        session.cancelGestures(ofSurface: surface)
        // What comes of damaged rows is not kept; the gestures are cancelled once the session is made again.
        guard session.damagedDataset == nil else { return }
        _ = append(
            .cancellation(of: surface, because: reason), making: consume session, to: &state,
            now: dependencies.clock.now(), isDue: true)
    }

    /// Puts a change into the store's queue, and keeps what it made.
    ///
    /// - Returns: The wait for its commit; `nil` when nobody needs to wait.
    private func append(
        _ record: ChangeRecord, making session: consuming Session, to state: inout CellState, now: Int64, isDue: Bool
    ) -> CommitPromise? {
        let hasMissed = state.needsSnapshot
        if hasMissed { writeMissedState(of: &state) }
        let entry = LogEntry(revision: session.revision, line: dependencies.format.line(of: record, in: session))
        let promise = CommitPromise()
        dependencies.observer.revised(record.kind)
        let enqueuedAt = ContinuousClock.now
        let change = StoreChange.append(
            session: id, entry,
            datasets: hasMissed || !state.askLatest(session.showsDatasets) ? session.datasets : nil)
        switch enqueue(change, at: enqueuedAt, isDue: isDue, settling: promise, in: &state) {
        case .done(.success):
            dependencies.observer.committed(.now - enqueuedAt)
            state.commit(session, changing: record.surface, bytes: entry.line.count)
            return nil
        case .done(.failure(let error)):
            state.noteFailure(error, isMissed: !dependencies.waitsForCommits)
            guard dependencies.waitsForCommits else { break }
            state.settle(promise, .failure(error))
            return promise
        case .queued:
            break
        }
        guard dependencies.waitsForCommits else {
            state.commit(session, changing: record.surface, bytes: entry.line.count)
            return nil
        }
        if state.pending.isEmpty { state.pendingSince = now }
        state.pending.append(
            CellState.Waiting(
                session: session, promise: promise, position: state.chainLength, surface: record.surface,
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

    /// Puts the whole state into the store's queue, for the log has a hole before it.
    private func writeMissedState(of state: inout CellState) {
        guard let snapshot = try? dependencies.format.snapshot(of: state.latest) else { return }
        state.needsSnapshot = false
        let change = StoreChange.snapshot(session: id, snapshot, keepsHistory: dependencies.keepsHistory)
        let enqueued = enqueue(change, at: .now, isDue: true, settling: CommitPromise(), in: &state)
        if case .done(.failure(let error)) = enqueued { state.noteFailure(error, isMissed: true) }
    }

    /// Hears from the store what became of a change.
    ///
    /// The waiting caller takes over what was committed; the store's writer does where no caller waits.
    private func settle(_ promise: CommitPromise, on chain: ChangeChain, _ result: Result<Void, SessionStoreError>) {
        switch result {
        case .success:
            if !promise.settle(result) { takeOver() }
        case .failure(let error):
            withState { state in
                if state.chain === chain { state.noteFailure(error, isMissed: !dependencies.waitsForCommits) }
                state.settle(promise, result)
            }
        }
    }

    /// Takes over the states that the store has committed.
    func takeOver() {
        withState { _ in }
    }

    /// Gives up what has waited too long for its commit.
    func abandonStalled(now: Int64, patience: Double) {
        withState { state in
            guard !state.pending.isEmpty, Double(now - state.pendingSince) > patience else { return }
            state.noteFailure(.stalled, isMissed: false)
        }
    }

    /// A state to write down, when the log since the last one is longer than a bound, or the store has missed changes.
    ///
    /// Changes may wait for their commit meanwhile, and fail: the state has none of them.
    ///
    /// - Parameters:
    ///   - records: The most records that need none.
    ///   - bytes: The most bytes of the log that need none.
    /// - Returns: The committed state; call ``noteSnapshot(_:)`` when it is written or not.
    func stateToWrite(ifLongerThan records: Int, bytes: Int) -> Session? {
        withState { state in
            guard state.isLive, state.log.covered == nil,
                state.needsSnapshot || state.log.records > records || state.log.bytes > bytes
            else { return nil }
            state.log.covered = (state.log.records, state.log.bytes, state.needsSnapshot)
            state.needsSnapshot = false
            return state.committed
        }
    }

    /// Notes what became of a snapshot.
    func noteSnapshot(_ result: Result<Void, SessionStoreError>) {
        withState { state in
            guard let covered = state.log.covered else { return }
            state.log.covered = nil
            guard case .success = result else {
                if covered.isMissed { state.needsSnapshot = true }
                return
            }
            state.log.records -= covered.records
            state.log.bytes -= covered.bytes
        }
    }

    /// Whether nobody has used the session for some milliseconds.
    func isIdle(now: Int64, for duration: Double) -> Bool {
        withState { Double(now - $0.usedAt) >= duration }
    }

    /// Takes the session out of memory, when nobody would notice: it has been idle, nothing waits for a commit or for a
    /// client, and its log since the last snapshot is short.
    ///
    /// - Returns: The datasets that it shows, and when it expires; `nil` when it stays.
    func evict(
        now: Int64, idleSince: Double, records: Int, bytes: Int
    ) -> (datasets: [String], expiresAt: Int64)? {
        withState { state in
            guard state.isLive, Double(now - state.usedAt) >= idleSince, state.pending.isEmpty,
                state.log.covered == nil, !state.needsSnapshot,
                state.log.records <= records, state.log.bytes <= bytes,
                state.committed.surfacesAwaitingDriver.isEmpty
            else { return nil }
            state.standing = .evicted
            return (state.committed.datasets, state.usedAt + Int64(idleTimeout))
        }
    }

    /// Who ends the session.
    enum Ending {
        /// The caller, who settles the promise.
        case begins(CommitPromise)
        /// Somebody else has; the promise tells when it is committed.
        case isUnderWay(CommitPromise)
    }

    /// Ends the session; what it answers from now on is that it is gone.
    ///
    /// - Throws: ``SessionError/evicted`` for a session that another cell has to end.
    func end() throws(SessionError) -> Ending {
        try withState { state throws(SessionError) in
            switch state.standing {
            case .live:
                let promise = CommitPromise()
                state.standing = .ended(promise)
                return .begins(promise)
            case .ended(let promise): return .isUnderWay(promise)
            case .evicted: throw .evicted
            }
        }
    }

    /// Lets somebody watch the session.
    ///
    /// - Parameters:
    ///   - view: What is to be shown.
    ///   - revision: The last one that the viewer knows; `nil` for none.
    /// - Returns: The viewer.
    /// - Throws: ``SessionError/tooManyViewers(limit:)``, ``SessionError/dataset(_:_:)``, or what tells that the session is
    ///   not here any more.
    func watch(_ view: StreamView, knowing revision: Int?) throws(SessionError) -> StreamViewer {
        try withState { state throws(SessionError) in
            try state.checkIsLive()
            state.lastUsed = dependencies.clock.now()
            try state.committed.checkRows()
            let hub = state.hub ?? SessionHub(session: state.committed, dependencies: dependencies)
            state.hub = hub
            return try hub.join(view, knowing: revision)
        }
    }

    /// Ends the streams of a session that has ended.
    func endStreams(because reason: StreamEnding) {
        withState { $0.hub }?.end(because: reason)
    }

    /// The datasets that the session shows, as far as that is committed.
    var committedDatasets: [String] { withState { $0.committed.datasets } }

    /// Takes back an end that could not be committed.
    func revive() {
        withState { $0.standing = .live }
    }
}
