import Synchronization

extension SessionRegistry {
    /// The cell of a session, from the store when it is not in memory.
    ///
    /// - Throws: ``SessionError/gone`` for one that has ended, ``SessionError/unknown`` for none,
    ///   ``SessionError/store(_:)`` and ``SessionError/damaged(_:)`` for one that cannot be brought back now.
    public func cell(_ id: String) async throws(SessionError) -> SessionCell {
        if let cell = try cellInMemory(id) { return cell }
        let arrival = state.withLock { state -> Task<SessionCell, any Error>? in
            if let arrival = state.arrivals[id] { return arrival }
            guard state.endings[id] == nil, let evicted = state.evicted[id], evicted.expiresAt > now else { return nil }
            let arrival = Task { try await self.bring(id, evicted) }
            state.arrivals[id] = arrival
            return arrival
        }
        guard let arrival else {
            // It has arrived since, or has ended.
            if let cell = try liveCell(id) { return cell }
            throw .gone
        }
        switch try await outcome(of: arrival) {
        case .success(let cell): return cell
        case .failure(let error as SessionError): throw error
        case .failure(let error): throw .damaged("\(error)")
        }
    }

    /// What an arrival comes to, unless the store takes too long: the session arrives then for whoever asks later.
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

    /// The cell of a session in memory; `nil` for one that rests in the store.
    ///
    /// - Throws: ``SessionError/gone`` for one that has ended, ``SessionError/unknown`` for none.
    public func liveCell(_ id: String) throws(SessionError) -> SessionCell? {
        let (cell, isEvicted, endedAt) = state.withLock { state in
            (state.cells[id], state.evicted[id] != nil, state.tombstones[id])
        }
        if let cell { return cell }
        if isEvicted { return nil }
        throw endedAt.map { Double(now - $0) <= limits.tombstone } == true ? .gone : .unknown
    }

    /// The tokens of a session, which is not made again for that: one whose log cannot be read has them too.
    ///
    /// - Throws: ``SessionError/gone`` for one that has ended, ``SessionError/unknown`` for none,
    ///   ``SessionError/store(_:)`` and ``SessionError/damaged(_:)`` for one of which nothing can be found now.
    public func tokens(of id: String) async throws(SessionError) -> AccessTokens {
        if let cell = try cellInMemory(id) { return cell.tokens }
        guard state.withLock({ $0.evicted[id].map { $0.expiresAt > now } ?? true }) else { throw .gone }
        if let tokens = try await tokens(of: id, in: store) {
            return AccessTokens(driverHash: tokens.driver, viewerHash: tokens.viewer)
        }
        // It has ended since, or is about to.
        if let promise = state.withLock({ $0.endings[id] }) { _ = await promise.outcome() }
        if let cell = try liveCell(id) { return cell.tokens }
        throw .notInStore
    }

    /// The cell of a session in memory, which ends when its time is over; `nil` for one that rests in the store.
    public func cellInMemory(_ id: String) throws(SessionError) -> SessionCell? {
        guard let cell = try liveCell(id) else { return nil }
        guard !cell.isExpired(now: now) else {
            expire(cell)
            throw .gone
        }
        return cell
    }

    /// Checks that datasets can be shown, as far as they are there.
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

    /// Makes a session again from the store, and puts it into memory.
    ///
    /// One whose time was over before the store has answered rests until the next sweep ends it: whoever asked for it in
    /// time has given up.
    private func bring(_ id: String, _ evicted: EvictedSession) async throws -> SessionCell {
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
                dependencies: dependencies,
                log: CellState.LogLength(records: stored.entries.count, bytes: bytes))
            if evicted.isOfEarlierRun {
                // Nobody is told of a gesture that was going on when the process before ended.
                if case .failure(let error)? = await cell.cancelGestures(because: .restart)?.outcome() {
                    throw SessionError.store(error)
                }
                cell.takeOver()
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
    fileprivate static let notInStore = SessionError.damaged("the store does not hold it any more")
}
