import ChartSessions
import GRDB

/// The data that the writer reads from an opened database.
struct StoreOpening: Sendable {
    let logTails: LogTails
    let purges: [LogPurge]
    /// The last entry that the stored tails include.
    let counted: Int64
    /// The keys of all sessions, also of ended ones.
    let keys: Set<Int64>

    /// Reads the stored tails, and advances them by the later entries.
    ///
    /// A snapshot may have dropped an entry before its tail was stored. The log then ends with that snapshot.
    init(_ database: Database) throws {
        guard let marks = try Row.fetchOne(database, sql: "SELECT counted, nextEntry FROM marks") else {
            throw SessionStoreError.damaged("the store has lost its marks")
        }
        counted = try marks.integer(0)
        let last = try Int64.fetchOne(database, sql: "SELECT max(id) FROM entries") ?? 0
        var logTails = LogTails(nextEntry: max(try marks.integer(1), last + 1))
        var names: [Int64: String] = [:]
        let sessions = try Row.fetchCursor(
            database,
            sql: """
                SELECT key, id, entry, heads.revision, stretch, droppedUpTo FROM sessions
                LEFT JOIN heads ON heads.session = key LEFT JOIN snapshots ON snapshots.session = key
                WHERE endedAt IS NULL
                """)
        while let row = try sessions.next() {
            let (key, name) = (try row.integer(0), try row.text(1))
            names[key] = name
            let revision = Int(try row.optionalInteger(3) ?? 0)
            let dropped = Int(try row.optionalInteger(5) ?? 0)
            logTails.put(
                revision < dropped
                    ? LogTail(key: key, revision: dropped)
                    : LogTail(
                        key: key, entry: try row.optionalInteger(2) ?? 0, revision: revision,
                        skipBlockStart: try row.optionalInteger(4) ?? 0),
                of: name)
        }
        let entries = try Row.fetchCursor(
            database, sql: "SELECT id, session, revision FROM entries WHERE id > ? ORDER BY id", arguments: [counted])
        while let row = try entries.next() {
            let revision = Int(try row.integer(2))
            guard let name = names[try row.integer(1)], let tail = logTails[name], revision > tail.revision else {
                continue
            }
            logTails.put(try row.integer(0), revision: revision, of: name)
        }
        self.logTails = logTails
        keys = Set(try Int64.fetchAll(database, sql: "SELECT key FROM sessions"))
        purges = try LogPurge.all(database)
    }

    /// Returns the contents for callers.
    static func contents(_ database: Database) throws -> StoreContents {
        var contents = StoreContents()
        let live = try Row.fetchCursor(
            database,
            sql: """
                SELECT id, datasets, idleTimeout, driverTokenHash, viewerTokenHash, owner FROM sessions
                WHERE endedAt IS NULL ORDER BY key
                """)
        while let row = try live.next() {
            contents.live.append(
                StoreContents.Live(
                    id: try row.text(0), tokens: .init(driver: try row.bytes(3), viewer: try row.bytes(4)),
                    datasets: try DatasetNames.names(in: try row.text(1)), idleTimeout: try row.number(2),
                    owner: try row.optionalText(5)))
        }
        let ended = try Row.fetchCursor(
            database, sql: "SELECT id, endedAt FROM sessions WHERE endedAt IS NOT NULL ORDER BY endedAt, id")
        while let row = try ended.next() {
            contents.tombstones.append(StoreContents.Tombstone(id: try row.text(0), endedAt: try row.integer(1)))
        }
        return contents
    }
}
