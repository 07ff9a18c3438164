package import ChartStores

/// The lines of a session's log after its first, page by page.
///
/// The store may drop lines, even during the read. Their snapshot then takes their place, so that the log can be
/// replayed.
package struct LogReader: Sendable {
    /// The most lines of a page.
    private static let limit = 1_000

    private let store: any SessionStore
    private let session: String
    /// The last revision read.
    private var revision = 0

    /// Starts after the first line.
    package init(store: any SessionStore, session: String) {
        self.store = store
        self.session = session
    }

    /// The next lines, without their ends.
    ///
    /// - Returns: The lines; none at the end of the log.
    /// - Throws: `SessionError.gone` when the session has ended meanwhile, whose last lines are then not there, and
    ///   `SessionError.store` when the store cannot read them.
    package mutating func next() async throws(SessionError) -> [[UInt8]] {
        do throws(SessionStoreError) {
            if let lines = try await linesBehind() { return lines }
        } catch {
            throw .store(error)
        }
        throw .gone
    }

    /// The next lines; `nil` when the session has ended.
    private mutating func linesBehind() async throws(SessionStoreError) -> [[UInt8]]? {
        let page = try await store.entries(of: session, after: revision, limit: Self.limit)
        if let last = page.last, page[0].revision == revision + 1 {
            revision = last.revision
            return page.map(\.line)
        }
        // Nothing follows: the log has ended, unless the store dropped all lines that would.
        if page.isEmpty, try await store.revisions(of: [session])[session] == revision { return [] }
        guard let stored = try await store.session(session) else { return nil }
        guard let snapshot = stored.snapshot, snapshot.revision > revision else {
            guard page.isEmpty else { throw .damaged("the log of the session \(session) has a hole") }
            return []
        }
        revision = snapshot.revision
        return [LogWriter.line(of: snapshot)]
    }
}
