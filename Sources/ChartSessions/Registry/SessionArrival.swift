import ChartDatasets
package import ChartStores
import Synchronization

/// How sessions come: opened, or brought back from the store.
extension SessionRegistry {
    /// Returns the cell of a session, and restores a resting one.
    ///
    /// - Throws: ``SessionError/gone`` for an ended session, ``SessionError/unknown``, ``SessionError/store(_:)``, and
    ///   ``SessionError/damaged(_:)`` for one that cannot be restored.
    package func cell(_ id: String) async throws(SessionError) -> SessionCell {
        while let cell = try cellInMemory(id) {
            guard let end = cell.uncommittedEnd else { return cell }
            // If the end fails, the session lives on.
            if case .success = await end.outcome() { throw .gone }
        }
        switch find(id) {
        case .live(let cell): return cell
        case .ending(let promise):
            if case .failure(let error) = await promise.outcome() { throw .store(error) }
            throw .gone
        case .arriving(let arrival): return try await cell(of: arrival)
        case .resting(let arrival): return try await cell(of: arrival)
        }
    }

    /// Where a session is, for somebody who wants to use it.
    private enum Location {
        case live(SessionCell)
        /// It is being restored.
        case arriving(Task<SessionCell, any Error>)
        /// The caller's own restore has begun.
        case resting(Task<SessionCell, any Error>)
        /// Its end waits for the commit.
        case ending(CommitPromise)
    }

    private func find(_ id: String) -> Location {
        state.withLock { state in
            if let cell = state.cells[id] { return .live(cell) }
            if let arrival = state.arrivals[id] { return .arriving(arrival) }
            if let promise = state.endings[id] { return .ending(promise) }
            let arrival = Task(executorPreference: scheduling.executor) { try await self.restore(id) }
            state.arrivals[id] = arrival
            return .resting(arrival)
        }
    }

    private func cell(of arrival: Task<SessionCell, any Error>) async throws(SessionError) -> SessionCell {
        switch try await outcome(of: arrival) {
        case .success(let cell): return cell
        case .failure(let error as SessionError): throw error
        case .failure(let error): throw .damaged("\(error)")
        }
    }

    /// Waits for an arrival with a time limit; a late session still arrives for later callers.
    ///
    /// - Throws: ``SessionError/store(_:)``.
    func outcome(
        of arrival: Task<SessionCell, any Error>
    ) async throws(SessionError) -> Result<SessionCell, any Error> {
        do throws(SessionStoreError) {
            return try await StorePromise.answer(within: limits.storePatience, scheduling) { await arrival.result }
        } catch {
            throw .store(error)
        }
    }

    /// Returns what the store knows about a session that has not ended.
    ///
    /// The store may not know yet of the uses of a session in memory, so that one is not overdue there.
    ///
    /// - Throws: ``SessionError/gone`` for an ended session, ``SessionError/unknown``, ``SessionError/store(_:)``,
    ///   ``SessionError/damaged(_:)``.
    func summary(of id: String, in store: any SessionStore) async throws(SessionError) -> StoredSummary {
        guard !state.withLock({ $0.hasRefusedEnd(id) }) else { throw .gone }
        let presence: StoredPresence
        do throws(SessionStoreError) {
            presence = try await store.find(id)
        } catch {
            if case .damagedSession(let reason) = error { throw .damaged(reason) }
            throw .store(error)
        }
        switch presence {
        case .live(let summary):
            guard !summary.isOverdue || state.withLock({ $0.cells[id] }) != nil else { throw .gone }
            return summary
        case .ended(let ago): throw Double(ago) <= limits.tombstone ? .gone : .unknown
        case .unknown: throw .unknown
        }
    }

    /// Returns the tokens of a session without a restore, so a damaged log does not matter.
    ///
    /// - Throws: ``SessionError/gone`` for an ended session, ``SessionError/unknown``, ``SessionError/store(_:)``, and
    ///   ``SessionError/damaged(_:)`` for unreadable tokens.
    package func tokens(of id: String) async throws(SessionError) -> AccessTokens {
        if let cell = try cellInMemory(id) { return cell.tokens }
        let tokens = try await summary(of: id, in: store).tokens
        return AccessTokens(driverHash: tokens.driver, viewerHash: tokens.viewer)
    }

    /// Returns the cell of a session in memory, and ends an expired session; `nil` for a session that only the store
    /// may have, or have heard of a later use.
    ///
    /// - Throws: ``SessionError/gone`` for a session that has just expired.
    package func cellInMemory(_ id: String) throws(SessionError) -> SessionCell? {
        guard let cell = state.withLock({ $0.cells[id] }) else { return nil }
        guard !cell.isExpired(now: now) else {
            expire(cell)
            if isShared { return nil }
            throw .gone
        }
        return cell
    }

    /// Throws for a damaged dataset; a missing one passes.
    private func checkDatasets(_ names: [String]) throws(SessionError) {
        for name in names {
            if case .failure(let error) = catalog.content(of: name) { throw .dataset(name, error) }
        }
    }

