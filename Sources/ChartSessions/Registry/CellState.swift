import ChartStores

/// The state of a session cell.
///
/// A pure state machine: its methods neither wait nor call out. They collect ``CellEffects``, which the cell carries
/// out after it releases its lock.
struct CellState: Sendable {
    var committed: Session
    /// The states that wait for their commit, or for the cell to apply it, oldest first.
    var pending: [Waiting] = []
    /// When the oldest of them began to wait, in milliseconds of the session clock.
    var pendingSince: Int64 = 0
    /// The chain of the queued changes.
    var chain: ChangeChain
    /// The history of the store in which the committed state was read or made.
    private(set) var history: StoreHistory?
    /// The number of changes on the chain.
    var chainLength = 0
    var lastUsed: Int64
    /// The last use that the store knows of, in milliseconds of the session clock.
    var notedAt: Int64
    /// Whether the store knows that this process holds the session.
    var isKnownAsHeld = false
    var presence = Presence.live
    var log: LogLength
    /// Whether other processes may change the session, too.
    let isShared: Bool
    /// Whether the store may have a later revision: another process has made one, or a change of this process was given
    /// up before its fate was known.
    var mayBeBehind = false
    /// The last comparison of the session with its restore: when it began, and of which revision.
    var check = (at: Int64.min, revision: 0)
    /// Whether the store has lost changes that no caller waited for, so that a snapshot must precede the next change.
    var needsSnapshot = false
    /// The numbers of the first rows of the datasets that the last snapshot shows, where such may be dropped; empty before
    /// the first one.
    var basis: [String: Int] = [:]
    /// The hub of the viewers; `nil` before the first viewer.
    var hub: SessionHub?
    /// The effects to carry out without the lock.
    private var effects = CellEffects()

    init(
        committed: Session, lastUsed: Int64, log: LogLength, isShared: Bool = false, history: StoreHistory? = nil
    ) {
        self.committed = committed
        self.history = history
        chain = ChangeChain(history: history)
        self.lastUsed = lastUsed
        notedAt = lastUsed
        self.isShared = isShared
        self.log = log
    }

    /// The newest state, committed or not.
    var latest: Session { pending.last?.session ?? committed }

    /// A state that waits for its commit.
    struct Waiting: Sendable {
        var session: Session
        var promise: CommitPromise
        /// The position of the change on its chain, from 1.
        var position: Int
        /// The surface that the change addressed.
        var surface: String
        /// The bytes of the change's line in the log.
        var bytes: Int
    }

    /// The presence of the session in the cell.
    enum Presence: Sendable {
        case live
        /// The session has ended, or ends with the commit of the promise.
        case ended(CommitPromise)
        /// Only the store has the session; the registry makes a new cell for it.
        case evicted
    }

    /// The part of the committed log that a restart would replay.
    struct LogLength: Sendable {
        var records = 0
        var bytes = 0
        /// What a pending snapshot covers: records, bytes, and whether the store had lost changes.
        var covered: (records: Int, bytes: Int, isMissed: Bool)?

        /// Counts entries.
        init(of entries: [LogEntry] = []) {
            records = entries.count
            bytes = entries.reduce(0) { $0 + $1.line.count }
        }
    }
}

extension CellState {
    /// When the session was last used, in milliseconds of the session clock.
    var usedAt: Int64 { max(lastUsed, hub?.watchedAt ?? lastUsed) }

    var isLive: Bool {
        if case .live = presence { true } else { false }
    }

    /// Reads the newest state in place, because a copy costs more than most reads.
    func withLatest<Answer>(_ question: (Session) -> Answer) -> Answer {
        pending.isEmpty ? question(committed) : question(latest)
    }

    /// Applies a committed state, and publishes it to the viewers.
    mutating func commit(_ session: consuming Session, changing surface: String, bytes: Int) {
        if let hub {
            if let waiting = hub.publish(session, after: committed, changing: surface) {
                effects.viewers += waiting
            } else {
                self.hub = nil
            }
        }
        committed = session
        log.records += 1
        log.bytes += bytes
    }

