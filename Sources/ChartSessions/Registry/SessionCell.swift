public import ChartSeries
import Dispatch
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
    private let surroundings: SessionSurroundings
    private let content: Mutex<Content>
    private let effort: Atomic<UInt8>
    /// The second of the clock in which batches are counted, and how many came in it.
    private let rate = Mutex((second: Int64(0), batches: 0))

    init(
        session: Session, tokens: AccessTokens, surroundings: SessionSurroundings, log: LogLength = LogLength()
    ) {
        id = session.id
        self.tokens = tokens
        self.surroundings = surroundings
        idleTimeout = session.idleTimeout
        content = Mutex(Content(committed: session, lastUsed: surroundings.clock.now(), log: log))
        effort = Atomic(session.windowEffort.rawValue)
    }

    /// How long work with the session, or the wait for somebody else's, may hold a thread.
    public var windowEffort: WindowEffort { WindowEffort(rawValue: effort.load(ordering: .relaxed)) ?? .long }

    /// Whether work with the session, or the wait for somebody else's, may hold a thread for long.
    public var mayTakeLong: Bool { windowEffort == .long }

    /// Has others expect that work with the session takes long, until the next change tells.
    public func expectLongWork() { effort.store(WindowEffort.long.rawValue, ordering: .relaxed) }

    /// Whether somebody works with the session right now.
    public var isAtWork: Bool { withContentIfFree { _ in } == nil }

    /// Works with the session as it is by now, and takes over what is committed meanwhile.
    private func withContent<Result, Failure>(
        _ body: (inout Content) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try content.withLock { content throws(Failure) in
            content.takeOverCommitted(surroundings)
            defer { content.takeOverCommitted(surroundings) }
            return try body(&content)
        }
    }

    /// Works with the session as it is by now, unless somebody else does: then it gives `nil`.
    private func withContentIfFree<Result>(_ body: (inout Content) -> sending Result) -> sending Result? {
        content.withLockIfAvailable { content in
            content.takeOverCommitted(surroundings)
            return body(&content)
        }
    }

    /// When the session expires if nobody comes, in milliseconds since 1970 by the date of the machine.
    ///
    /// Who watches uses it, too.
    public var expiresAt: Int64 { surroundings.clock.date(at: withContent { $0.usedAt } + Int64(idleTimeout)) }

    /// Whether the session's time is over; who works with it or waits for a commit uses it, and is given up in time if need
    /// be.
    func isExpired(now: Int64) -> Bool {
        withContentIfFree { $0.pending.isEmpty && now >= $0.usedAt + Int64(idleTimeout) } ?? false
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
        var shown = try withContent { content in
            try content.checkIsLive()
            content.lastUsed = surroundings.clock.now()
            return content.committed
        }
        return try shown.withSoundRows { shown in
            shown.refresh { surroundings.catalog.table($0) }
            let result = try body(shown)
            try Task.checkCancellation()
            return result
        }
    }

    /// Makes a change on a copy of the newest state that is thrown away: nothing has changed, and no revision is counted.
    func tryOut<Result>(_ body: (inout Session) throws -> Result) throws -> Result {
        let now = surroundings.clock.now()
        var copy = try withContent { content in
            try content.checkIsLive()
            content.lastUsed = now
            return content.latest
        }
        return try copy.withSoundRows { copy in
            for surface in copy.silentSurfaces(now: now, timeout: surroundings.gestureTimeout) {
                copy.cancelGestures(ofSurface: surface)
            }
            copy.refresh { surroundings.catalog.table($0) }
            let result = try body(&copy)
            try Task.checkCancellation()
            return result
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
        try withContent { content in
            try content.checkIsLive()
            let now = surroundings.clock.now()
            content.lastUsed = now
            cancelSilentDrivers(now: now, in: &content)
            var session = content.latest
            let revision = session.revision
            try session.checkRows()
            session.refresh { surroundings.catalog.table($0) }
            let result: Result
            do {
                result = try body(&session)
            } catch {
                // An error may come of damaged rows, and tells nothing then.
                try session.checkRows()
                throw error
            }
            try session.checkRows()
            // The window of a cancelled task may be cut short, and is part of the answer that is kept.
            try Task.checkCancellation()
            guard session.revision != revision else {
                return Pending(value: result, ticket: content.pending.last?.ticket, cell: self)
            }
            precondition(session.revision == revision + 1, "a change is one revision")
            let ticket = append(record, making: consume session, to: &content, now: now, isDue: isDue)
            return Pending(value: result, ticket: ticket, cell: self)
        }
    }

    /// Cancels the gestures of drivers that have been silent for too long.
    func cancelSilentDrivers(now: Int64) {
        withContent { cancelSilentDrivers(now: now, in: &$0) }
    }

    /// Cancels every gesture that a client would have to end, since nobody will.
    ///
    /// - Returns: The wait for the commit; `nil` when there is none to wait for.
    func cancelGestures(because reason: CancellationReason) -> CommitTicket? {
        withContent { content in
            for surface in content.latest.surfacesAwaitingDriver {
                cancelGestures(ofSurface: surface, because: reason, in: &content)
            }
            return content.pending.last?.ticket
        }
    }

    private func cancelSilentDrivers(now: Int64, in content: inout Content) {
        guard content.isLive else { return }
        let timeout = surroundings.gestureTimeout
        for surface in content.askLatest({ $0.silentSurfaces(now: now, timeout: timeout) }) {
            cancelGestures(ofSurface: surface, because: .timeout, in: &content)
        }
    }

    private func cancelGestures(
        ofSurface surface: String, because reason: CancellationReason, in content: inout Content
    ) {
        var session = content.latest
        guard session.damagedDataset == nil else { return }
        session.cancelGestures(ofSurface: surface)
        // What comes of damaged rows is not kept; the gestures are cancelled once the session is made again.
        guard session.damagedDataset == nil else { return }
        _ = append(
            .cancellation(of: surface, because: reason), making: consume session, to: &content,
            now: surroundings.clock.now(), isDue: true)
    }

    /// Puts a change into the store's queue, and keeps what it made.
    ///
    /// - Returns: The wait for its commit; `nil` when nobody needs to wait.
    private func append(
        _ record: ChangeRecord, making session: consuming Session, to content: inout Content, now: Int64, isDue: Bool
    ) -> CommitTicket? {
        let hasMissed = content.needsSnapshot
        if hasMissed { writeMissedState(of: &content) }
        let entry = LogEntry(revision: session.revision, line: surroundings.format.line(of: record, in: session))
        let ticket = CommitTicket()
        if record.kind != .batch || windowEffort != .brief { noteEffort(of: session, in: content) }
        surroundings.observer.revised(record.kind)
        let enqueuedAt = ContinuousClock.now
        let change = StoreChange.append(
            session: id, entry,
            datasets: hasMissed || !content.askLatest(session.showsDatasets) ? session.datasets : nil)
        switch enqueue(change, at: enqueuedAt, isDue: isDue, settling: ticket, in: &content) {
        case .done(.success):
            surroundings.observer.committed(.now - enqueuedAt)
            content.commit(session, changing: record.surface, bytes: entry.line.count)
            return nil
        case .done(.failure(let error)):
            content.noteFailure(error, isMissed: !surroundings.waitsForCommits)
            guard surroundings.waitsForCommits else { break }
            ticket.settle(.failure(error))
            return ticket
        case .queued:
            break
        }
        guard surroundings.waitsForCommits else {
            content.commit(session, changing: record.surface, bytes: entry.line.count)
            return nil
        }
        if content.pending.isEmpty { content.pendingSince = now }
        content.pending.append(
            Waiting(
                session: session, ticket: ticket, position: content.lineLength, surface: record.surface,
                bytes: entry.line.count))
        return ticket
    }

    /// Looks at every state that may be the committed one yet; no batch of events makes windows take longer.
    private func noteEffort(of session: Session, in content: Content) {
        var most = max(session.windowEffort, content.committed.windowEffort)
        for waiting in content.pending { most = max(most, waiting.session.windowEffort) }
        effort.store(most.rawValue, ordering: .relaxed)
    }

    private func enqueue(
        _ change: StoreChange, at instant: ContinuousClock.Instant, isDue: Bool, settling ticket: CommitTicket,
        in content: inout Content
    ) -> Enqueued {
        let line = content.line
        content.lineLength += 1
        return surroundings.store.enqueue(change, on: line, isDue: isDue) { [self] result in
            if case .success = result { surroundings.observer.committed(.now - instant) }
            settle(ticket, on: line, result)
        }
    }

    /// Puts the whole state into the store's queue, for the log has a hole before it.
    private func writeMissedState(of content: inout Content) {
        guard let snapshot = try? surroundings.format.snapshot(of: content.latest) else { return }
        content.needsSnapshot = false
        let change = StoreChange.snapshot(session: id, snapshot, keepsHistory: surroundings.keepsHistory)
        let enqueued = enqueue(change, at: .now, isDue: true, settling: CommitTicket(), in: &content)
        if case .done(.failure(let error)) = enqueued { content.noteFailure(error, isMissed: true) }
    }

    /// Hears from the store what became of a change.
    ///
    /// Who waits takes over what was committed; the store's writer does where nobody waits, or who does may have to wait
    /// for a thread too.
    private func settle(_ ticket: CommitTicket, on line: CommitLine, _ result: Result<Void, SessionStoreError>) {
        switch result {
        case .success:
            let isTold = ticket.settle(result)
            if !isTold || mayTakeLong { takeOver() }
        case .failure(let error):
            let goBack = { @Sendable [isMissed = !surroundings.waitsForCommits] (content: inout Content) in
                if content.line === line { content.noteFailure(error, isMissed: isMissed) }
                ticket.settle(result)
            }
            if mayTakeLong { whenFree(goBack) } else { withContent { goBack(&$0) } }
        }
    }

    /// Takes over the states that the store has committed, without a wait for whoever works with the session.
    func takeOver() {
        whenFree { _ in }
    }

    /// Works with the session at once, or later where somebody else does, who may take long.
    private func whenFree(_ body: @escaping @Sendable (inout Content) -> Void) {
        if withContentIfFree({ body(&$0) }) == nil { Self.patientQueue.async { self.withContent { body(&$0) } } }
    }

    private static let patientQueue = DispatchQueue(label: "chart-surface.sessions-at-work", qos: .utility)

    /// Gives up what has waited too long for its commit.
    func abandonStalled(now: Int64, patience: Double) {
        withContent { content in
            guard !content.pending.isEmpty, Double(now - content.pendingSince) > patience else { return }
            content.noteFailure(.stalled, isMissed: false)
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
        withContent { content in
            guard content.isLive, content.log.covered == nil,
                content.needsSnapshot || content.log.records > records || content.log.bytes > bytes
            else { return nil }
            content.log.covered = (content.log.records, content.log.bytes, content.needsSnapshot)
            content.needsSnapshot = false
            return content.committed
        }
    }

    /// Notes what became of a snapshot.
    func noteSnapshot(_ result: Result<Void, SessionStoreError>) {
        withContent { content in
            guard let covered = content.log.covered else { return }
            content.log.covered = nil
            guard case .success = result else {
                if covered.isMissed { content.needsSnapshot = true }
                return
            }
            content.log.records -= covered.records
            content.log.bytes -= covered.bytes
        }
    }

    /// Whether nobody has used the session for some milliseconds.
    func isIdle(now: Int64, for duration: Double) -> Bool {
        withContent { Double(now - $0.usedAt) >= duration }
    }

    /// Takes the session out of memory, when nobody would notice: it has been idle, nothing waits for a commit or for a
    /// client, and its log since the last snapshot is short.
    ///
    /// - Returns: The datasets that it shows, and when it expires; `nil` when it stays.
    func evict(
        now: Int64, idleSince: Double, records: Int, bytes: Int
    ) -> (datasets: [String], expiresAt: Int64)? {
        withContent { content in
            guard content.isLive, Double(now - content.usedAt) >= idleSince, content.pending.isEmpty,
                content.log.covered == nil, !content.needsSnapshot,
                content.log.records <= records, content.log.bytes <= bytes,
                content.committed.surfacesAwaitingDriver.isEmpty
            else { return nil }
            content.standing = .evicted
            return (content.committed.datasets, content.usedAt + Int64(idleTimeout))
        }
    }

    /// Who ends the session.
    enum Ending {
        /// The caller, who settles the ticket.
        case begins(CommitTicket)
        /// Somebody else has; the ticket tells when it is committed.
        case isUnderWay(CommitTicket)
    }

    /// Ends the session; what it answers from now on is that it is gone.
    ///
    /// - Throws: ``SessionError/evicted`` for a session that another cell has to end.
    func end() throws(SessionError) -> Ending {
        try withContent { content throws(SessionError) in
            switch content.standing {
            case .live:
                let ticket = CommitTicket()
                content.standing = .ended(ticket)
                return .begins(ticket)
            case .ended(let ticket): return .isUnderWay(ticket)
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
        try withContent { content throws(SessionError) in
            try content.checkIsLive()
            content.lastUsed = surroundings.clock.now()
            try content.committed.checkRows()
            let hub = content.hub ?? SessionHub(session: content.committed, surroundings: surroundings)
            content.hub = hub
            return try hub.join(view, knowing: revision)
        }
    }

    /// Ends the streams of a session that has ended.
    func endStreams(because reason: StreamEnding) {
        withContent { $0.hub }?.end(because: reason)
    }

    /// The datasets that the session shows, as far as that is committed.
    var committedDatasets: [String] { withContent { $0.committed.datasets } }

    /// Takes back an end that could not be committed.
    func revive() {
        withContent { $0.standing = .live }
    }
}
