import ChartStores
import Logging
import Synchronization

/// Opens connections to the primary.
struct PostgresConnector: Sendable {
    /// What a connection is for, which the database shows in its list of connections.
    enum Purpose: String, Sendable {
        case writer, reader, datasets, hints, schema, keys
    }

    let settings: PostgresSettings
    let durability: StoreDurability
    /// The random number of this node.
    let node: Int64
    /// The server's own limit of a statement.
    let statementLimit: Duration
    let logger: Logger
    let identity = PrimaryIdentity()
    let count = ConnectionCount()
    let pooler = PoolerMark()
    private let hasWarnedOfIdentity = Once()

    init(
        settings: PostgresSettings, durability: StoreDurability, node: Int64, statementLimit: Duration, logger: Logger
    ) {
        self.settings = settings
        self.durability = durability
        self.node = node
        self.statementLimit = statementLimit
        self.logger = logger
    }

    /// The name of a connection in the database's list.
    func name(_ purpose: Purpose) -> String {
        "chart-surface \(String(UInt64(bitPattern: node), radix: 16)) \(purpose.rawValue)"
    }

    /// When a statement that starts now has to have an answer: a second after the server's own limit.
    var deadline: ContinuousClock.Instant { .now + statementLimit + .seconds(1) }

    /// Connects to the primary.
    ///
    /// The first connection looks at all servers of the URL and takes the one with the highest timeline. A later one
    /// takes the first server whose timeline is not lower than the known one.
    ///
    /// - Parameters:
    ///   - purpose: What the connection is for.
    ///   - fences: Whether to wait, with `StoreDurability.full`, until a synchronous standby has all that this
    ///     server may show; see ``fence(_:)``.
    /// - Returns: A connection that accepts writes.
    /// - Throws: ``PostgresError`` of the last server.
    func open(_ purpose: Purpose, fences: Bool = true) throws(PostgresError) -> PostgresConnection {
        var best: PostgresConnection?
        var failure: PostgresError?
        let looksAtAll = identity.timeline == nil
        for host in settings.hosts {
            do throws(PostgresError) {
                let connection = try open(purpose, at: host)
                if (best?.timeline ?? -1) < (connection.timeline ?? 0) { best = connection }
                if !looksAtAll { break }
            } catch {
                failure = error
            }
        }
        guard let best else {
            throw failure ?? PostgresError(.unreachable, message: "the URL of the database names no server")
        }
        if best.timeline.map({ $0 < identity.timeline ?? 0 }) ?? false {
            throw PostgresError(.unreachable, message: "the database at \(best.host) is an old primary")
        }
        if fences { try fence(best) }
        return best
    }

    private func open(_ purpose: Purpose, at host: PostgresSettings.Host) throws(PostgresError) -> PostgresConnection {
        let connection = try PostgresConnection(to: host, settings: settings, name: name(purpose))
        connection.count(in: count)
        let milliseconds = Int(statementLimit / .milliseconds(1))
        let commands = [
            "SET synchronous_commit = \(synchronousCommit)", "SET statement_timeout = \(milliseconds)",
            "SET idle_in_transaction_session_timeout = \(milliseconds)", "SET search_path = \(PostgresSchema.name)",
            // Every statement goes through an index. A plan from before the tables grew must do so too.
            "SET enable_seqscan = off", "SET jit = off",
        ]
        do throws(PostgresError) {
            _ = try connection.run(commands.map { PostgresStatement(.once($0)) }, until: deadline)
        } catch  where error.kind == .late {
            throw silence(at: host)
        }
        do throws(PostgresError) {
            let mark = try readMark(connection)
            try identity.admit(mark, at: host)
            connection.timeline = mark.timeline
        } catch  where error.isMissingFeature {
            if hasWarnedOfIdentity.isFirst() {
                logger.warning(
                    "the database does not tell its timeline, so an old primary would not be noticed",
                    metadata: ["error": "\(error)"])
            }
        }
        return connection
    }

    private func readMark(_ connection: PostgresConnection) throws(PostgresError) -> PrimaryIdentity.Mark {
        let row = try connection.run(
            PostgresStatement(
                .once(
                    """
                    SELECT (SELECT system_identifier FROM pg_catalog.pg_control_system()),
                        ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int8
                    """)), until: deadline)
        return PrimaryIdentity.Mark(system: row.integer(0, 0) ?? 0, timeline: row.integer(0, 1) ?? 0)
    }

