import Synchronization

/// Sessions in a store that other processes write too.
///
/// A cell holds a revision that was the last one when it was read. Only the store knows whether it still is. A change
/// proves it with its commit; anything else is confirmed by a look at the store.
extension SessionRegistry {
    /// Whether other processes may change the sessions.
    public var isShared: Bool { dependencies.store.isShared }

    /// How often a change is tried that others overtake.
    static let mostAttempts = 16

    /// Does a piece of work on the last revision of a session.
    ///
    /// The work is done on the state in memory. If it changes the session, its commit decides. An answer without a change,
    /// or a refusal, counts only if the store has no later revision; otherwise the cell takes over what it has missed,
    /// and the work is done again, as a restarted server would do it.
    ///
    /// - Parameters:
    ///   - cell: The session.
    ///   - work: The work; done again after others have changed the session.
    /// - Returns: What the work returns; a change is committed then, where other processes write.
    /// - Throws: ``SessionError/store(_:)`` with ``SessionStoreError/conflict`` if others overtake the change again and
    ///   again; ``SessionError/evicted`` for a session that has left the cell; or what the work throws.
    public func onLastRevision<Value: Sendable>(
        of cell: SessionCell, _ work: () async throws -> Pending<Value>
    ) async throws -> Pending<Value> {
        guard isShared else { return try await work() }
        for attempt in 0..<Self.mostAttempts {
            let judged = cell.committedRevision
            do {
                let pending = try await work()
                if pending.isChange {
                    _ = try await pending.committed()
                    return pending
                }
                if try await isLast(judged, of: cell) { return pending }
            } catch SessionError.store(.conflict) {
                try await catchUp(cell)
                try await waitAfterConflict(attempt)
            } catch let error as SessionError where error == .evicted {
                throw error
            } catch {
                guard try await !isLast(judged, of: cell) else { throw error }
            }
        }
        throw SessionError.store(.conflict)
    }

    /// Makes sure that a cell has the last revision that was committed before the call, unless reads are local.
    ///
    /// - Throws: ``SessionError/gone`` for a session that has ended elsewhere, ``SessionError/evicted`` for one that must
    ///   be restored, ``SessionError/store(_:)``.
    public func confirm(_ cell: SessionCell) async throws(SessionError) {
        guard isShared, limits.confirmsReads else { return }
        _ = try await isLast(cell.committedRevision, of: cell)
    }

    /// Whether a revision is the last one; otherwise the cell takes over the later ones.
    private func isLast(_ revision: Int, of cell: SessionCell) async throws(SessionError) -> Bool {
        let last: Int?
        do throws(SessionStoreError) {
            last = try await heads.revision(of: cell.id, in: store)
        } catch {
            throw .store(error)
        }
        guard last != revision else { return true }
        try await catchUp(cell)
        return false
    }

    /// Waits before the next attempt, longer each time, so that those who meet do not meet again.
    private func waitAfterConflict(_ attempt: Int) async throws(SessionError) {
        let longest = min(64, 1 << attempt)
        do {
            try await Task.sleep(for: .milliseconds(Double.random(in: 0...Double(longest))))
        } catch {
            throw .store(.conflict)
        }
    }

    /// Takes over the revisions that other processes have committed.
    ///
    /// - Throws: ``SessionError/gone`` for a session that has ended elsewhere, ``SessionError/evicted`` for one whose log
    ///   no longer has the missed revisions, ``SessionError/damaged(_:)``, ``SessionError/store(_:)``.
    func catchUp(_ cell: SessionCell) async throws(SessionError) {
        while true {
            // A change of this process that is under way may be one of the revisions.
            await cell.waitForPending()
            let session = try cell.sharedState()
            let entries = try await asking { store async throws(SessionStoreError) in
                try await store.entries(of: cell.id, after: session.revision, limit: 1_000)
            }
            guard let first = entries.first else { return try await leaveIfEnded(cell) }
            guard first.revision == session.revision + 1 else {
                evict(cell)
                throw .evicted
            }
            let states: [(session: Session, surface: String)]
            do throws(SessionReplayError) {
                states = try dependencies.format.apply(entries, to: session, head: cell.head, catalog: catalog)
            } catch {
                throw .damaged(error.description)
            }
            cell.takeOver(states.map { (session: $0.session, surface: $0.surface) }, entries)
        }
    }

    /// Removes a cell whose session has ended elsewhere.
    private func leaveIfEnded(_ cell: SessionCell) async throws(SessionError) {
        do throws(SessionError) {
            _ = try await summary(of: cell.id, in: store)
        } catch {
            guard error == .gone || error == .unknown else { throw error }
            guard case .begins(let promise) = try cell.end() else { throw .gone }
            cell.endStreams(because: .deleted)
            forget(cell)
            promise.settle(.success(()))
            throw .gone
        }
    }

    /// Catches up with the sessions that somebody watches here, and with those that lost a race without a caller.
    func catchUpWatched() async {
        guard isShared else { return }
        let cells = state.withLock { state in state.cells.filter { $0.value.needsCatchUp } }
        guard !cells.isEmpty, let heads = try? await store.revisions(of: Array(cells.keys)) else { return }
        for (id, cell) in cells where heads[id] != cell.committedRevision {
            // A failing store shows elsewhere; the next sweep tries again.
            try? await catchUp(cell)
        }
    }
}
