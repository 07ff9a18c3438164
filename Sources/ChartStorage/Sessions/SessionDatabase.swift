import ChartStores
import GRDB
import Synchronization

/// The open connections to the database.
final class SessionDatabase: Sendable {
    /// The seconds for which a write waits for another process.
    private static let busyTimeout = 1.0
    /// The page size in bytes of a new file; an older file keeps its pages of 4 KiB.
    ///
    /// Most batches have lines of about 1 KiB: a page holds seven, where 4 KiB hold three and waste a quarter.
    static let pageSize = 8_192

    /// The writer's connection and the readers'.
    let pool: DatabasePool
    /// The connection of the checkpoint thread.
    let checkpoints: DatabaseQueue

    /// Opens the file and migrates its tables.
    ///
    /// - Throws: `SessionStoreError` or `DatabaseError`.
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

    /// Reads the whole file and checks it.
    ///
    /// - Throws: `SessionStoreError` for a damaged file, `DatabaseError` for an unreadable one.
    func verify() throws {
        let finding = try pool.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
        guard finding == "ok" else { throw SessionStoreError.damaged("\(pool.path): \(finding ?? "no finding")") }
    }

    /// Copies the whole WAL into the tables and closes the connections; the next opening makes up for a failure.
    func close() {
        try? checkpoints.close()
        _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try? pool.close()
    }
}
