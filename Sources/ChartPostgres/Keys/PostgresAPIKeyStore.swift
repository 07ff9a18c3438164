package import ChartStores
package import Logging
import Synchronization

/// Stores API keys in the database that the nodes share.
///
/// It has one connection, which it opens again after it was lost. A call takes a few seconds at most.
package final class PostgresAPIKeyStore: APIKeyStore {
    private let connector: PostgresConnector
    private let connection: Mutex<PostgresConnection?>

    /// Connects to a database, and creates or migrates its tables.
    ///
    /// - Parameters:
    ///   - settings: Where the database is.
    ///   - logger: Logs a database that does not tell its timeline.
    /// - Throws: ``PostgresError`` for a database that does not answer, that refuses the role, that a newer version has
    ///   written, or that does not grant the right to create tables.
    package init(settings: PostgresSettings, logger: Logger) throws(PostgresError) {
        // A key is rarely written, and what a command has printed must last.
        connector = PostgresConnector(
            settings: settings, durability: .full, node: .random(in: 1 ... .max), statementLimit: .seconds(2),
            logger: logger)
        let opened = try connector.openFirst(.keys, fences: false)
        try PostgresSchema.prepare(opened, until: .now + .seconds(60))
        connection = Mutex(opened)
    }

    /// Returns all keys; see `APIKeyStore.keys()`.
    ///
    /// - Throws: `APIKeyStoreError` when they cannot be read.
    package func keys() throws(APIKeyStoreError) -> [APIKey] {
        let rows = try run(PostgresStatement(KeyStatements.all))
        var keys: [APIKey] = []
        for row in 0..<rows.count { keys.append(try KeyStatements.key(rows, row)) }
        return keys
    }

    /// Adds a key; see `APIKeyStore.add(_:)`.
    ///
    /// - Throws: `APIKeyStoreError` when it cannot be stored, or when another key has its id.
    package func add(_ key: APIKey) throws(APIKeyStoreError) {
        guard try run(KeyStatements.insertion(of: key), repeats: false).count == 1 else { throw .present(key.id) }
    }

    /// Adds a key to a store without keys; see `APIKeyStore.addFirst(_:)`.
    ///
    /// - Throws: `APIKeyStoreError` when it cannot be stored.
    package func addFirst(_ key: APIKey) throws(APIKeyStoreError) -> Bool {
        try run(KeyStatements.firstInsertion(of: key), repeats: false)[1].count == 1
    }

    /// Revokes a key; see `APIKeyStore.revoke(_:at:)`.
    ///
    /// - Throws: `APIKeyStoreError` when it cannot be stored.
    package func revoke(_ id: String, at time: Int64) throws(APIKeyStoreError) -> APIKey? {
        let rows = try run(KeyStatements.revocation(of: id, at: time))
        return rows.count == 1 ? try KeyStatements.key(rows, 0) : nil
    }

    /// The number of keys and of revoked ones together; see `APIKeyStore.changeNumber()`.
    ///
    /// - Throws: `APIKeyStoreError` when it cannot be read.
    package func changeNumber() throws(APIKeyStoreError) -> Int64 {
        try run(PostgresStatement(BackgroundStatement.keyChanges.text)).integer(0, 0) ?? 0
    }

    private func run(
        _ statement: PostgresStatement, repeats: Bool = true
    ) throws(APIKeyStoreError) -> PostgresResult {
        try run([statement], repeats: repeats)[0]
    }

    /// Runs statements in one transaction on the connection, or on a new one if it was lost.
    ///
    /// - Parameters:
    ///   - statements: The statements.
    ///   - repeats: Whether the statements run again when their answer was lost.
    /// - Returns: The rows of each.
    /// - Throws: `APIKeyStoreError`.
    private func run(
        _ statements: [PostgresStatement], repeats: Bool
    ) throws(APIKeyStoreError) -> [PostgresResult] {
        do throws(PostgresError) {
            return try connection.withLock { connection throws(PostgresError) in
                do throws(PostgresError) {
                    return try Self.run(statements, on: &connection, of: connector)
                } catch  where error.kind == .lost && repeats {
                    return try Self.run(statements, on: &connection, of: connector)
                }
            }
        } catch {
            let doubt = error.isInDoubt && !repeats ? "; the change may be stored, chart-surface keys list tells" : ""
            throw APIKeyStoreError("the API keys of the database cannot be used: \(error)\(doubt)")
        }
    }

    private static func run(
        _ statements: [PostgresStatement], on connection: inout PostgresConnection?, of connector: PostgresConnector
    ) throws(PostgresError) -> [PostgresResult] {
        let usable: PostgresConnection
        if let connection, connection.isUsable {
            usable = connection
        } else {
            connection = nil
            usable = try connector.open(.keys, fences: false)
            connection = usable
        }
        do throws(PostgresError) {
            return try usable.run(statements, until: connector.deadline)
        } catch {
            if error.needsNewConnection { connection = nil }
            throw error
        }
    }
}
