public import ChartSessions
import GRDB
public import Logging

/// Stores sessions in a SQLite database.
///
/// One thread commits all queued changes in one transaction. Another thread copies the WAL into the tables. A change
/// takes one `INSERT`, and one `UPDATE` if the datasets changed.
///
/// After a failed write, its changes and all later ones fail at once, until a trial write succeeds, one a second. While
/// the files are removed or replaced, changes fail until the files are back.
public final class SQLiteSessionStore: SessionStore {
    private let path: String
    private let queue = CommitQueue<LogTailQuery>()
    private let health: StoreHealth
    let connections: OpenDatabase

    /// Opens or creates a database, and migrates its tables.
    ///
    /// - Parameters:
    ///   - path: The path of the database. Its folder must exist, and no other process may write to it.
    ///   - durability: What a committed change survives.
    ///   - logger: Logs failures and recoveries.
    /// - Throws: `SessionStoreError` for a file that is no database, or that a newer version has written.
    public convenience init(path: String, durability: StoreDurability, logger: Logger) throws(SessionStoreError) {
        try self.init(path: path, durability: durability, logger: logger, tuning: StoreTuning())
    }

    package init(
        path: String, durability: StoreDurability, logger: Logger, tuning: StoreTuning
    ) throws(SessionStoreError) {
        self.path = path
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
            try SessionWriter(
                path: path, durability: durability, logger: logger, tuning: tuning, queue: queue, health: health,
                connections: connections
            ).start()
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
    public var condition: StoreCondition { health.condition }

    /// Returns what is stored; see `SessionStore.contents()`.
    public func contents() throws(SessionStoreError) -> StoreContents {
        do {
            return try connections.current.pool.read { try StoreOpening.contents($0) }
        } catch {
            throw failure(error)
        }
    }

    /// Returns the bytes of the used pages; see `SessionStore.bytes()`.
    public func bytes() -> Int {
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
    public func enqueue(
        _ change: StoreChange, on chain: ChangeChain, isDue: Bool,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued {
        if queue.append(QueuedChange(change: change, chain: chain, whenDone: whenDone), isDue: isDue) { return .queued }
        chain.break(with: .closed)
        return .done(.failure(chain.error ?? .closed))
    }

    /// Makes the writer start; see `SessionStore.flush()`.
    public func flush() { queue.flush() }

    /// Reads a committed session; see `SessionStore.session(_:)`.
    public func session(_ id: String) async throws(SessionStoreError) -> StoredSession? {
        try await read(id) { try $0.session() }
    }

    /// Reads the tokens of a session; see `SessionStore.tokens(of:)`.
    public func tokens(of id: String) async throws(SessionStoreError) -> StoreContents.TokenHashes? {
        try await read(id, needsLog: false) { try $0.tokens() }
    }

    /// Reads a page of a log; see `SessionStore.entries(of:after:limit:)`.
    public func entries(of id: String, after revision: Int, limit: Int) async throws(SessionStoreError) -> [LogEntry] {
        try await read(id) { try $0.entries(after: revision, limit: limit) } ?? []
    }

    /// Reads a page of the live sessions; see `SessionStore.summaries(after:limit:)`.
    public func summaries(after id: String?, limit: Int) async throws(SessionStoreError) -> [StoredSummary] {
        var summaries: [StoredSummary] = []
        var last = id
        while summaries.count < limit {
            let (start, wanted) = (last, limit - summaries.count)
            let page: SummaryPage
            do {
                page = try await connections.current.pool.read { try SummaryPage($0, after: start, limit: wanted) }
            } catch {
                throw failure(error)
            }
            guard let end = page.last else { break }
            summaries += page.summaries(try await tails(of: page.entries.map(\.summary.id), needsLog: false))
            guard page.isFull else { break }
            last = end
        }
        return summaries
    }

    /// Stores the queued changes and closes the files; see `SessionStore.close()`.
    public func close() async {
        queue.close()
        await queue.waitUntilStopped()
    }

    private func read<Result: Sendable>(
        _ id: String, needsLog: Bool = true, _ body: @Sendable (SessionReader) throws -> Result?
    ) async throws(SessionStoreError) -> Result? {
        guard let tail = try await tails(of: [id], needsLog: needsLog)[id] else { return nil }
        do {
            return try await connections.current.pool.read { try body(SessionReader($0, tail: tail)) }
        } catch {
            throw failure(error)
        }
    }

    private func tails(of ids: [String], needsLog: Bool) async throws(SessionStoreError) -> [String: LogTail] {
        let query = LogTailQuery(about: ids, needsLog: needsLog)
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
