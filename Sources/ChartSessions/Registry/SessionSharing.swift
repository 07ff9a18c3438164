import ChartDatasets
import ChartStores
import Synchronization

/// Sessions in a store that other processes write too.
///
/// A cell holds a revision that was the last one when it was read. Only the store knows whether it still is. A change
/// proves it with its commit; anything else is confirmed by a look at the store.
extension SessionRegistry {
    /// Whether other processes may change the sessions.
    package var isShared: Bool { dependencies.store.isShared }

    /// How often a change is tried that others overtake.
    static let mostAttempts = 16

    /// Does a piece of work on the last revision of a session.
    ///
    /// The work is done on the state in memory. If it changes the session, its commit decides. An answer without a
    /// change, or a refusal, counts only if the store has no later revision; otherwise the cell takes over what it has
    /// missed, and the work is done again, as a restarted server would do it.
    ///
    /// - Parameters:
    ///   - cell: The session.
    ///   - work: The work; done again after others have changed the session.
    /// - Returns: What the work returns; a change is committed then, where other processes write.
    /// - Throws: ``SessionError/store(_:)`` with `SessionStoreError.conflict` if others overtake the change again and
    ///   again; ``SessionError/evicted`` for a session that has left the cell; or what the work throws.
    package func onLastRevision<Value: Sendable>(
        of cell: SessionCell, _ work: () async throws -> Pending<Value>
    ) async throws -> Pending<Value> {
        guard isShared else { return try await work() }
        var hasHealed = false
        for attempt in 0..<Self.mostAttempts {
            let run = cell.run
            do {
                let pending = try await work()
                if pending.isChange {
                    _ = try await pending.committed()
                    return pending
                }
                if try await wasLast(run, of: cell) { return pending }
            } catch SessionError.store(.conflict) {
                try await catchUp(cell)
                try await waitAfterConflict(attempt)
                dependencies.observer.overtaken(.repeated)
                continue
            } catch SessionError.dataset(let name, let error)
                where catalog.isShared && error.kind == .damaged && !hasHealed
            {
                hasHealed = true
                try await confirm([name])
                continue
            } catch SessionError.evicted {
                throw SessionError.evicted
            } catch SessionError.store(let error) {
                // The store may have made a change whose fate it cannot tell, so the change is not made again.
                throw SessionError.store(error)
            } catch {
                guard try await !wasLast(run, of: cell) else { throw error }
            }
            dependencies.observer.overtaken(.repeated)
        }
        dependencies.observer.overtaken(.refused)
        throw SessionError.store(.conflict)
    }

    /// Makes sure that a cell has the last revision that was committed before the call, unless reads are local.
    ///
    /// - Throws: ``SessionError/gone`` for a session that has ended elsewhere, ``SessionError/evicted`` for one that
    ///   must be restored, ``SessionError/store(_:)``.
    package func confirm(_ cell: SessionCell) async throws(SessionError) {
        guard isShared, limits.confirmsReads else { return }
        let known = cell.committedRevision
        let last = try await lastRevision(of: cell)
        if try await !reloadIfLost(cell, known, last), last.map({ $0 > cell.committedRevision }) ?? true {
            try await catchUp(cell)
        }
        try await confirm(cell.committedDatasets)
    }

    /// Whether what was judged on a run of states was judged on the last revision; otherwise the cell takes over what
    /// it has missed.
    ///
    /// The judged state may have waited for its commit. It was the last revision at some time since the run was noted
    /// if all states of the run are committed, and the store has no revision beyond them.
    private func wasLast(_ run: ChangeChain, of cell: SessionCell) async throws(SessionError) -> Bool {
        let known = cell.committedRevision
        let last = try await lastRevision(of: cell)
        // Whatever of this process the store has by now is among the changes that wait.
        await cell.waitForNewest()
        if try await reloadIfLost(cell, known, last) { return false }
        if let last, cell.isOn(run), last <= cell.committedRevision { return true }
        try await catchUp(cell)
        return false
    }

