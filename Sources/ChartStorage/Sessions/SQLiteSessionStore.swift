package import ChartStores
import Foundation
import GRDB
package import Logging

/// Stores sessions in a SQLite database.
///
/// One thread commits all queued changes in one transaction. Another thread copies the WAL into the tables. A change
/// takes one `INSERT`, and one `UPDATE` if the datasets changed.
///
/// After a failed write, its changes and all later ones fail at once, until a trial write succeeds, one a second. While
/// the files are removed or replaced, changes fail until the files are back.
package final class SQLiteSessionStore: SessionStore {
    private let path: String
    private let queue: CommitQueue<LogTailQuery>
    private let health: StoreHealth
    private let service: ServiceTime
    /// The file of log ends; `nil` if it cannot be written.
    private let ends: LogEnds?
    private let durability: StoreDurability
    let connections: OpenDatabase

    /// Opens or creates a database, and migrates its tables.
    ///
    /// - Parameters:
    ///   - path: The path of the database. Its folder must exist, and no other process may write to it.
    ///   - durability: What a committed change survives.
    ///   - logger: Logs failures and recoveries.
    ///   - clock: The clock that tells how long a session was idle. Only the time while the database is open counts.
    /// - Throws: `SessionStoreError` for a file that is no database, or that a newer version has written.
    package convenience init(
        path: String, durability: StoreDurability, logger: Logger, clock: SessionClock = .system
    ) throws(SessionStoreError) {
        try self.init(path: path, durability: durability, logger: logger, clock: clock, tuning: StoreTuning())
    }

    package init(
        path: String, durability: StoreDurability, logger: Logger, clock: SessionClock = .system, tuning: StoreTuning
    ) throws(SessionStoreError) {
        (self.path, self.durability) = (path, durability)
        queue = CommitQueue(pauseOfUses: tuning.pauseOfUses)
        health = StoreHealth(patience: tuning.patience)
        do {
            try Self.checkIsNoLoss(path)
            // SQLite gives the files beside it the same permissions, none for other users. This precedes SQLite,
            // because a close of the file would release SQLite's locks.
            do throws(DatasetStoreError) {
                _ = try File(path, .openOrCreate)
            } catch {
                throw SessionStoreError.unavailable(error.description)
            }
            connections = OpenDatabase(try SessionDatabase(path: path, durability: durability))
            let writer = try SessionWriter(
                path: path, durability: durability, logger: logger, tuning: tuning, queue: queue, health: health,
                connections: connections, clock: clock)
            (service, ends) = (writer.service, writer.ends)
            writer.start()
        } catch {
            throw SessionStoreError(error, at: path)
        }
    }

    deinit {
        queue.close()
    }

    /// Throws if a known database is missing or empty.
    private static func checkIsNoLoss(_ path: String) throws(SessionStoreError) {
        guard File.size(at: path) ?? 0 == 0 else { return }
        let count = LogEnds.count(beside: path)
        guard count > 0 else { return }
        throw .unavailable(
            """
            \(path) is missing or empty, and had \(count) sessions: put it back, or remove \(LogEnds.path(of: path)) to \
            start without them
            """)
    }

    /// Whether the last write succeeded; see `SessionStore.condition`.
    package var condition: StoreCondition { health.condition }

    /// The groups that were written; see `SessionStore.figures`.
    package var figures: StoreFigures { health.figures }

    /// One process writes into the file.
    package var isShared: Bool { false }

    /// Returns the bytes of the used pages; see `SessionStore.bytes()`.
    package func bytes() -> Int {
        let used = try? connections.current.pool.read { database in
            try Int.fetchOne(
                database,
                sql: """
                    SELECT (page_count - freelist_count) * page_size
                    FROM pragma_page_count, pragma_freelist_count, pragma_page_size
                    """)
        }
        return used ?? 0
    }

    /// Appends a change to the queue; see `SessionStore.enqueue(_:on:isDue:whenDone:)`.
    package func enqueue(
        _ change: StoreChange, on chain: ChangeChain, isDue: Bool,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued {
        if queue.append(QueuedChange(change: change, chain: chain, whenDone: whenDone), isDue: isDue) { return .queued }
        chain.break(with: .closed)
        return .done(.failure(chain.error ?? .closed))
    }

    /// Makes the writer start; see `SessionStore.flush()`.
    package func flush() { queue.flush() }

    /// Queues uses, which the writer writes within about a second; see `SessionStore.noteUses(_:)`.
    package func noteUses(_ uses: [SessionUse]) { queue.append(service.moments(of: uses)) }

    /// Reads a committed session; see `SessionStore.session(_:)`.
    package func session(_ id: String) async throws(SessionStoreError) -> StoredSession? {
        try await readLog(of: id) { try $0.session() }
    }

    /// Reads a page of a log; see `SessionStore.entries(of:after:limit:)`.
    package func entries(of id: String, after revision: Int, limit: Int) async throws(SessionStoreError) -> [LogEntry] {
        try await readLog(of: id) { try $0.entries(after: revision, limit: limit) } ?? []
    }

    /// Reads what is known about a name; see `SessionStore.find(_:)`.
    package func find(_ id: String) async throws(SessionStoreError) -> StoredPresence {
        let tails = try await tails(of: [id])
        return try await read { [service] database in
            if let summary = try SummaryRow.read(database, id, tail: tails[id], now: service.now) {
                return .live(summary)
            }
            let select = try database.cachedStatement(sql: "SELECT endedAt FROM sessions WHERE id = ?")
            guard let endedAt = try Int64.fetchOne(select, arguments: [id]) else { return .unknown }
            return .ended(ago: max(0, service.date - endedAt))
        }
    }

    /// Reads the last revisions; see `SessionStore.revisions(of:)`.
    package func revisions(of ids: [String]) async throws(SessionStoreError) -> [String: Int] {
        guard !ids.isEmpty else { return [:] }
        let tails = try await tails(of: ids)
        guard tails.count < Set(ids).count else { return tails.mapValues(\.revision) }
        return try await read { database in
            var revisions = tails.mapValues(\.revision)
            for id in ids where revisions[id] == nil {
                revisions[id] = try LogTail.stored(database, session: id)?.revision
            }
            return revisions
        }
    }

    /// Whether a token belongs to a live session; see `SessionStore.hasToken(_:at:)`.
    package func hasToken(_ hash: [UInt8], at date: Int64) async throws(SessionStoreError) -> Bool {
        try await read { database in
            try SessionLookup.tokens.contains { try SessionLookup.finds($0, Data(hash), database) }
                || GrantRow.finds(hash, at: date, database)
        }
    }

    /// Adds a token in a transaction of its own; see `SessionStore.grant(_:to:at:)`.
    package func grant(
        _ token: GrantedToken, to session: String, at date: Int64
    ) async throws(SessionStoreError) -> Bool {
        _ = try await tails(of: [session])
        return try await write { try GrantRow.insert(token, into: $0, session: session, at: date) }
    }

    /// Reads granted tokens; see `SessionStore.grantedTokens(of:hash:at:)`.
    package func grantedTokens(
        of session: String, hash: [UInt8]?, at date: Int64
    ) async throws(SessionStoreError) -> [GrantedToken] {
        _ = try await tails(of: [session])
        return try await read { try GrantRow.tokens(of: session, hash: hash, at: date, $0) }
    }

    /// Removes a token in a transaction of its own; see `SessionStore.revokeToken(_:of:)`.
    package func revokeToken(_ id: String, of session: String) async throws(SessionStoreError) -> Bool {
        _ = try await tails(of: [session])
        return try await write { try GrantRow.delete(id, from: $0, session: session) }
    }

    /// Whether a live session shows a dataset; see `SessionStore.shows(_:)`.
    package func shows(_ dataset: String) async throws(SessionStoreError) -> Bool {
        try await read { try SessionLookup.finds(SessionLookup.dataset, dataset, $0) }
    }

    /// Reads the counts that the writer keeps; see `SessionStore.counts()`.
    package func counts() async throws(SessionStoreError) -> StoreCounts {
        try await read { database in
            guard let row = try Row.fetchOne(database.cachedStatement(sql: "SELECT live, ended FROM marks")) else {
                throw SessionStoreError.damaged("the store has lost its marks")
            }
            return StoreCounts(live: Int(try row.integer(0)), ended: Int(try row.integer(1)))
        }
    }

    /// Counts the sessions of a principal; see `SessionStore.count(ofOwner:upTo:)`.
    ///
    /// - Complexity: O(limit + log of the number of sessions).
    package func count(ofOwner owner: String, upTo limit: Int) async throws(SessionStoreError) -> Int {
        try await read { database in
            let select = try database.cachedStatement(sql: SessionLookup.ownerCount)
            return try Int.fetchOne(select, arguments: [owner, limit]) ?? 0
        }
    }

    /// Reads overdue sessions; see `SessionStore.overdue(limit:)`.
    package func overdue(limit: Int) async throws(SessionStoreError) -> [String] {
        try await read { [service] database in
            let select = try database.cachedStatement(sql: SessionUses.overdue)
            return try String.fetchAll(select, arguments: [service.now, limit])
        }
    }

    /// Reads a page of the live sessions; see `SessionStore.summaries(after:limit:)`.
    package func summaries(after id: String?, limit: Int) async throws(SessionStoreError) -> [StoredSummary] {
        var summaries: [StoredSummary] = []
        var last = id ?? ""
        while summaries.count < limit {
            let (start, wanted) = (last, limit - summaries.count)
            let ids = try await read { try SummaryRow.names($0, after: start, limit: wanted) }
            guard let end = ids.last else { break }
            let tails = try await tails(of: ids)
            summaries += try await read { [service] database in
                let now = service.now
                return try ids.compactMap { try SummaryRow.read(database, $0, tail: tails[$0], now: now) }
            }
            guard ids.count == wanted else { break }
            last = end
        }
        return summaries
    }

    /// Stores the queued changes and closes the files; see `SessionStore.close()`.
    package func close() async {
        queue.close()
        await queue.waitUntilStopped()
    }

    /// Reads from a log, after all earlier changes.
    ///
    /// A log that seems to have lost its last changes may have got them meanwhile, so the writer decides.
    private func readLog<Result: Sendable>(
        of id: String, _ body: @Sendable (SessionReader) throws -> Result?
    ) async throws(SessionStoreError) -> Result? {
        var tail = try await tails(of: [id], needsLog: true)[id]
        if tail == nil {
            tail = try await read { try LogTail.stored($0, session: id) }
            guard let stored = tail else { return nil }
            if let end = ends?.revision(of: stored.key), end > stored.revision {
                tail = try await tails(of: [id], needsLog: true, loads: true)[id]
            }
        }
        guard let tail else { return nil }
        return try await read { try body(SessionReader($0, tail: tail)) }
    }

    private func read<Result: Sendable>(
        _ body: @Sendable (Database) throws -> Result
    ) async throws(SessionStoreError) -> Result {
        do {
            return try await connections.current.pool.read { try body($0) }
        } catch {
            throw failure(error)
        }
    }

    /// Writes beside the queue what belongs to no log, in a transaction that is synced as those of the queue are.
    private func write<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws(SessionStoreError) -> Result {
        do {
            return try await connections.current.pool.writeWithoutTransaction { [durability] database in
                // The writer syncs less while it tidies up.
                try database.execute(sql: durability.pragma)
                var result: Result?
                try database.inTransaction {
                    result = try body(database)
                    return .commit
                }
                guard let result else { throw SessionStoreError.closed }
                return result
            }
        } catch {
            throw failure(error)
        }
    }

    /// Returns the tails that the writer has in memory, after all earlier changes.
    private func tails(
        of ids: [String], needsLog: Bool = false, loads: Bool = false
    ) async throws(SessionStoreError) -> [String: LogTail] {
        let query = LogTailQuery(about: ids, needsLog: needsLog, loads: loads)
        if !queue.append(query) { query.answer(.failure(.closed)) }
        return try await query.wait()
    }

    private func failure(_ error: any Error) -> SessionStoreError {
        let failure = SessionStoreError(error, at: path)
        if case .damaged = failure {
            health.report(failure)
            queue.wake()
        }
        return failure
    }
}
