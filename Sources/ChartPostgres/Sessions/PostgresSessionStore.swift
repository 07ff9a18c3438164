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
