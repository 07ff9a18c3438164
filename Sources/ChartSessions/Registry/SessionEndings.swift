import ChartDatasets
import ChartStores
import Synchronization

/// How sessions go: ended, expired, or evicted.
extension SessionRegistry {
    /// The location of a session that is to end.
    private enum Location {
        /// The session is in memory.
        case live(SessionCell)
        /// A restore is in progress.
        case arriving(Task<SessionCell, any Error>)
        /// Only the store may have the session; the caller ends it, and settles the promise.
        case resting(CommitPromise)
        /// Another task ends it, and settles the promise.
        case ending(CommitPromise)
    }

    /// Ends a session and leaves its tombstone.
    ///
    /// A resting session is not restored, so a damaged one ends like any other.
    ///
    /// - Parameter id: The session; an ended or unknown one is no error.
    /// - Throws: ``SessionError/store(_:)``; the session has not changed then.
    package func end(_ id: String) async throws(SessionError) {
        while true {
            switch findForEnd(id) {
            case .live(let cell):
                do throws(SessionError) { return try await end(cell) } catch .evicted { continue }
            case .arriving(let arrival): _ = try await outcome(of: arrival)
            case .resting(let promise): return try await end(id, settling: promise)
            case .ending(let promise): return try await Pending(value: (), promise: promise).committed()
            }
        }
    }

    private func findForEnd(_ id: String) -> Location {
        state.withLock { state in
            if let cell = state.cells[id] { return .live(cell) }
            if let arrival = state.arrivals[id] { return .arriving(arrival) }
            if let promise = state.endings[id] { return .ending(promise) }
            let promise = CommitPromise()
            state.endings[id] = promise
            return .resting(promise)
        }
    }

    private func end(_ cell: SessionCell) async throws(SessionError) {
        let promise: CommitPromise
        switch try cell.end() {
        case .begins(let new): promise = new
        case .alreadyBegun(let other): return try await Pending(value: (), promise: other).committed()
        }
        try await commitEnd(of: cell.id, settling: promise) { cell.revertEnd() }
        cell.endStreams(because: .deleted)
        forget(cell)
        promise.settle(.success(()))
    }

    private func end(_ id: String, settling promise: CommitPromise) async throws(SessionError) {
        defer { state.withLock { $0.endings[id] = nil } }
        do throws(SessionError) {
            _ = try await summary(of: id, in: store)
        } catch {
            switch error {
            case .gone, .unknown:
                promise.settle(.success(()))
                return
            case .damaged: break
            default:
                promise.settle(.failure(.unavailable("the end of the session was not committed")))
                throw error
            }
        }
        try await commitEnd(of: id, settling: promise) {}
        state.withLock { $0.byAddress.remove(id) }
        promise.settle(.success(()))
    }

    /// Removes an ended session from memory.
    ///
    /// Every earlier change is settled, so the committed datasets are the ones to release.
    func forget(_ cell: SessionCell) {
        state.withLock { state in
            state.cells[cell.id] = nil
            state.byAddress.remove(cell.id)
        }
        for name in cell.committedDatasets { catalog.release(name) }
    }

    /// Commits the end of a session, and reverts it after a refusal if callers wait for commits.
    private func commitEnd(
        of id: String, settling promise: CommitPromise, orElse revert: () -> Void
    ) async throws(SessionError) {
        guard limits.waitsForCommits else { return enqueueEnd(of: id) }
        do throws(SessionError) {
            try await commitEnd(of: id)
        } catch {
            guard case .store(let cause) = error else { preconditionFailure("it is the store that refuses a commit") }
            revert()
            promise.settle(.failure(cause))
            throw error
        }
    }

    /// Ends a session in the store; one that another process has ended is no error, one that it holds is tried again.
    private func commitEnd(of id: String) async throws(SessionError) {
        for attempt in 0..<Self.mostAttempts {
            do throws(SessionError) {
                return try await commit(.end(session: id))
            } catch .store(.conflict) {
                do throws(SessionStoreError) {
                    guard case .live = try await store.find(id) else { return }
                } catch {
                    throw .store(error)
                }
                try await waitAfterConflict(attempt)
            }
        }
        throw .store(.conflict)
    }

    /// Ends an expired session without a wait for the store.
    ///
    /// Another process may have used a session of a shared store. It only leaves the memory here, and the store tells
    /// whether it is overdue.
    func expire(_ cell: SessionCell) {
        guard !isShared else { return evict(cell) }
        guard case .begins(let promise)? = try? cell.end() else { return }
        cell.endStreams(because: .expired)
        state.withLock { state in
            state.cells[cell.id] = nil
            state.byAddress.remove(cell.id)
        }
        promise.settle(.success(()))
        // The datasets stay in use until the store's answer: a session that a crash brings back finds them unchanged.
        enqueueEnd(of: cell.id) { [catalog] in
            for name in cell.committedDatasets { catalog.release(name) }
        }
    }

    /// Ends the resting sessions that are overdue.
    private func expireResting() async {
        let overdue: [String]
        do throws(SessionStoreError) {
            overdue = try await store.overdue(limit: limits.endingsPerSweep)
        } catch {
            // The store tells of its failure itself; a later sweep finds the same sessions.
            return
        }
        let resting = state.withLock { state in
            overdue.filter { id in
                state.cells[id] == nil && state.arrivals[id] == nil && state.endings[id] == nil
                    && !state.hasRefusedEnd(id)
            }
        }
        for id in resting {
            state.withLock { $0.byAddress.remove(id) }
            enqueueEnd(of: id, expires: true)
        }
    }

    /// Enqueues an end without a waiting caller; later sweeps retry a refused one.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - expires: Whether it ends only if it is overdue.
    ///   - release: Called after the store's answer, also after a refusal.
    private func enqueueEnd(of id: String, expires: Bool = false, _ release: @escaping @Sendable () -> Void = {}) {
        let note = { @Sendable [self] (result: Result<Void, SessionStoreError>) in
            state.withLock { state in
                state.retriedEndings.remove(id)
                // An overdue session is found again, and a session that another process has used or ended is its
                // business.
                if case .failure(let error) = result, error != .missing(id), error != .conflict, !expires {
                    state.refusedEndings.append(id)
                }
            }
            release()
        }
        let change = expires ? StoreChange.expire(session: id) : .end(session: id)
        if case .done(let result) = store.enqueue(change, on: ChangeChain(), whenDone: note) { note(result) }
    }

    /// Retries some of the refused ends, oldest first.
    ///
    /// A restarted server still has a session whose end is refused.
    private func retryEndings() {
        let endings = state.withLock { state in
            let first = Array(state.refusedEndings.prefix(limits.endingsPerSweep))
            state.refusedEndings.removeFirst(first.count)
            state.retriedEndings.formUnion(first)
            return first
        }
        for id in endings { enqueueEnd(of: id) }
    }

    /// Removes old tombstones, once a minute, or at once where there are more than sessions may be.
    func clearTombstones() async {
        let now = now
        let isDue = state.withLock { $0.clearedAt + 60_000 <= now }
        if !isDue {
            guard let counts = try? await store.counts(), counts.ended > limits.sessions else { return }
        }
        state.withLock { $0.clearedAt = now }
        let change = StoreChange.clearTombstones(olderThan: Int64(limits.tombstone), keeping: limits.sessions)
        // A refused change is done again in a minute.
        _ = store.enqueue(change, on: ChangeChain()) { _ in }
    }
}

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
