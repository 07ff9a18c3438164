package import ChartStores
import Foundation
package import Logging
import Synchronization

/// Stores sessions in PostgreSQL, which any number of nodes share.
///
/// The row of a session in the table `session` decides: a revision counts once that row has moved to it from the
/// revision before. One thread writes all queued changes of a node in one transaction and one round trip. A node that
/// lost a race has changed nothing and gets `SessionStoreError.conflict`.
///
/// **When the answer of a commit is lost**, the writer connects again and looks for its own rows before it tells a
/// result. Meanwhile the callers wait, and reads of the sessions wait too. The registry breaks a chain that waits for
/// too long. Its change may be committed even so, and it stays, since another node may have read it. So after a broken
/// chain a registry of a shared store reads the session again, and continues from what it finds there. It must not
/// return to the last state that it knew as stored.
///
/// **When a race is lost**, the row may still be held by the winner, and a read at once shows the old revision. The
/// registry waits for a short random time before it tries again.
///
/// **After a failover that lost commits**, or a restore, the timeline of the database is higher. Changes that build on a
/// state of an earlier timeline are refused with `conflict`: the database may have their revision with another content.
///
/// **What `full` promises**: what was acknowledged is on the synchronous standbys, and a node reads nothing after a new
/// connection before the standbys have all that it may see. An administrator who ends another node's waiting commit by
/// hand makes it visible to open connections without a standby; that is not covered.
///
/// Only the primary is used, for reads too. The settings of the connection are those of a session, so a pooler between
/// the node and the database has to work in session mode.
package final class PostgresSessionStore: SessionStore {
    private let queue = CommitQueue<WriteBarrier>()
    private let pending = PendingSessions()
    private let health: StoreHealth
    private let pool: ReaderPool
    private let maintenance: StoreMaintenance
    private let connections: ConnectionCount
    private let outlet = HintOutlet()
    private let connector: PostgresConnector
    private let readerWait: Duration
    private let settings: PostgresSettings
    private let logger: Logger
    /// The random number of this node, which its rows carry.
    package let node: Int64

    /// Connects to a database, and creates or migrates its tables.
    ///
    /// - Parameters:
    ///   - settings: Where the database is.
    ///   - durability: What a committed change survives.
    ///   - logger: Logs failures and recoveries.
    /// - Throws: ``PostgresError`` for a database that does not answer, that refuses the role, that a newer version has
    ///   written, or that does not grant the right to create tables.
    package convenience init(
        settings: PostgresSettings, durability: StoreDurability, logger: Logger
    ) throws(PostgresError) {
        try self.init(settings: settings, durability: durability, logger: logger, tuning: PostgresTuning())
    }

    package init(
        settings: PostgresSettings, durability: StoreDurability, logger: Logger, tuning: PostgresTuning
    ) throws(PostgresError) {
        node = .random(in: 1 ... .max)
        (self.settings, self.logger) = (settings, logger)
        let connector = PostgresConnector(
            settings: settings, durability: durability, node: node, statementLimit: tuning.statementLimit,
            logger: logger)
        try PostgresSchema.prepare(try connector.openFirst(.schema), until: .now + .seconds(60))
        connections = connector.count
        (self.connector, readerWait) = (connector, tuning.readerWait)
        let (health, queue) = (StoreHealth(patience: tuning.patience), queue)
        self.health = health
        pool = ReaderPool(connector, size: tuning.readers, wait: tuning.readerWait, after: tuning.after) { error in
            health.report(error)
            queue.wake()
        }
        maintenance = StoreMaintenance(pool, tuning: tuning)
        PostgresWriter.start(connector, tuning: tuning, queue: queue, health: health, pending: pending, outlet: outlet)
        maintenance.start()
    }

    deinit {
        queue.close()
        outlet.stop()
        maintenance.stop()
        pool.stop()
    }

    /// Whether the last write succeeded; see `SessionStore.condition`.
    package var condition: StoreCondition { health.condition }

    /// What this node has done; see `SessionStore.figures`.
    package var figures: StoreFigures {
        var figures = health.figures
        figures.openedConnections = connections.total
        figures.connections = connections.current
        figures.clearingBacklog = maintenance.clearingBacklog
        return figures
    }

    /// The database and its timeline, which a promotion and a restore raise.
    package var history: StoreHistory? { connector.identity.history }

    /// Other nodes write into the database too.
    package var isShared: Bool { true }

    /// Returns the bytes of the tables, as the last round of maintenance found them.
    package func bytes() -> Int { maintenance.bytes }

    /// Appends a change to the queue; see `SessionStore.enqueue(_:on:isDue:whenDone:)`.
    package func enqueue(
        _ change: StoreChange, on chain: ChangeChain, isDue: Bool,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued {
        if let session = change.session { pending.add(session) }
        if queue.append(QueuedChange(change: change, chain: chain, whenDone: whenDone), isDue: isDue) { return .queued }
        if let session = change.session { pending.remove([session]) }
        chain.break(with: .closed)
        return .done(.failure(chain.error ?? .closed))
    }

    /// Makes the writer start; see `SessionStore.flush()`.
    package func flush() { queue.flush() }

    /// Notes uses with the next free connection; see `SessionStore.noteUses(_:)`.
    package func noteUses(_ uses: [SessionUse]) { maintenance.note(uses) }

    /// Connects once more, to hear of the changes of other nodes and to tell of this node's; see
    /// `SessionStore.openHints()`.
    package func openHints() -> (any SessionHints)? {
        outlet.open { PostgresHints(settings: settings, node: node, logger: logger) }
    }

    /// Stores the queued changes and uses and closes the connections; see `SessionStore.close()`.
    package func close() async {
        queue.close()
        await queue.waitUntilStopped()
        await outlet.close()
        maintenance.stop()
        await pool.close()
    }

    /// Opens the catalog of datasets in the same database, with connections of its own.
    ///
    /// - Parameter chunkBytes: The bytes of a part of a segment.
    /// - Returns: The catalog, which also stores segments.
    package func makeCatalogStore(chunkBytes: Int = 1 << 20) -> PostgresCatalogStore {
        PostgresCatalogStore(connector, wait: readerWait, outlet: outlet, chunkBytes: chunkBytes)
    }

    /// Runs a statement on a free connection, after the queued changes of sessions.
    func read<Answer: Sendable>(
        _ text: PostgresText, _ parameters: PostgresParameters, after sessions: [String] = [],
        _ decode: @escaping @Sendable (PostgresResult) throws -> Answer
    ) async throws(SessionStoreError) -> Answer {
        if pending.contains(anyOf: sessions) { await waitForQueue() }
        return try await pool.read { connection, deadline in
            try decode(connection.run(PostgresStatement(text, parameters), until: deadline))
        }
    }

    /// Runs statements in one transaction on a free connection; they may run again when their answer was lost.
    func run<Answer: Sendable>(
        _ statements: [PostgresStatement], _ decode: @escaping @Sendable ([PostgresResult]) throws -> Answer
    ) async throws(SessionStoreError) -> Answer {
        try await pool.read { connection, deadline in try decode(connection.run(statements, until: deadline)) }
    }

    private func waitForQueue() async {
        await withCheckedContinuation { continuation in
            if !queue.append({ continuation.resume() }) { continuation.resume() }
        }
    }
}

/// The statements about granted tokens; each may be repeated when its answer was lost.
private enum GrantStatements {
    /// Waits for other grants of a session, and finds the key of a live one.
    static let hold = PostgresText(
        "grant_hold", "SELECT session FROM session_start WHERE id = $1 FOR NO KEY UPDATE")

    /// Removes the tokens of a session that have expired.
    static let clear = PostgresText(
        "grant_clear", "DELETE FROM session_grant WHERE session = $1::int8 AND expires_at <= $2::int8")

    /// Inserts a token where there is room, and returns its id.
    static let insert = PostgresText(
        "grant_insert",
        """
        INSERT INTO session_grant (session, id, hash, rights, author, expires_at, seal)
        SELECT $1::int8, $2::text, $3::bytea, $4::text, $5::bytea, $6::int8, $7::int8
        WHERE EXISTS (SELECT FROM session_grant WHERE hash = $3)
            OR (SELECT count(*) FROM session_grant WHERE session = $1) < \(GrantedToken.mostOfSession)
        ON CONFLICT (hash) DO UPDATE SET hash = excluded.hash RETURNING id
        """)

    static let select = PostgresText(
        "grants",
        """
        SELECT g.id, g.hash, g.rights, g.author, g.expires_at, g.session, g.seal
        FROM session_start t JOIN session_grant g ON g.session = t.session
        WHERE t.id = $1 AND (g.expires_at IS NULL OR g.expires_at > $2::int8) AND ($3::bytea IS NULL OR g.hash = $3)
        ORDER BY g.number
        """)

    static let delete = PostgresText(
        "grant_delete",
        """
        DELETE FROM session_grant g USING session_start t WHERE t.session = g.session AND t.id = $1 AND g.id = $2
        RETURNING g.id
        """)
}

extension PostgresSessionStore {
    /// Adds a token; see `SessionStore.grant(_:to:at:)`.
    package func grant(
        _ token: GrantedToken, to session: String, at date: Int64
    ) async throws(SessionStoreError) -> Bool {
        let found = try await read(GrantStatements.hold, PostgresParameters { $0.add(session) }, after: [session]) {
            $0.integer(0, 0)
        }
        guard let key = found else { throw .missing(session) }
        let statements = [
            PostgresStatement(GrantStatements.hold, PostgresParameters { $0.add(session) }),
            PostgresStatement(
                GrantStatements.clear,
                PostgresParameters { parameters in
                    parameters.add(key)
                    parameters.add(date)
                }),
            PostgresStatement(
                GrantStatements.insert,
                PostgresParameters { parameters in
                    parameters.add(key)
                    parameters.add(token.id)
                    parameters.add(token.hash)
                    parameters.add(token.rightsText)
                    parameters.add(token.author.map { Array($0.utf8) })
                    parameters.add(token.expiresAt)
                    parameters.add(token.seal(session: key))
                }),
        ]
        return try await run(statements) { $0[2].count == 1 }
    }

    /// Reads granted tokens; see `SessionStore.grantedTokens(of:hash:at:)`.
    package func grantedTokens(
        of session: String, hash: [UInt8]?, at date: Int64
    ) async throws(SessionStoreError) -> [GrantedToken] {
        try await read(
            GrantStatements.select,
            PostgresParameters { parameters in
                parameters.add(session)
                parameters.add(date)
                parameters.add(hash)
            }, after: [session]
        ) { result in
            (0..<result.count).compactMap { row in
                guard let id = result.text(row, 0), let hash = result.bytes(row, 1), let rights = result.text(row, 2),
                    let key = result.integer(row, 5), let seal = result.integer(row, 6)
                else { return nil }
                let author = result.bytes(row, 3).map { String(decoding: $0, as: UTF8.self) }
                return GrantedToken(
                    id: id, hash: hash, rights: rights, author: author, expiresAt: result.integer(row, 4),
                    session: key, seal: seal)
            }
        }
    }

    /// Removes a token; see `SessionStore.revokeToken(_:of:)`.
    package func revokeToken(_ id: String, of session: String) async throws(SessionStoreError) -> Bool {
        try await read(
            GrantStatements.delete,
            PostgresParameters { parameters in
                parameters.add(session)
                parameters.add(id)
            }, after: [session]
        ) { $0.count == 1 }
    }
}

extension PostgresSessionStore {
    /// Reads a committed session; see `SessionStore.session(_:)`.
    package func session(_ id: String) async throws(SessionStoreError) -> StoredSession? {
        try await read(ReadStatements.session, PostgresParameters { $0.add(id) }, after: [id]) {
            try SessionRows.session(id, $0)
        }
    }

    /// Reads what is known about a name; see `SessionStore.find(_:)`.
    package func find(_ id: String) async throws(SessionStoreError) -> StoredPresence {
        try await read(ReadStatements.find, PostgresParameters { $0.add(id) }, after: [id]) { result in
            guard result.count > 0 else { return .unknown }
            if let ago = result.integer(0, 9) { return .ended(ago: max(0, ago)) }
            return .live(try SessionRows.summary(result, 0))
        }
    }

    /// Reads the last revisions; see `SessionStore.revisions(of:)`.
    package func revisions(of ids: [String]) async throws(SessionStoreError) -> [String: Int] {
        guard !ids.isEmpty else { return [:] }
        return try await read(BackgroundStatement.revisions.text, PostgresParameters { $0.addArray(ids) }, after: ids) {
            result in
            var revisions: [String: Int] = [:]
            for row in 0..<result.count {
                guard let id = result.text(row, 0) else { continue }
                revisions[id] = result.integer(row, 1).map(Int.init)
            }
            return revisions
        }
    }

    /// Whether a token belongs to a live session; see `SessionStore.hasToken(_:at:)`.
    package func hasToken(_ hash: [UInt8], at date: Int64) async throws(SessionStoreError) -> Bool {
        try await read(
            ReadStatements.hasToken,
            PostgresParameters { parameters in
                parameters.add(hash)
                parameters.add(date)
            }
        ) { $0.truth(0, 0) == true }
    }

    /// Whether a live session shows a dataset; see `SessionStore.shows(_:)`.
    package func shows(_ dataset: String) async throws(SessionStoreError) -> Bool {
        try await read(ReadStatements.shows, PostgresParameters { $0.add(Array(dataset.utf8)) }) {
            $0.truth(0, 0) == true
        }
    }

    /// Counts sessions and tombstones; see `SessionStore.counts()`.
    ///
    /// - Complexity: It grows with the number of nodes: each keeps its own count, in the transactions of its changes.
    package func counts() async throws(SessionStoreError) -> StoreCounts {
        try await read(BackgroundStatement.counts.text, PostgresParameters()) { result in
            StoreCounts(
                live: Int(max(0, result.integer(0, 0) ?? 0)), ended: Int(max(0, result.integer(0, 1) ?? 0)))
        }
    }

    /// Counts the sessions of a principal; see `SessionStore.count(ofOwner:upTo:)`.
    package func count(ofOwner owner: String, upTo limit: Int) async throws(SessionStoreError) -> Int {
        try await read(
            ReadStatements.ownerCount,
            PostgresParameters { parameters in
                parameters.add(Array(owner.utf8))
                parameters.add(Int64(max(0, limit)))
            }
        ) { Int($0.integer(0, 0) ?? 0) }
    }

    /// Returns overdue sessions; see `SessionStore.overdue(limit:)`.
    package func overdue(limit: Int) async throws(SessionStoreError) -> [String] {
        try await read(BackgroundStatement.overdue.text, PostgresParameters { $0.add(Int64(max(0, limit))) }) {
            result in
            (0..<result.count).compactMap { result.text($0, 0) }
        }
    }

    /// Reads a page of a log; see `SessionStore.entries(of:after:limit:)`.
    package func entries(of id: String, after revision: Int, limit: Int) async throws(SessionStoreError) -> [LogEntry] {
        try await read(
            ReadStatements.entries,
            PostgresParameters { parameters in
                parameters.add(id)
                parameters.add(Int64(revision))
                parameters.add(Int64(max(0, limit)))
                parameters.add(Int64(LogPage.byteLimit))
            }, after: [id]
        ) { try SessionRows.page(of: id, limit: limit, $0) }
    }

    /// Reads a page of the live sessions; see `SessionStore.summaries(after:limit:)`.
    package func summaries(after id: String?, limit: Int) async throws(SessionStoreError) -> [StoredSummary] {
        try await read(
            ReadStatements.summaries,
            PostgresParameters { parameters in
                parameters.add(id ?? "")
                parameters.add(Int64(max(0, limit)))
            }
        ) { result in try (0..<result.count).map { try SessionRows.summary(result, $0) } }
    }
}
