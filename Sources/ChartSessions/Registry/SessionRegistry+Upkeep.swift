import Synchronization

extension SessionRegistry {
    /// Ends the sessions that have expired, notes what the logs take of the disk, cancels silent drivers, gives up commits that take too long, writes snapshots,
    /// lets idle sessions rest in the store, clears old tombstones, and tries ends again that the store has refused.
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

    /// Writes a snapshot of a session whose log is longer than a bound.
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

    /// Lets an idle session rest in the store; one with a long log gets a snapshot first and rests after a later sweep.
    private func evict(_ cell: SessionCell, now: Int64) {
        let bound = limits.evictableLog
        guard cell.isIdle(now: now, for: limits.evictAfter) else { return }
        writeSnapshot(of: cell, ifLongerThan: bound.records, bytes: bound.bytes)
        state.withLock { state in
            guard
                let (datasets, expiresAt) = cell.evict(
                    now: now, idleSince: limits.evictAfter, records: bound.records, bytes: bound.bytes)
            else { return }
            state.cells[cell.id] = nil
            state.evicted[cell.id] = EvictedSession(
                expiresAt: expiresAt, datasets: datasets, isOfEarlierRun: false, tokens: TokenIndex.Pair(cell.tokens))
        }
    }

    /// Writes a snapshot of every session that has changed, and closes the store; nothing can be changed any more.
    ///
    /// - Parameter patience: How long to write snapshots; the log alone has the sessions that are left out.
    public func close(patience: Duration = .seconds(3)) async {
        let end = ContinuousClock.now + patience
        for cell in state.withLock({ Array($0.cells.values) }) {
            guard ContinuousClock.now < end else { break }
            writeSnapshot(of: cell, ifLongerThan: 0, bytes: 0)
        }
        await store.close()
    }
}
