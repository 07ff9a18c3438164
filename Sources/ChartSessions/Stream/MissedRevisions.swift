import ChartStores

/// Makes the publications that a returning viewer missed, from the log.
///
/// The log has the cause of each revision, and the engine is deterministic. So the viewer gets the same events as one that
/// was there. The viewer's own task reads and applies the lines, without a lock of the session, and at its own speed.
/// Memory has one state and one page of lines.
struct MissedRevisions: Sendable {
    /// Why the log cannot help; the viewer gets the newest state.
    enum Failure: Error {
        /// The log no longer has the revisions, or the session has ended.
        case lost
        /// Too many viewers want to read logs.
        case busy
    }

    /// The number of lines of a page.
    private static let pageLength = 64

    /// The last revision that the viewer has.
    private(set) var revision: Int
    /// The session at that revision; `nil` before the first read.
    private(set) var session: Session?
    /// The first line of the log.
    private var head: [UInt8] = []
    /// The next lines.
    private var page: ArraySlice<LogEntry> = []

    /// Starts after the last revision that a viewer has.
    init(after revision: Int) {
        self.revision = revision
    }

    /// Returns the next revision.
    ///
    /// - Parameters:
    ///   - id: The name of the session.
    ///   - dependencies: The store, the format and the datasets.
    /// - Returns: The revision with the state before it.
    /// - Throws: ``Failure``, `SessionStoreError`, `SessionError`, or the error of a cancelled task.
    mutating func next(of id: String, _ dependencies: SessionDependencies) async throws -> Publication {
        if page.isEmpty { page = try await Self.page(of: id, after: revision, dependencies) }
        let before: Session
        if let session {
            before = session
        } else {
            guard await dependencies.turns.take() else { throw Failure.busy }
            defer { dependencies.turns.give() }
            (before, head) = try await Self.restore(id, at: revision, dependencies)
        }
        let (entry, start) = (page.removeFirst(), head)
        let states = try await dependencies.replaying { () throws(SessionReplayError) in
            try dependencies.format.apply([entry], to: before, head: start, catalog: dependencies.catalog)
        }
        guard let after = states.last else { throw Failure.lost }
        (session, revision) = (after.session, after.session.revision)
        return Publication(
            content: .revision(surface: after.surface, before: before), session: after.session, tables: [:])
    }

    /// Reads the lines after a revision.
    ///
    /// - Returns: At least one line.
    private static func page(
        of id: String, after revision: Int, _ dependencies: SessionDependencies
    ) async throws -> ArraySlice<LogEntry> {
        let entries = try await dependencies.reads.entries(of: id, after: revision, limit: pageLength)
        guard entries.first?.revision == revision + 1 else { throw Failure.lost }
        return entries[...]
    }

    /// Restores a session at an earlier revision: from the last snapshot, or from its beginning.
    ///
    /// - Returns: The session, and the first line of its log.
    private static func restore(
        _ id: String, at revision: Int, _ dependencies: SessionDependencies
    ) async throws -> (Session, head: [UInt8]) {
        guard var stored = try await dependencies.reads.session(id) else { throw Failure.lost }
        let head = stored.head.line
        if stored.snapshot.map({ $0.revision > revision }) == true {
            (stored.snapshot, stored.entries) = (nil, [])
        }
        stored.entries.removeAll { $0.revision > revision }
        let earliest = stored
        var session = try await dependencies.replaying { () throws(SessionReplayError) in
            try dependencies.format.session(from: earliest, catalog: dependencies.catalog)
        }
        while session.revision < revision {
            try Task.checkCancellation()
            let entries = try await page(of: id, after: session.revision, dependencies)
            let earlier = Array(entries.prefix { $0.revision <= revision })
            let before = session
            let states = try await dependencies.replaying { () throws(SessionReplayError) in
                try dependencies.format.apply(earlier, to: before, head: head, catalog: dependencies.catalog)
            }
            guard let last = states.last else { throw Failure.lost }
            session = last.session
        }
        return (session, head)
    }
}
