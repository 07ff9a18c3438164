/// What a cell knows of its session, and what follows from what happens to it.
///
/// A pure state machine: it waits for nothing, and calls nobody. What is to be done once the cell's lock is open gathers in
/// its ``CellEffects``.
struct CellState: Sendable {
    var committed: Session
    /// The states that wait for their commit or to be taken over, oldest first.
    var pending: [Waiting] = []
    /// When the oldest of them began to wait, in milliseconds of the session clock.
    var pendingSince: Int64 = 0
    /// What ties the changes in the store's queue together.
    var chain = ChangeChain()
    /// How many changes have gone onto the chain.
    var chainLength = 0
    var lastUsed: Int64
    var standing = Standing.live
    var log: LogLength
    /// Whether the store has missed changes that nobody waited for, so that the whole state has to be written first.
    var needsSnapshot = false
    /// What tells the viewers of the session; `nil` as long as there has been none.
    var hub: SessionHub?
    /// What is to be done outside of the lock.
    private var effects = CellEffects()

    init(committed: Session, lastUsed: Int64, log: LogLength) {
        self.committed = committed
        self.lastUsed = lastUsed
        self.log = log
    }

    /// The newest state, committed or not.
    var latest: Session { pending.last?.session ?? committed }

    /// A state that waits for its commit.
    struct Waiting: Sendable {
        var session: Session
        var promise: CommitPromise
        /// The change's place on its chain, from 1.
        var position: Int
        /// The surface that the change addressed.
        var surface: String
        /// The bytes of the change's line in the log.
        var bytes: Int
    }

    /// Whether the session is in the cell still.
    enum Standing: Sendable {
        case live
        /// It has ended, or ends with the commit that the promise tells of.
        case ended(CommitPromise)
        /// It is in the store alone; the registry makes another cell for it.
        case evicted
    }

    /// How much of the log a restart would have to go through, as far as it is committed.
    struct LogLength: Sendable {
        var records = 0
        var bytes = 0
        /// A snapshot that is on its way to the store covers so many of the records and bytes, and maybe what the store has
        /// missed.
        var covered: (records: Int, bytes: Int, isMissed: Bool)?
    }
}

extension CellState {
    /// When the session was used last, in milliseconds of the session clock.
    var usedAt: Int64 { max(lastUsed, hub?.watchedAt ?? lastUsed) }

    var isLive: Bool {
        if case .live = standing { true } else { false }
    }

    /// Asks the newest state where it lies: a copy of it costs more than most questions.
    func askLatest<Answer>(_ question: (Session) -> Answer) -> Answer {
        pending.isEmpty ? question(committed) : question(latest)
    }

    /// Takes over a committed state, and tells it to the viewers.
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

    /// Takes over the states that wait no more, oldest first.
    ///
    /// - Parameter clock: Asked only where there are some.
    mutating func takeOverCommitted(_ clock: SessionClock) {
        guard hasCommittedPending else { return }
        repeat { commit(pending.removeFirst()) } while hasCommittedPending
        // Mostly nothing is left to wait, and needs no room then.
        if pending.isEmpty { pending = [] }
        pendingSince = clock.now()
    }

    private var hasCommittedPending: Bool { !pending.isEmpty && pending[0].promise.hasSucceeded }

    private mutating func commit(_ waiting: Waiting) {
        commit(waiting.session, changing: waiting.surface, bytes: waiting.bytes)
    }

    func checkIsLive() throws(SessionError) {
        switch standing {
        case .live: return
        case .ended: throw .gone
        case .evicted: throw .evicted
        }
    }

    /// Goes back to the last state that is stored, and opens a new chain.
    ///
    /// - Parameters:
    ///   - error: Why.
    ///   - isMissed: Whether the newest state stays because nobody waited for its commit.
    mutating func noteFailure(_ error: SessionStoreError, isMissed: Bool) {
        let stored = chain.break(with: error)
        for waiting in pending {
            if waiting.position <= stored { commit(waiting) }
            settle(waiting.promise, waiting.position <= stored ? .success(()) : .failure(error))
        }
        pending = []
        chain = ChangeChain()
        chainLength = 0
        if isMissed { needsSnapshot = true }
    }

    /// Tells those who wait for a commit how it went, once the lock is open.
    mutating func settle(_ promise: CommitPromise, _ result: Result<Void, SessionStoreError>) {
        effects.settled.append((promise, result))
    }

    /// Takes what is to be done once the lock is open.
    mutating func takeEffects() -> CellEffects {
        defer { effects = CellEffects() }
        return effects
    }
}

/// What follows from a change of a cell's state, and is done outside of its lock.
struct CellEffects: Sendable {
    /// The viewers that are told.
    var viewers: [CheckedContinuation<Void, Never>] = []
    /// The commits whose outcome is known.
    var settled: [(promise: CommitPromise, result: Result<Void, SessionStoreError>)] = []

    /// Does what is to be done.
    func carryOut() {
        for viewer in viewers { viewer.resume() }
        for (promise, result) in settled { promise.settle(result) }
    }
}
