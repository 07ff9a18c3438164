package import ChartSessions

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
    /// - Returns: The lines; none at the end of the log, or when the session has ended meanwhile.
    /// - Throws: `SessionStoreError` when the store cannot read them.
    package mutating func next() async throws(SessionStoreError) -> [[UInt8]] {
        let page = try await store.entries(of: session, after: revision, limit: Self.limit)
        if let last = page.last, page[0].revision == revision + 1 {
            revision = last.revision
            return page.map(\.line)
        }
        // Nothing follows: the log has ended, unless the store dropped all lines that would.
        if page.isEmpty, try await store.revisions(of: [session])[session] == revision { return [] }
        guard let stored = try await store.session(session) else { return [] }
        guard let snapshot = stored.snapshot, snapshot.revision > revision else {
            guard page.isEmpty else { throw .damaged("the log of the session \(session) has a hole") }
            return []
        }
        revision = snapshot.revision
        return [LogWriter.line(of: snapshot)]
    }
}
