import ChartStores
import GRDB

/// The table of keys; a released migration never changes.
enum KeySchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("keys") { database in
            try database.execute(
                sql: """
                    CREATE TABLE keys (
                        number INTEGER PRIMARY KEY AUTOINCREMENT,
                        id TEXT NOT NULL UNIQUE,
                        name TEXT NOT NULL,
                        hash BLOB NOT NULL,
                        scopes TEXT NOT NULL,
                        datasets TEXT NOT NULL,
                        createdAt INTEGER NOT NULL,
                        expiresAt INTEGER,
                        revokedAt INTEGER
                    );
                    """)
        }
        return migrator
    }

    /// Checks and migrates a database, and keeps a copy of an earlier schema beside it.
    ///
    /// - Throws: `APIKeyStoreError` for a damaged database or one of a newer version, `DatabaseError` otherwise.
    static func migrate(_ queue: DatabaseQueue) throws {
        let finding = try queue.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
        guard finding == "ok" else { throw APIKeyStoreError.damaged(queue.path, finding ?? "no finding") }
        guard try !queue.read({ try migrator.hasBeenSuperseded($0) }) else {
            throw APIKeyStoreError("\(queue.path) was written by a newer version of this server: use that one")
        }
        guard try !queue.read({ try migrator.hasCompletedMigrations($0) }) else { return }
        try queue.read { try migrator.keepCopy(of: $0, at: queue.path) }
        try migrator.migrate(queue)
    }
}
