import Synchronization

extension SessionRegistry {
    /// The location of a session that is to end.
    private enum Location {
        /// The session is in memory.
        case live(SessionCell)
        /// A restore is in progress.
        case arriving(Task<SessionCell, any Error>)
        /// The session is evicted; the caller ends it, and settles the promise.
        case evicted(EvictedSession, CommitPromise)
        /// The session is evicted; another task ends it, and settles the promise.
        case ending(CommitPromise)
    }

    /// Ends a session and adds its tombstone.
    ///
    /// An evicted session is not restored, so a damaged one ends like any other.
    ///
    /// - Parameter id: The session; an ended one is no error.
    /// - Throws: ``SessionError/store(_:)``; the session has not changed then.
    public func end(_ id: String) async throws(SessionError) {
        while let location = findForEnd(id) {
            switch location {
            case .live(let cell):
                do throws(SessionError) { return try await end(cell) } catch .evicted { continue }
            case .arriving(let arrival): _ = try await outcome(of: arrival)
            case .evicted(let evicted, let promise): return try await end(id, evicted, settling: promise)
            case .ending(let promise): return try await Pending(value: (), promise: promise).committed()
            }
        }
    }

    private func findForEnd(_ id: String) -> Location? {
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
        case .alreadyBegun(let other): return try await Pending(value: (), promise: other).committed()
        }
        try await commitEnd(of: cell.id, settling: promise) { cell.revertEnd() }
        cell.endStreams(because: .deleted)
        addTombstone(cell.id, now: now) { state in
            state.cells[cell.id] = nil
            state.tokens.remove(TokenIndex.Pair(cell.tokens))
            return true
        }
        // Every earlier change is settled here, so the committed datasets are the ones to release.
        for name in cell.committedDatasets { catalog.release(name) }
        promise.settle(.success(()))
    }

    private func end(_ id: String, _ evicted: EvictedSession, settling promise: CommitPromise)
        async throws(SessionError)
    {
        try await commitEnd(of: id, settling: promise) { state.withLock { $0.endings[id] = nil } }
        addTombstone(id, now: now) { state in
            state.endings[id] = nil
            state.evicted[id] = nil
            state.tokens.remove(evicted.tokens)
            return true
        }
        for name in evicted.datasets { catalog.release(name) }
        promise.settle(.success(()))
    }

    /// Commits the end of a session, and reverts it after a refusal if callers wait for commits.
    private func commitEnd(
        of id: String, settling promise: CommitPromise, orElse revert: () -> Void
    ) async throws(SessionError) {
        guard limits.waitsForCommits else { return enqueue(Ending(session: id, endedAt: clock.date())) }
        do throws(SessionError) {
            try await commit(.end(session: id, at: clock.date()))
        } catch {
            guard case .store(let cause) = error else { preconditionFailure("it is the store that refuses a commit") }
            revert()
            promise.settle(.failure(cause))
            throw error
        }
    }

    /// Ends an expired session without a wait for the store.
    func expire(_ cell: SessionCell) {
        guard case .begins(let promise)? = try? cell.end() else { return }
        cell.endStreams(because: .expired)
        let now = now
        addTombstone(cell.id, now: now) { state in
            state.cells[cell.id] = nil
            state.tokens.remove(TokenIndex.Pair(cell.tokens))
            return true
        }
        promise.settle(.success(()))
        enqueue(Ending(session: cell.id, endedAt: clock.date())) { [catalog] in
            for name in cell.committedDatasets { catalog.release(name) }
        }
    }

    /// Ends an evicted session that has expired.
    func expireEvicted(_ id: String, _ entry: EvictedSession, now: Int64) {
        let isOver = addTombstone(id, now: now) { state in
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

    /// Enqueues an end without a waiting caller; later sweeps retry a refused one.
    ///
    /// - Parameters:
    ///   - ending: The end.
    ///   - release: Releases the session's datasets after the store's answer. A session that a crash brings back then
    ///     finds them unchanged. A refusal releases them too, since no live session shows them.
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

    /// Retries some of the refused ends, oldest first.
    ///
    /// A restarted server still has a session whose end is refused.
    func retryEndings() {
        let endings = state.withLock { state in
            let first = state.refusedEndings.prefix(limits.endingsPerSweep)
            state.refusedEndings.removeFirst(first.count)
            return first.map { (ending: $0, hasTombstone: state.tombstones[$0.session] != nil) }
        }
        for (ending, hasTombstone) in endings {
            enqueue(ending)
            // The registry removed the tombstone before the store had it.
            if !hasTombstone { forget([ending.session]) }
        }
    }

    /// Replaces a session by a tombstone, and removes a displaced tombstone from the store.
    ///
    /// - Parameters:
    ///   - id: The session.
    ///   - now: Milliseconds of the session clock.
    ///   - remove: Removes the session from the state, or returns false.
    /// - Returns: Whether it removed the session.
    @discardableResult
    private func addTombstone(_ id: String, now: Int64, _ remove: (inout State) -> Bool) -> Bool {
        let (isOver, displaced) = state.withLock { state -> (Bool, String?) in
            guard remove(&state) else { return (false, nil) }
            state.forgetHolders(of: id)
            return (true, state.tombstones.add(id, at: now))
        }
        if let displaced { forget([displaced]) }
        return isOver
    }

    /// Removes tombstones from the store.
    func forget(_ ids: [String]) {
        for id in ids { _ = store.enqueue(.forget(session: id), on: ChangeChain()) { _ in } }
    }
}