    private func lastRevision(of cell: SessionCell) async throws(SessionError) -> Int? {
        do throws(SessionStoreError) {
            return try await heads.revision(of: cell.id, in: store)
        } catch {
            throw .store(error)
        }
    }

    /// Waits before the next attempt, longer each time, so that those who meet do not meet again.
    func waitAfterConflict(_ attempt: Int) async throws(SessionError) {
        let longest = min(64, 1 << attempt)
        do {
            try await scheduling.sleep(scheduling.random(0...Double(longest)))
        } catch {
            throw .store(.conflict)
        }
    }

    /// Takes over the revisions that other processes have committed.
    ///
    /// - Parameters:
    ///   - cell: The session.
    ///   - hinted: The last revision by a hint, which may be wrong; `nil` to ask the store at once.
    /// - Returns: The number of revisions that were taken over.
    /// - Throws: ``SessionError/gone`` for a session that has ended elsewhere, ``SessionError/evicted`` for one whose
    ///   log no longer has the missed revisions, ``SessionError/damaged(_:)``, ``SessionError/store(_:)``.
    @discardableResult
    func catchUp(_ cell: SessionCell, to hinted: Int? = nil) async throws(SessionError) -> Int {
        var (last, isHint) = (hinted ?? 0, hinted != nil)
        let known = cell.committedRevision
        if !isHint { last = try await lastRevisionOrLeave(cell) }
        if try await reloadIfLost(cell, known, isHint ? nil : last) { return 0 }
        var count = 0
        while true {
            // A change of this process that is under way may be one of the revisions.
            await cell.waitForPending()
            let session = try cell.sharedState()
            guard session.revision < last else {
                if !isHint { cell.noteLast(last) }
                return count
            }
            let entries = try await asking { store async throws(SessionStoreError) in
                try await store.entries(of: cell.id, after: session.revision, limit: 1_000)
            }
            // Another process may be removing the lines that a snapshot covers, in any order.
            let next = zip(entries, (session.revision + 1)...).prefix { $0.revision == $1 }.map(\.0)
            guard !next.isEmpty else {
                // An ended session has no log either.
                last = try await lastRevisionOrLeave(cell)
                if isHint {
                    isHint = false
                    continue
                }
                evict(cell)
                throw .evicted
            }
            let states = try await dependencies.replaying { () throws(SessionReplayError) in
                try dependencies.format.apply(next, to: session, head: cell.head, catalog: catalog)
            }
            count += cell.takeOver(states.map { (session: $0.session, surface: $0.surface) }, next)
        }
    }

    /// Loads a session anew if the store has gone back to a time before the state in the cell, by a failover that lost its
    /// last commits or by a restore.
    ///
    /// - Parameters:
    ///   - cell: The session.
    ///   - known: The committed revision of the cell before the store was asked.
    ///   - last: The last revision in the store; `nil` if that is unknown.
    /// - Returns: Whether the cell has another state now.
    /// - Throws: ``SessionError/evicted`` for a session that is not in the store, ``SessionError/damaged(_:)``,
    ///   ``SessionError/store(_:)``.
    private func reloadIfLost(
        _ cell: SessionCell, _ known: Int, _ last: Int?
    ) async throws(SessionError) -> Bool {
        guard cell.history != store.history || last.map({ $0 < known }) == true else { return false }
        for _ in 0..<Self.mostAttempts {
            await cell.waitForPending()
            let history = store.history
            let stored = try await asking { store async throws(SessionStoreError) in try await store.session(cell.id) }
            guard let stored else {
                _ = try await lastRevisionOrLeave(cell)
                throw .evicted
            }
            let session = try await session(from: stored)
            for name in session.datasets { catalog.retain(lasting: name) }
            let log = CellState.LogLength(of: stored.entries)
            guard let replaced = cell.replace(with: session, log: log, of: history) else {
                catalog.rest(session.datasets)
                try cell.checkIsLive()
                continue
            }
            catalog.rest(replaced.datasets)
            guard replaced.isOther else { return false }
            dependencies.observer.wentBack(
                SessionObserver.StepBack(session: cell.id, from: known, to: session.revision))
            return true
        }
        throw .store(.conflict)
    }

