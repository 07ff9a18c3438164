import ChartDatasets
import ChartStores
import Synchronization

extension SessionRegistry {
    /// Expires and evicts sessions, cancels silent drivers, fails stalled commits, writes snapshots, updates the quota,
    /// removes old tombstones, retries refused ends, and tells the store which sessions were used.
    package func sweep() async {
        let now = now
        await catchUpWatched()
        retryEndings()
        if catalog.quota.limitsBytes { catalog.quota.note(logs: store.bytes()) }
        noteUses(now: now)
        for cell in state.withLock({ Array($0.cells.values) }) {
            cell.abandonStalled(now: now, patience: limits.storePatience)
            guard !cell.isExpired(now: now) else {
                expire(cell)
                continue
            }
            cell.cancelSilentDrivers(now: now)
            writeSnapshot(of: cell, ifLongerThan: limits.snapshotEvery, bytes: limits.snapshotBytes)
            evict(cell, now: now)
        }
        await expireResting()
        await clearTombstones()
    }

    /// Tells the store of uses that it does not know yet.
    private func noteUses(now: Int64) {
        let uses = state.withLock({ Array($0.cells.values) }).compactMap { $0.useToNote(now: now) }
        if !uses.isEmpty { store.noteUses(uses) }
    }

    /// Writes a snapshot of a session whose log exceeds a limit.
    ///
    /// - Returns: The promise of the snapshot; `nil` where none is needed.
    @discardableResult
    private func writeSnapshot(of cell: SessionCell, ifLongerThan records: Int, bytes: Int) -> CommitPromise? {
        guard let session = cell.stateToWrite(ifLongerThan: records, bytes: bytes, catalog.table) else { return nil }
        let written = CommitPromise()
        do throws(SessionReplayError) {
            let snapshot = try dependencies.format.snapshot(of: session)
            let change = StoreChange.snapshot(session: cell.id, snapshot, keepsHistory: limits.keepsHistory)
            let note: @Sendable (Result<Void, SessionStoreError>) -> Void = { result in
                cell.noteSnapshot(result)
                written.settle(result)
            }
            let enqueued = store.enqueue(change, on: ChangeChain(history: cell.history), whenDone: note)
            if case .done(let result) = enqueued { note(result) }
        } catch {
            cell.noteSnapshot(.failure(.damaged(error.description)))
            return nil
        }
        return written
    }

    /// Writes a snapshot of each session that shows rows of a dataset that were dropped, before the next drop takes what its
    /// log still needs; a store that does not answer is waited for as long as by a client.
    func writeSnapshots(showing dataset: String) async {
        let cells = state.withLock { Array($0.cells.values) }
        let written = cells.filter { $0.shows(dataset) }.compactMap { cell in
            writeSnapshot(of: cell, ifLongerThan: .max, bytes: .max)
        }
        guard !written.isEmpty else { return }
        let patience = Task(executorPreference: dependencies.scheduling.executor) { [limits] in
            try await Task.sleep(for: .milliseconds(limits.storePatience))
            for promise in written { promise.settle(.failure(.stalled)) }
        }
        for promise in written { _ = await promise.outcome() }
        patience.cancel()
    }

    /// Evicts an idle session; a long log gets a snapshot first, and a later sweep evicts the session.
    ///
    /// Where rows may be dropped, each log counts as long: the snapshot does not need those that it has read.
    private func evict(_ cell: SessionCell, now: Int64) {
        let bound = cell.mayLoseRows(catalog.table) ? (records: 0, bytes: 0) : limits.evictableLog
        guard cell.isIdle(now: now, for: limits.evictAfter) else { return }
        writeSnapshot(of: cell, ifLongerThan: bound.records, bytes: bound.bytes)
        let evicted = state.withLock { state in
            let evicted = cell.evict(
                now: now, idleSince: limits.evictAfter, records: bound.records, bytes: bound.bytes)
            if evicted != nil {
                state.cells[cell.id] = nil
                state.turnover.evictions += 1
                forgetAddress(of: cell.id, in: &state)
            }
            return evicted
        }
        guard let evicted else { return }
        // Before anybody else asks the store for it.
        store.noteUses([SessionUse(session: cell.id, ago: now - evicted.usedAt)])
        catalog.rest(evicted.datasets)
    }

    /// Forgets the address of a session that leaves the memory, where another process may end it unheard.
    private func forgetAddress(of id: String, in state: inout State) {
        if isShared { state.byAddress.remove(id) }
    }

    /// Removes a session from memory, which the next caller restores; its viewers return to it.
    func evict(_ cell: SessionCell) {
        let datasets = state.withLock { state -> [String]? in
            guard let datasets = cell.leave() else { return nil }
            if state.cells[cell.id] === cell { state.cells[cell.id] = nil }
            state.turnover.evictions += 1
            forgetAddress(of: cell.id, in: &state)
            return datasets
        }
        guard let datasets else { return }
        cell.endStreams(because: .shutdown)
        catalog.rest(datasets)
    }

    /// Writes a snapshot of every changed session, and closes the store to changes.
    ///
    /// A cancelled caller does not wait for a store that hangs: what was acknowledged is stored already.
    ///
    /// - Parameter patience: The time limit for snapshots; sessions without one keep their log.
    package func close(patience: Duration = .seconds(3)) async {
        let end = now + Int64(patience / .milliseconds(1))
        let cells = state.withLock { Array($0.cells.values) }
        store.noteUses(cells.map { SessionUse(session: $0.id, ago: now - $0.usedAt) })
        for cell in cells {
            guard now < end else { break }
            writeSnapshot(of: cell, ifLongerThan: 0, bytes: 0)
        }
        let (store, closed) = (store, CommitPromise())
        Task(executorPreference: dependencies.scheduling.executor) {
            await store.close()
            closed.settle(.success(()))
        }
        await withTaskCancellationHandler {
            _ = await closed.outcome()
        } onCancel: {
            closed.settle(.failure(.unheard))
        }
    }
}