    /// Restores a resting session.
    ///
    /// A session that expired during a long read stays in the store until the next sweep, since its caller has given
    /// up.
    private func restore(_ id: String) async throws -> SessionCell {
        do {
            let (start, history) = (now, store.history)
            let summary = try await summary(of: id, in: dependencies.store)
            let dueAt = start + Int64(summary.idleTimeout) - summary.idle
            guard let stored = try await dependencies.store.session(id) else { throw SessionError.gone }
            guard Double(now - dueAt) <= limits.storePatience else { throw SessionError.gone }
            let datasets = stored.head.datasets
            for name in datasets { catalog.retain(lasting: name) }
            do {
                let cell = try await cell(from: stored, of: history)
                // Another process may find it overdue before the next sweep of this one.
                if isShared { store.noteUses([cell.holding(now: now)]) }
                state.withLock { state in
                    state.arrivals[id] = nil
                    state.cells[id] = cell
                    state.turnover.restores += 1
                }
                return cell
            } catch {
                catalog.rest(datasets)
                throw error
            }
        } catch {
            let damage: String? =
                switch error {
                case SessionStoreError.damagedSession(let reason), SessionError.damaged(let reason): reason
                case _: nil
                }
            state.withLock { state in
                state.arrivals[id] = nil
                if damage != nil { state.turnover.noteDamage(of: id) }
            }
            if let damage { throw SessionError.damaged(damage) }
            if let error = error as? SessionStoreError { throw SessionError.store(error) }
            throw error
        }
    }

    /// Makes a session from what the store has of it.
    func session(from stored: StoredSession) async throws(SessionError) -> Session {
        let session: Session
        try await confirm(stored.head.datasets)
        do throws(SessionError) {
            session = try await dependencies.replaying { () throws(SessionReplayError) in
                try dependencies.format.session(from: stored, catalog: catalog)
            }
        } catch {
            if case .damaged = error { try checkDatasets(stored.head.datasets) }
            throw error
        }
        try checkDatasets(stored.head.datasets)
        return session
    }

    private func cell(from stored: StoredSession, of history: StoreHistory?) async throws -> SessionCell {
        var shown = try await session(from: stored)
        if dependencies.store.isShared { shown.hearDrivers(at: now) }
        let cell = SessionCell(
            session: shown, head: stored.head.line,
            tokens: AccessTokens(driverHash: stored.head.driverTokenHash, viewerHash: stored.head.viewerTokenHash),
            owner: shared(stored.head.owner),
            dependencies: dependencies,
            log: CellState.LogLength(of: stored.entries), history: history)
        // A session rests without gestures. If it has some, the process that started them has ended, and no client will
        // end them; where other processes write, one of them may go on, or the silence ends them.
        guard !dependencies.store.isShared else { return cell }
        if case .failure(let error)? = await cell.cancelGestures(because: .restart)?.outcome() {
            throw SessionError.store(error)
        }
        cell.applyCommitted()
        return cell
    }
}

extension SessionRegistry {
    /// Restores a session beside its cell, and tells the observer whether both have one state.
    ///
    /// It takes the changed session whose last check is the oldest. A session that the store cannot read now, that has
    /// changed meanwhile, or whose rows this process lacks or has dropped is not compared. Where other processes read the log too, one
    /// whose log is damaged leaves the memory, since they cannot go on with it.
    package func checkRestore() async {
        let cells = state.withLock { Array($0.cells.values) }
        let changed = cells.filter(\.isUnchecked)
        guard let cell = changed.min(by: { ($0.checkedAt, $0.id) < ($1.checkedAt, $1.id) }) else { return }
        let session = cell.beginCheck(now: now)
        let stored: StoredSession?
        do throws(SessionStoreError) {
            stored = try await dependencies.store.session(cell.id)?.upTo(session.revision)
        } catch {
            guard case .damagedSession(let reason) = error else { return }
            dependencies.observer.restored(.different(session: cell.id, reason: reason))
            if isShared { evict(cell) }
            return
        }
        guard let stored else { return }
        do throws(SessionReplayError) {
            let restored = try dependencies.format.session(from: stored, catalog: catalog)
            guard restored.showsRows(of: session) else { return }
            let kept = try dependencies.format.snapshot(of: session)
            let isSame = try dependencies.format.snapshot(of: restored) == kept
            let reason = "the state at revision \(session.revision) differs"
            dependencies.observer.restored(isSame ? .same : .different(session: cell.id, reason: reason))
        } catch {
            guard error.missing == nil, !Task.isCancelled else { return }
            dependencies.observer.restored(.different(session: cell.id, reason: error.description))
        }
    }
}

extension StoredSession {
    /// What the store had at a revision; `nil` if it has not reached that, or dropped what led to it.
    fileprivate func upTo(_ revision: Int) -> StoredSession? {
        var earlier = self
        earlier.entries.removeAll { $0.revision > revision }
        return earlier.entries.last?.revision ?? snapshot?.revision ?? 0 == revision ? earlier : nil
    }
}
