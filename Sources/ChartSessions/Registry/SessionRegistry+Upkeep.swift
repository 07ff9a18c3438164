import Synchronization

extension SessionRegistry {
    /// Expires and evicts sessions, cancels silent drivers, fails stalled commits, writes snapshots, updates the quota,
    /// removes old tombstones and retries refused ends.
    public func sweep() {
        let now = now
        let (cells, evicted, forgotten) = state.withLock { state in
            let forgotten = state.tombstones.forget(olderThan: limits.tombstone, now: now)
            return (state.cells, state.evicted.filter { $0.value.expiresAt <= now }, forgotten)
        }
        forget(forgotten)
        retryEndings()
        if catalog.quota.limitsBytes { catalog.quota.note(logs: store.bytes()) }
        for cell in cells.values {
            cell.abandonStalled(now: now, patience: limits.storePatience)
            guard !cell.isExpired(now: now) else {
                expire(cell)
                continue
            }
            cell.cancelSilentDrivers(now: now)
            writeSnapshot(of: cell, ifLongerThan: limits.snapshotEvery, bytes: limits.snapshotBytes)
            evict(cell, now: now)
        }
        for (id, entry) in evicted { expireEvicted(id, entry, now: now) }
    }

    /// Writes a snapshot of a session whose log exceeds a limit.
    private func writeSnapshot(of cell: SessionCell, ifLongerThan records: Int, bytes: Int) {
        guard let session = cell.stateToWrite(ifLongerThan: records, bytes: bytes) else { return }
        do throws(SessionReplayError) {
            let snapshot = try dependencies.format.snapshot(of: session)
            let change = StoreChange.snapshot(session: cell.id, snapshot, keepsHistory: limits.keepsHistory)
            let enqueued = store.enqueue(change, on: ChangeChain()) { result in
                cell.noteSnapshot(result)
            }
            if case .done(let result) = enqueued { cell.noteSnapshot(result) }
        } catch {
            cell.noteSnapshot(.failure(.damaged(error.description)))
        }
    }

    /// Evicts an idle session; a long log gets a snapshot first, and a later sweep evicts the session.
    private func evict(_ cell: SessionCell, now: Int64) {
        let bound = limits.evictableLog
        guard cell.isIdle(now: now, for: limits.evictAfter) else { return }
        writeSnapshot(of: cell, ifLongerThan: bound.records, bytes: bound.bytes)
        state.withLock { state in
            guard
                let (datasets, usedAt, expiresAt) = cell.evict(
                    now: now, idleSince: limits.evictAfter, records: bound.records, bytes: bound.bytes)
            else { return }
            state.cells[cell.id] = nil
            state.evicted[cell.id] = EvictedSession(
                usedAt: usedAt, expiresAt: expiresAt, datasets: datasets, isOfEarlierRun: false,
                tokens: TokenIndex.Pair(cell.tokens))
        }
    }

    /// Writes a snapshot of every changed session, and closes the store to changes.
    ///
    /// - Parameter patience: The time limit for snapshots; sessions without one keep their log.
    public func close(patience: Duration = .seconds(3)) async {
        let end = ContinuousClock.now + patience
        for cell in state.withLock({ Array($0.cells.values) }) {
            guard ContinuousClock.now < end else { break }
            writeSnapshot(of: cell, ifLongerThan: 0, bytes: 0)
        }
        await store.close()
    }
}
