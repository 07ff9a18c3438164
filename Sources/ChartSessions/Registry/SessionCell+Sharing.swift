import ChartStores

/// What a cell does for a session that other processes change too.
extension SessionCell {
    /// The last revision that the cell knows to be committed.
    var committedRevision: Int { withState { $0.committed.revision } }

    /// Whether somebody watches the session, or the store may have a revision that nobody here knows.
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

    /// Takes over revisions that other processes have committed, unless somebody else has done so.
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
