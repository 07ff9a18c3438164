import Synchronization

extension SessionRegistry {
    /// Where a session is that somebody wants to end.
    private enum Whereabouts {
        /// It is in memory.
        case live(SessionCell)
        /// Somebody brings it into memory.
        case arriving(Task<SessionCell, any Error>)
        /// It rests; the caller ends it, and settles the promise.
        case evicted(EvictedSession, CommitPromise)
        /// It rests, and somebody else ends it; the promise tells when that is committed.
        case ending(CommitPromise)
    }

    /// Ends a session and leaves its tombstone.
    ///
    /// One that rests in the store is not made again for that, so that one whose log cannot be read ends like any other.
    ///
    /// - Parameter id: The session; one that has ended already stays as it is.
    /// - Throws: ``SessionError/store(_:)``, and the session is as it was then.
    public func end(_ id: String) async throws(SessionError) {
        while let whereabouts = findForEnd(id) {
            switch whereabouts {
            case .live(let cell):
                // One that has left memory since is looked for again.
                do throws(SessionError) { return try await end(cell) } catch .evicted { continue }
            case .arriving(let arrival): _ = try await outcome(of: arrival)
            case .evicted(let evicted, let promise): return try await end(id, evicted, settling: promise)
            case .ending(let promise): return try await Pending(value: (), promise: promise).committed()
            }
        }
    }

    private func findForEnd(_ id: String) -> Whereabouts? {
        state.withLock { state in
            if let cell = state.cells[id] { return .live(cell) }
            if let arrival = state.arrivals[id] { return .arriving(arrival) }
            if let promise = state.endings[id] { return .ending(promise) }
            guard let evicted = state.evicted[id] else { return nil }
            let promise = CommitPromise()
            state.endings[id] = promise
            return .evicted(evicted, promise)
        }
    }

    private func end(_ cell: SessionCell) async throws(SessionError) {
        let promise: CommitPromise
        switch try cell.end() {
        case .begins(let new): promise = new
        case .isUnderWay(let other): return try await Pending(value: (), promise: other).committed()
        }
        try await commitEnd(of: cell.id, settling: promise) { cell.revive() }
        cell.endStreams(because: .deleted)
        bury(cell.id, now: now) { state in
            state.cells[cell.id] = nil
            state.tokens.remove(TokenIndex.Pair(cell.tokens))
            return true
        }
        // All that was in the store's queue before the end is settled, so this is what nobody else gives back.
        for name in cell.committedDatasets { catalog.release(name) }
        promise.settle(.success(()))
    }

    private func end(_ id: String, _ evicted: EvictedSession, settling promise: CommitPromise) async throws(SessionError) {
        try await commitEnd(of: id, settling: promise) { state.withLock { $0.endings[id] = nil } }
        bury(id, now: now) { state in
            state.endings[id] = nil
            state.evicted[id] = nil
            state.tokens.remove(evicted.tokens)
            return true
        }
        for name in evicted.datasets { catalog.release(name) }
        promise.settle(.success(()))
    }

    /// Puts the end of a session into the store, and takes it back where that is refused and somebody waits.
    private func commitEnd(
        of id: String, settling promise: CommitPromise, orElse takeBack: () -> Void
    ) async throws(SessionError) {
        guard limits.waitsForCommits else { return enqueue(Ending(session: id, endedAt: clock.date())) }
        do throws(SessionError) {
            try await commit(.end(session: id, at: clock.date()))
        } catch {
            guard case .store(let cause) = error else { preconditionFailure("it is the store that refuses a commit") }
            takeBack()
            promise.settle(.failure(cause))
            throw error
        }
    }

    /// Ends a session that has expired; nobody waits for the store.
    func expire(_ cell: SessionCell) {
        guard case .begins(let promise)? = try? cell.end() else { return }
        cell.endStreams(because: .expired)
        let now = now
        bury(cell.id, now: now) { state in
            state.cells[cell.id] = nil
            state.tokens.remove(TokenIndex.Pair(cell.tokens))
            return true
        }
        promise.settle(.success(()))
        enqueue(Ending(session: cell.id, endedAt: clock.date())) { [catalog] in
            for name in cell.committedDatasets { catalog.release(name) }
        }
    }

    /// Ends a session that has expired in the store.
    func expireEvicted(_ id: String, _ entry: EvictedSession, now: Int64) {
        let isOver = bury(id, now: now) { state in
            guard state.arrivals[id] == nil, state.endings[id] == nil, state.evicted.removeValue(forKey: id) != nil
            else { return false }
            state.tokens.remove(entry.tokens)
            return true
        }
        guard isOver else { return }
        enqueue(Ending(session: id, endedAt: clock.date())) { [catalog] in
            for name in entry.datasets { catalog.release(name) }
        }
    }

    /// Puts an end for which nobody waits into the store; one that is refused is kept for the next sweeps.
    ///
    /// - Parameters:
    ///   - ending: The end.
    ///   - release: Gives the session's datasets back once the store has answered: a session that it brings back after a
    ///     crash finds them as they were. With a refusal they are given back too, since no live session shows them.
    private func enqueue(_ ending: Ending, _ release: @escaping @Sendable () -> Void = {}) {
        let note = { @Sendable [self] (result: Result<Void, SessionStoreError>) in
            if case .failure(let error) = result, error != .missing(ending.session) {
                state.withLock { $0.refusedEndings.append(ending) }
            }
            release()
        }
        let change = StoreChange.end(session: ending.session, at: ending.endedAt)
        if case .done(let result) = store.enqueue(change, on: ChangeChain(), whenDone: note) { note(result) }
    }

    /// Tries some of the ends again that the store has refused, those first that have waited longest.
    ///
    /// Until the store takes it a session is there still for a server that starts again.
    func retryEndings() {
        let endings = state.withLock { state in
            let first = state.refusedEndings.prefix(limits.endingsPerSweep)
            state.refusedEndings.removeFirst(first.count)
            return first.map { (ending: $0, hasTombstone: state.tombstones[$0.session] != nil) }
        }
        for (ending, hasTombstone) in endings {
            enqueue(ending)
            // The stone was to be cleared before it was there.
            if !hasTombstone { forget([ending.session]) }
        }
    }

    /// Puts a stone in the place of a session, and clears from the store the stone that has to make room.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - now: Milliseconds of the session clock.
    ///   - remove: Removes the session, or finds that it may not.
    /// - Returns: Whether it was taken.
    @discardableResult
    private func bury(_ id: String, now: Int64, _ remove: (inout State) -> Bool) -> Bool {
        let (isOver, displaced) = state.withLock { state -> (Bool, String?) in
            guard remove(&state) else { return (false, nil) }
            state.byAddress.remove(id)
            return (true, state.tombstones.add(id, at: now))
        }
        if let displaced { forget([displaced]) }
        return isOver
    }

    /// Clears the stones of sessions from the store.
    func forget(_ ids: [String]) {
        for id in ids { _ = store.enqueue(.forget(session: id), on: ChangeChain()) { _ in } }
    }
}
