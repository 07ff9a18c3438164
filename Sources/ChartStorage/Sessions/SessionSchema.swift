import ChartSessions
import GRDB

/// The tables of the store; a released migration never changes.
///
/// Entries are appended to the end of their table, without an index, which would touch a page for each session in each
/// commit. An entry names the previous one of its session, and the first one of its skip block of
/// ``revisionsPerSkipBlock`` revisions. Memory holds the tails, and a tail flush writes them from time to time. Each
/// row has a checksum, see ``RowSeal``; entries before `sealedFrom` are older and have none.
enum SessionSchema {
    /// The number of revisions that a reader can skip in one step.
    static let revisionsPerSkipBlock = 256

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("sessions") { database in
            try database.execute(
                sql: """
                    CREATE TABLE sessions (
                        key INTEGER PRIMARY KEY AUTOINCREMENT,
                        id TEXT NOT NULL UNIQUE,
                        driverTokenHash BLOB NOT NULL,
                        viewerTokenHash BLOB NOT NULL,
                        idleTimeout REAL NOT NULL,
                        datasets TEXT NOT NULL,
                        line BLOB NOT NULL,
                        endedAt INTEGER
                    );
                    CREATE INDEX sessionsByEnd ON sessions (endedAt) WHERE endedAt IS NOT NULL;
                    CREATE TABLE entries (
                        id INTEGER PRIMARY KEY,
                        session INTEGER NOT NULL,
                        revision INTEGER NOT NULL,
                        previous INTEGER NOT NULL,
                        stretch INTEGER NOT NULL,
                        line BLOB NOT NULL
                    );
                    CREATE TABLE snapshots (
                        session INTEGER PRIMARY KEY,
                        revision INTEGER NOT NULL,
                        droppedUpTo INTEGER NOT NULL,
                        state BLOB NOT NULL
                    );
                    CREATE TABLE heads (
                        session INTEGER PRIMARY KEY,
                        entry INTEGER NOT NULL,
                        revision INTEGER NOT NULL,
                        stretch INTEGER NOT NULL
                    );
                    CREATE TABLE purges (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        session INTEGER NOT NULL,
                        entry INTEGER NOT NULL,
                        ends INTEGER NOT NULL
                    );
                    CREATE TABLE marks (
                        id INTEGER PRIMARY KEY CHECK (id = 1),
                        counted INTEGER NOT NULL,
                        nextEntry INTEGER NOT NULL,
                        trials INTEGER NOT NULL
                    );
                    INSERT INTO marks VALUES (1, 0, 1, 0);
                    """)
        }
        migrator.registerMigration("seals") { database in
            try database.execute(
                sql: """
                    ALTER TABLE sessions ADD COLUMN seal INTEGER;
                    ALTER TABLE entries ADD COLUMN seal INTEGER;
                    ALTER TABLE snapshots ADD COLUMN seal INTEGER;
                    """)
        }
        migrator.registerMigration("sealed") { database in
            try database.execute(
                sql: """
                    ALTER TABLE marks ADD COLUMN sealedFrom INTEGER NOT NULL DEFAULT 0;
                    UPDATE marks SET sealedFrom = max(nextEntry, 1 + (SELECT coalesce(max(id), 0) FROM entries));
                    """)
            try RowSeal.sealRest(of: database)
        }
        migrator.registerMigration("owners") { database in
            try database.execute(
                sql: """
                    ALTER TABLE sessions ADD COLUMN owner TEXT;
                    ALTER TABLE sessions ADD COLUMN ownerDatasets TEXT;
                    ALTER TABLE sessions ADD COLUMN createdAt INTEGER;
                    CREATE INDEX liveSessions ON sessions (id) WHERE endedAt IS NULL;
                    """)
        }
        return migrator
    }

    /// Migrates a database.
    ///
    /// - Throws: `SessionStoreError` for a damaged database or one of a newer version, `DatabaseError` otherwise.
    static func migrate(_ pool: DatabasePool) throws {
        if try pool.read({ database in try migrator.hasBeenSuperseded(database) }) {
            throw SessionStoreError.unavailable("\(pool.path) was written by a newer version of this server")
        }
        guard try !pool.read({ database in try migrator.hasCompletedMigrations(database) }) else { return }
        // A damaged file must stay unchanged.
        let finding = try pool.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
        guard finding == "ok" else { throw SessionStoreError.damaged("\(pool.path): \(finding ?? "no finding")") }
        try migrator.migrate(pool)
    }
}