    private var synchronousCommit: String {
        switch durability {
        case .none: "off"
        case .commit: "local"
        case .full: "on"
        }
    }

    /// Waits, with `StoreDurability.full`, until the synchronous standbys have all that this server may show.
    ///
    /// A commit that waits for a standby is invisible, but a crash or the end of its connection makes it visible
    /// without the standby. A read of it could then be lost by a failover. The empty message is a commit that has to
    /// wait too, and whatever was visible before is in the log before it. So this call ends only when all of that is on
    /// the standby.
    ///
    /// It does not help when an administrator ends another node's waiting commit while this connection goes on.
    func fence(_ connection: PostgresConnection) throws(PostgresError) {
        guard durability == .full else { return }
        do throws(PostgresError) {
            _ = try connection.run(
                PostgresStatement(.once("SELECT pg_catalog.pg_logical_emit_message(true, 'fence', '')")),
                until: deadline)
            guard !connection.hasWarning else { throw PostgresError(.late, message: "the wait for the standby ended") }
        } catch  where error.isInDoubt {
            throw PostgresError(
                .unreachable, message: "no synchronous standby of the database at \(connection.host) answers")
        }
    }
}

/// Something that happens once.
private final class Once: Sendable {
    private let hasHappened = Mutex(false)

    func isFirst() -> Bool {
        hasHappened.withLock { hasHappened in
            defer { hasHappened = true }
            return !hasHappened
        }
    }
}

/// What a node knows of a pooler between it and the database.
final class PoolerMark: Sendable {
    private let isKnown = Atomic(false)
    private let isFull = Atomic(false)

    /// Whether there is one.
    var isThere: Bool { isKnown.load(ordering: .relaxed) }

    /// Notes that there is one.
    func note() { isKnown.store(true, ordering: .relaxed) }

    /// Notes that it has no room for a connection.
    ///
    /// - Returns: Whether that is the first time.
    func noteFull() -> Bool { !isFull.exchange(true, ordering: .relaxed) }
}

extension PostgresConnector {
    /// Opens the first connection of a store, and checks that a pooler in between leaves a connection to its node.
    ///
    /// The settings and the prepared statements of a node are those of a connection. A pooler in transaction mode serves
    /// each transaction with any connection, which lacks them.
    ///
    /// - Parameters:
    ///   - purpose: What the connection is for.
    ///   - fences: Whether to wait for a standby; see ``open(_:fences:)``.
    /// - Returns: The connection.
    /// - Throws: ``PostgresError`` of the last server, and for a pooler in another mode than session mode.
    func openFirst(_ purpose: Purpose, fences: Bool = true) throws(PostgresError) -> PostgresConnection {
        let connection = try open(purpose, fences: fences)
        let process = try process(of: connection)
        guard process != connection.processID else { return connection }
        pooler.note()
        // While another connection is in a transaction, a pooler in transaction mode cannot serve both with one process.
        let other = try open(purpose, fences: false)
        let again = try self.process(of: connection)
        do throws(PostgresError) {
            _ = try other.run(PostgresStatement(.once("BEGIN")), until: deadline)
        } catch  where error.message.contains("pooling mode") {
            throw otherMode(at: connection.host)
        }
        let meanwhile = try self.process(of: connection)
        _ = try other.run(PostgresStatement(.once("ROLLBACK")), until: deadline)
        guard again == process, meanwhile == process else { throw otherMode(at: connection.host) }
        return connection
    }

    private func process(of connection: PostgresConnection) throws(PostgresError) -> Int64 {
        let row = try connection.run(PostgresStatement(.once("SELECT pg_backend_pid()::int8")), until: deadline)
        return row.integer(0, 0) ?? 0
    }

    private func otherMode(at host: PostgresSettings.Host) -> PostgresError {
        PostgresError(
            .settings,
            message: """
                the pooler at \(host) serves each transaction with another connection; it has to work in session mode \
                (PgBouncer: pool_mode = session)
                """)
    }

    /// The error of a connection that was let in and whose first statement gets no answer, which the log tells once.
    func silence(at host: PostgresSettings.Host) -> PostgresError {
        let reason =
            pooler.isThere
            ? "the pooler at \(host) has no room for one more connection (PgBouncer: default_pool_size)"
            : """
            the database at \(host) takes a connection and does not answer in time; a pooler in between may have no room \
            for it
            """
        if pooler.noteFull() {
            logger.warning("a connection to the database stays unused", metadata: ["error": "\(reason)"])
        }
        return PostgresError(.unreachable, message: reason)
    }
}
