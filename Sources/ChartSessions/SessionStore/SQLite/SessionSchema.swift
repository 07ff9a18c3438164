import GRDB

/// The tables of the store, as they have grown: a migration that was released is never changed.
///
/// An entry is appended at the end of its table, and no index is kept of it, since that would touch a page for each
/// session in each commit. An entry knows the one before it in its session, and the first of the stretch of
/// ``stretch`` revisions before it; the last one of each session is known in memory, and written down now and then.
/// A row has a checksum of its own, see ``RowSeal``; rows of earlier versions have none.
enum SessionSchema {
    /// The revisions that a reader on its way back through a log can leave out in one step.
    static let stretch = 256

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
        return migrator
    }

    /// Brings a database up to date.
    ///
    /// - Throws: ``SessionStoreError`` for one that a newer version has written, `DatabaseError` otherwise.
    static func migrate(_ pool: DatabasePool) throws {
        if try pool.read({ database in try migrator.hasBeenSuperseded(database) }) {
            throw SessionStoreError.unavailable("\(pool.path) was written by a newer version of this server")
        }
        try migrator.migrate(pool)
    }
}
