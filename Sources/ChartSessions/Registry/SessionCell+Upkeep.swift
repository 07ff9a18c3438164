import ChartSeries
import ChartStores

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
