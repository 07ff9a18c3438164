import Synchronization

extension SessionRegistry {
    /// Returns the cell of a session, and restores an evicted session.
    ///
    /// - Throws: ``SessionError/gone`` for an ended session, ``SessionError/unknown``, ``SessionError/store(_:)``, and
    ///   ``SessionError/damaged(_:)`` for one that cannot be restored.
    public func cell(_ id: String) async throws(SessionError) -> SessionCell {
        if let cell = try cellInMemory(id) { return cell }
        let arrival = state.withLock { state -> Task<SessionCell, any Error>? in
            if let arrival = state.arrivals[id] { return arrival }
            guard state.endings[id] == nil, let evicted = state.evicted[id], evicted.expiresAt > now else { return nil }
            let arrival = Task { try await self.restore(id, evicted) }
            state.arrivals[id] = arrival
            return arrival
        }
        guard let arrival else {
            // The session has arrived since, or has ended.
            if let cell = try liveCell(id) { return cell }
            throw .gone
        }
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
            return try await StorePromise.answer(within: limits.storePatience) { await arrival.result }
        } catch {
            throw .store(error)
        }
    }

    /// Returns the cell of a session in memory; `nil` for an evicted one.
    ///
    /// - Throws: ``SessionError/gone`` for an ended session, ``SessionError/unknown``.
    public func liveCell(_ id: String) throws(SessionError) -> SessionCell? {
        let (cell, isEvicted, endedAt) = state.withLock { state in
            (state.cells[id], state.evicted[id] != nil, state.tombstones[id])
        }
        if let cell { return cell }
        if isEvicted { return nil }
        throw endedAt.map { Double(now - $0) <= limits.tombstone } == true ? .gone : .unknown
    }

    /// Returns the tokens of a session without a restore, so a damaged log does not matter.
    ///
    /// - Throws: ``SessionError/gone`` for an ended session, ``SessionError/unknown``, ``SessionError/store(_:)``, and
    ///   ``SessionError/damaged(_:)`` for unreadable tokens.
    public func tokens(of id: String) async throws(SessionError) -> AccessTokens {
        if let cell = try cellInMemory(id) { return cell.tokens }
        guard state.withLock({ $0.evicted[id].map { $0.expiresAt > now } ?? true }) else { throw .gone }
        if let tokens = try await tokens(of: id, in: store) {
            return AccessTokens(driverHash: tokens.driver, viewerHash: tokens.viewer)
        }
        // The session has ended since, or is about to.
        if let promise = state.withLock({ $0.endings[id] }) { _ = await promise.outcome() }
        if let cell = try liveCell(id) { return cell.tokens }
        throw .notInStore
    }

    /// Returns the cell of a session in memory, and ends an expired session; `nil` for an evicted one.
    public func cellInMemory(_ id: String) throws(SessionError) -> SessionCell? {
        guard let cell = try liveCell(id) else { return nil }
        guard !cell.isExpired(now: now) else {
            expire(cell)
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

    private func tokens(of id: String, in store: any SessionStore) async throws(SessionError) -> StoreContents
        .TokenHashes?
    {
        do throws(SessionStoreError) {
            return try await store.tokens(of: id)
        } catch {
            if case .damagedSession(let reason) = error { throw .damaged(reason) }
            throw .store(error)
        }
    }

    private func session(_ id: String, in store: any SessionStore) async throws(SessionError) -> StoredSession? {
        do throws(SessionStoreError) {
            return try await store.session(id)
        } catch {
            if case .damagedSession(let reason) = error { throw .damaged(reason) }
            throw .store(error)
        }
    }

    /// Restores an evicted session.
    ///
    /// A session that expired during a long read stays evicted until the next sweep, since its caller has given up.
    private func restore(_ id: String, _ evicted: EvictedSession) async throws -> SessionCell {
        do {
            guard let stored = try await session(id, in: dependencies.store) else { throw SessionError.notInStore }
            guard Double(now - evicted.expiresAt) <= limits.storePatience else { throw SessionError.gone }
            let session: Session
            do throws(SessionReplayError) {
                session = try dependencies.format.session(from: stored, catalog: catalog)
            } catch {
                try checkDatasets(evicted.datasets)
                throw SessionError.damaged(error.description)
            }
            try checkDatasets(evicted.datasets)
            let bytes = stored.entries.reduce(0) { $0 + $1.line.count }
            let cell = SessionCell(
                session: session,
                tokens: AccessTokens(
                    driverHash: stored.head.driverTokenHash, viewerHash: stored.head.viewerTokenHash),
                owner: shared(stored.head.owner),
                dependencies: dependencies,
                log: CellState.LogLength(records: stored.entries.count, bytes: bytes))
            if evicted.isOfEarlierRun {
                // The process that started the gestures has ended, so no client will end them.
                if case .failure(let error)? = await cell.cancelGestures(because: .restart)?.outcome() {
                    throw SessionError.store(error)
                }
                cell.applyCommitted()
            }
            state.withLock { state in
                state.evicted[id] = nil
                state.arrivals[id] = nil
                state.cells[id] = cell
            }
            return cell
        } catch {
            state.withLock { _ = $0.arrivals.removeValue(forKey: id) }
            throw error
        }
    }
}

extension SessionError {
    fileprivate static let notInStore = SessionError.damaged("the store no longer has the session")
}
