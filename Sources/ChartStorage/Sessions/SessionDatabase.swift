import ChartSessions
import GRDB
import Synchronization

/// The open connections to the file of the store.
final class SessionDatabase: Sendable {
    /// The seconds that a write waits for another process.
    private static let busyTimeout = 1.0
    /// The bytes of a page of a file that is made here; a file that was made before keeps its pages of 4 KiB.
    ///
    /// The lines of most batches are about 1 KiB long: seven of them take one page, where 4 KiB hold three and waste a
    /// quarter.
    static let pageSize = 8_192

    /// The writer's connection and the readers'.
    let pool: DatabasePool
    /// The connection that checkpoints away from the writer.
    let checkpoints: DatabaseQueue

    /// Opens the file and brings its tables up to date.
    ///
    /// - Throws: ``SessionStoreError`` or `DatabaseError`.
    init(path: String, durability: StoreDurability) throws {
        var configuration = Configuration()
        configuration.label = "sessions"
        configuration.busyMode = .timeout(Self.busyTimeout)
        configuration.allowsUnsafeTransactions = true
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA page_size = \(Self.pageSize); PRAGMA wal_autocheckpoint = 0")
        }
        pool = try DatabasePool(path: path, configuration: configuration)
        try SessionSchema.migrate(pool)
        try pool.writeWithoutTransaction { try $0.execute(sql: durability.pragma) }
        checkpoints = try DatabaseQueue(path: path, configuration: configuration)
        try checkpoints.writeWithoutTransaction { try $0.execute(sql: StoreDurability.commit.pragma) }
    }

    /// Reads what the file holds from its first page to its last.
    ///
    /// - Throws: ``SessionStoreError`` where it is not sound, `DatabaseError` where it cannot be read.
    func verify() throws {
        let finding = try pool.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
        guard finding == "ok" else { throw SessionStoreError.damaged("\(pool.path): \(finding ?? "no finding")") }
    }

    /// Copies all of the log into the tables and closes the connections; what fails is left to the next opening.
    func close() {
        try? checkpoints.close()
        _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try? pool.close()
    }
}
