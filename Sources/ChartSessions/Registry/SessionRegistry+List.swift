import ChartStores
import Synchronization

extension SessionRegistry {
    /// The most sessions of one list.
    package static let longestList = 1_000

    /// Lists sessions that have not ended, in ascending order of the bytes of their names.
    ///
    /// The list restores no session, and is no use of one. A page that begins after the last name of the page before
    /// repeats no session and skips none that lives all the time.
    ///
    /// - Parameters:
    ///   - id: The name before the page; `nil` for the start. No session needs to have it.
    ///   - limit: The maximum number of sessions, from 1 to ``longestList``; a number beyond counts as the nearest.
    /// - Returns: Committed sessions; fewer than the limit only at the end.
    /// - Throws: ``SessionError/store(_:)``.
    package func list(after id: String?, limit: Int) async throws(SessionError) -> [SessionSummary] {
        let limit = min(max(1, limit), Self.longestList)
        var page: [SessionSummary] = []
        var last = id
        while page.count < limit {
            let wanted = limit - page.count
            let stored: [StoredSummary]
            do throws(SessionStoreError) {
                stored = try await store.summaries(after: last, limit: wanted)
            } catch {
                throw .store(error)
            }
            page += summaries(of: stored)
            guard stored.count == wanted, let end = stored.last else { break }
            last = end.id
        }
        return page
    }

    /// Returns the summaries of those stored sessions that have not ended.
    private func summaries(of stored: [StoredSummary]) -> [SessionSummary] {
        let now = now
        let cells = state.withLock { state in stored.map { state.cells[$0.id] } }
        return zip(stored, cells).compactMap { stored, cell in
            if let cell { return cell.summary(stored, now: now) }
            guard !stored.isOverdue else { return nil }
            return SessionSummary(
                stored, revision: stored.revision, datasets: stored.datasets, viewers: 0,
                lastUsedAt: clock.date() - stored.idle)
        }
    }
}
