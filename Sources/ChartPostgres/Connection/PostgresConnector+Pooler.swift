import Logging
import Synchronization

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