    /// Applies the pending states that are committed, oldest first.
    ///
    /// - Parameter clock: The session clock, read only after a state was applied.
    mutating func applyCommitted(_ clock: SessionClock) {
        guard hasCommittedPending else { return }
        repeat { commit(pending.removeFirst()) } while hasCommittedPending
        // Frees the capacity of the array, which is mostly empty here.
        if pending.isEmpty { pending = [] }
        pendingSince = clock.now()
    }

    private var hasCommittedPending: Bool { !pending.isEmpty && pending[0].promise.hasSucceeded }

    private mutating func commit(_ waiting: Waiting) {
        commit(waiting.session, changing: waiting.surface, bytes: waiting.bytes)
    }

    func checkIsLive() throws(SessionError) {
        switch presence {
        case .live: return
        // An end that is not committed yet may fail. The registry waits for it.
        case .ended: throw uncommittedEnd == nil ? .gone : .evicted
        case .evicted: throw .evicted
        }
    }

    /// The promise of an end that a shared store has not committed yet; `nil` without one.
    var uncommittedEnd: CommitPromise? {
        guard isShared, case .ended(let promise) = presence, !promise.isSettled else { return nil }
        return promise
    }

    /// Gives up the changes that wait, because they wait for too long.
    mutating func giveUp() { noteFailure(isShared ? .inDoubt : .stalled, isMissed: false) }

    /// Returns to the last state that is known to be stored, and opens a new chain.
    ///
    /// A shared store may have stored more, since it cannot undo what other processes may have read. The next change then
    /// conflicts, and the cell takes it over.
    ///
    /// - Parameters:
    ///   - error: The cause.
    ///   - promise: The promise of the failed change; `nil` if all that wait are given up. A shared store may still make
    ///     the changes before it, so they are in doubt.
    ///   - isMissed: Whether the store has lost the newest state, which stays because no caller waits for commits.
    mutating func noteFailure(_ error: SessionStoreError, of promise: CommitPromise? = nil, isMissed: Bool) {
        let stored = chain.break(with: error)
        var isBefore = isShared && promise != nil
        for waiting in pending {
            if waiting.promise === promise { isBefore = false }
            if waiting.position <= stored { commit(waiting) }
            settle(
                waiting.promise,
                waiting.position <= stored ? .success(()) : .failure(isBefore ? .inDoubt : error))
        }
        pending = []
        beginChain()
        if isMissed { needsSnapshot = true }
        if isShared { mayBeBehind = true }
    }

    /// Opens a new chain after the last committed state.
    mutating func beginChain() {
        chain = ChangeChain(history: history)
        chainLength = 0
    }

    /// Goes on from what the store has, in place of a state that may be in no log any more; viewers get the new state.
    ///
    /// - Returns: Whether the state is another one.
    mutating func replace(with session: Session, log: LogLength, of history: StoreHistory?) -> Bool {
        self.history = history
        guard session.revision != committed.revision || session.stateHash != committed.stateHash else {
            beginChain()
            return false
        }
        committed = session
        self.log = log
        check.revision = 0
        (mayBeBehind, needsSnapshot) = (false, false)
        beginChain()
        if let hub { effects.viewers += hub.reset(to: session) }
        return true
    }

    /// Settles a promise after the cell releases its lock.
    mutating func settle(_ promise: CommitPromise, _ result: Result<Void, SessionStoreError>) {
        effects.settled.append((promise, result))
    }

    /// Takes the collected effects.
    mutating func takeEffects() -> CellEffects {
        defer { effects = CellEffects() }
        return effects
    }
}

/// The effects of a change of a cell's state, carried out without the cell's lock.
struct CellEffects: Sendable {
    /// The viewers to resume.
    var viewers: [CheckedContinuation<Void, Never>] = []
    /// The promises to settle, with their results.
    var settled: [(promise: CommitPromise, result: Result<Void, SessionStoreError>)] = []

    /// Carries out the effects.
    func carryOut() {
        for viewer in viewers { viewer.resume() }
        for (promise, result) in settled { promise.settle(result) }
    }
}
