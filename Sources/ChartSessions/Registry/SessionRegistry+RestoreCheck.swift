import ChartStores
import Synchronization

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
