import ChartDatasets
import ChartStores
import Synchronization

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
    func expireResting() async {
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
    func retryEndings() {
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
