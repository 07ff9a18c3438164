import ChartStores
import GRDB

/// The tables of the store; a released migration never changes.
///
/// Entries are appended to the end of their table, without an index, which would touch a page for each session in each
/// commit. An entry names the previous one of its session, and the first one of its skip block of
/// ``revisionsPerSkipBlock`` revisions. Memory holds the tails of changed logs, and a tail flush writes them from time
/// to time. Each row has a checksum, see `RowSeal`; entries before `sealedFrom` are older and have none.
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
        migrator.registerMigration("lookups") { database in try addLookups(database) }
        migrator.registerMigration("grants") { database in
            try database.execute(
                sql: """
                    CREATE TABLE grants (
                        key INTEGER PRIMARY KEY,
                        session INTEGER NOT NULL,
                        id TEXT NOT NULL,
                        hash BLOB NOT NULL,
                        rights TEXT NOT NULL,
                        author TEXT,
                        expiresAt INTEGER,
                        seal INTEGER NOT NULL
                    );
                    CREATE INDEX grantsBySession ON grants (session);
                    CREATE INDEX grantsByHash ON grants (substr(hash, 1, 8));
                    """)
        }
        return migrator
    }

    /// Adds what finds sessions by their tokens, owners, datasets and idle times, and what counts them.
    ///
    /// Triggers keep up the counts, and remove the rows of sessions that end. The idle times begin anew.
    private static func addLookups(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE uses (
                    session INTEGER PRIMARY KEY,
                    usedAt INTEGER NOT NULL,
                    expiresAt INTEGER NOT NULL
                );
                INSERT INTO uses SELECT key, 0, CAST(min(idleTimeout, \(SessionUses.longestTimeout)) AS INTEGER)
                    FROM sessions WHERE endedAt IS NULL ORDER BY key;
                CREATE INDEX usesByExpiry ON uses (expiresAt);
                CREATE TABLE shown (
                    session INTEGER NOT NULL,
                    dataset TEXT NOT NULL,
                    PRIMARY KEY (session, dataset)
                ) WITHOUT ROWID;
                """)
        try ShownDatasets.insertAll(database)
        try database.execute(
            sql: """
                CREATE INDEX shownByDataset ON shown (dataset);
                CREATE INDEX sessionsByDriverToken ON sessions (substr(driverTokenHash, 1, 8)) WHERE endedAt IS NULL;
                CREATE INDEX sessionsByViewerToken ON sessions (substr(viewerTokenHash, 1, 8)) WHERE endedAt IS NULL;
                CREATE INDEX sessionsByOwner ON sessions (owner) WHERE endedAt IS NULL AND owner IS NOT NULL;
                ALTER TABLE marks ADD COLUMN live INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE marks ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE marks ADD COLUMN service INTEGER NOT NULL DEFAULT 0;
                UPDATE marks SET live = (SELECT count(*) FROM sessions WHERE endedAt IS NULL),
                    ended = (SELECT count(*) FROM sessions WHERE endedAt IS NOT NULL);
                CREATE TRIGGER sessionCreated AFTER INSERT ON sessions BEGIN
                    UPDATE marks SET live = live + (NEW.endedAt IS NULL), ended = ended + (NEW.endedAt IS NOT NULL);
                END;
                CREATE TRIGGER sessionEnded AFTER UPDATE OF endedAt ON sessions
                WHEN (OLD.endedAt IS NULL) <> (NEW.endedAt IS NULL) BEGIN
                    UPDATE marks SET live = live + (NEW.endedAt IS NULL) - (OLD.endedAt IS NULL),
                        ended = ended + (NEW.endedAt IS NOT NULL) - (OLD.endedAt IS NOT NULL);
                    DELETE FROM uses WHERE session = NEW.key AND NEW.endedAt IS NOT NULL;
                    DELETE FROM shown WHERE session = NEW.key AND NEW.endedAt IS NOT NULL;
                END;
                CREATE TRIGGER sessionRemoved AFTER DELETE ON sessions BEGIN
                    UPDATE marks SET live = live - (OLD.endedAt IS NULL), ended = ended - (OLD.endedAt IS NOT NULL);
                    DELETE FROM uses WHERE session = OLD.key;
                    DELETE FROM shown WHERE session = OLD.key;
                END;
                """)
    }

    /// Migrates a database, and keeps a copy of an earlier schema beside it, with which an earlier version can go on.
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
        try pool.read { try migrator.keepCopy(of: $0, at: pool.path) }
        try migrator.migrate(pool)
    }
}