    /// Returns the last revision in the store, and removes a cell whose session has ended elsewhere.
    private func lastRevisionOrLeave(_ cell: SessionCell) async throws(SessionError) -> Int {
        do throws(SessionError) {
            return try await summary(of: cell.id, in: store).revision
        } catch {
            guard error == .gone || error == .unknown else { throw error }
            guard case .begins(let promise) = try cell.end() else { throw .gone }
            cell.endStreams(because: .deleted)
            forget(cell)
            promise.settle(.success(()))
            throw .gone
        }
    }

    /// Catches up with the sessions that somebody watches here, and with those that may be behind.
    func catchUpWatched() async {
        guard isShared else { return }
        let history = store.history
        let cells = state.withLock { state in
            state.cells.filter { $0.value.needsCatchUp || $0.value.history != history }
        }
        let known = cells.mapValues(\.committedRevision)
        guard !cells.isEmpty, let heads = try? await store.revisions(of: Array(cells.keys)) else { return }
        for (id, cell) in cells {
            if let before = known[id], (try? await reloadIfLost(cell, before, heads[id])) == true { continue }
            if let head = heads[id], head == cell.committedRevision {
                cell.noteLast(head)
                continue
            }
            // A failing store shows elsewhere; the next sweep tries again.
            let start = ContinuousClock.now
            if let count = try? await catchUp(cell), count > 0 {
                dependencies.observer.caughtUp(.poll, .now - start)
            }
        }
    }
}

/// Sessions with viewers, in a store that tells of changes by other processes.
extension SessionRegistry {
    /// Whether the store gives hints, so that a ``HintListener`` has work.
    package var hasHints: Bool { dependencies.watched.hints != nil }

    /// How often the hints of the store were interrupted.
    package var hintInterruptions: Int { dependencies.watched.hints?.interruptions ?? 0 }

    /// Catches up with the sessions that hints name, until the hints end or the task is cancelled.
    ///
    /// Sessions catch up beside each other, so a read that hangs delays no other session. What a hint does not bring, the
    /// next ``sweep()`` does.
    func followHints() async {
        guard let hints = dependencies.watched.hints else { return }
        let catchUps = HintedCatchUps()
        await withDiscardingTaskGroup { group in
            while let revisions = await hints.next() {
                for (id, revision) in revisions where catchUps.begin(id, to: revision) {
                    group.addTask { await self.follow(id, catchUps) }
                }
            }
            group.cancelAll()
        }
    }

    /// Catches up with the hints of one session, also with those that come meanwhile.
    private func follow(_ id: String, _ catchUps: HintedCatchUps) async {
        while let revision = catchUps.next(of: id) {
            guard let cell = state.withLock({ $0.cells[id] }), cell.needsCatchUp, cell.committedRevision < revision
            else { continue }
            let start = ContinuousClock.now
            // The largest number is the hint of an end, which the store is asked about.
            if let count = try? await catchUp(cell, to: revision == .max ? nil : revision), count > 0 {
                dependencies.observer.caughtUp(.hint, .now - start)
            }
        }
    }
}

/// The sessions that catch up with hints; each has one task at a time.
private final class HintedCatchUps: Sendable {
    /// The hinted revision of each session with a task; 0 for one whose task has taken it.
    private let running = Mutex<[String: Int]>([:])

    /// Notes a hint.
    ///
    /// - Returns: Whether the session needs a task; otherwise its task takes the hint.
    func begin(_ id: String, to revision: Int) -> Bool {
        running.withLock { running in
            let hinted = running[id]
            running[id] = max(hinted ?? 0, revision)
            return hinted == nil
        }
    }

    /// Takes the hint of a session.
    ///
    /// - Returns: The revision; `nil` without a hint, and then the task of the session ends.
    func next(of id: String) -> Int? {
        running.withLock { running in
            guard let revision = running[id], revision > 0 else {
                running[id] = nil
                return nil
            }
            running[id] = 0
            return revision
        }
    }
}
