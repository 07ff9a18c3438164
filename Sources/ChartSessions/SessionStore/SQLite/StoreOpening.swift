import Foundation
import GRDB

/// What the writer must know of a file as it is opened.
struct StoreOpening: Sendable {
    let ledger: SessionLedger
    let purges: [LogPurge]
    /// The last entry of which the ends of the logs were written down.
    let counted: Int64

    /// Reads the ends of the logs: those that were written down, and those of the entries behind them.
    ///
    /// An entry that a snapshot took the place of may be gone before the end of its log was written down: then the log
    /// ends with that snapshot.
    init(_ database: Database) throws {
        guard let marks = try Row.fetchOne(database, sql: "SELECT counted, nextEntry FROM marks") else {
            throw SessionStoreError.damaged("the store has lost its marks")
        }
        counted = marks[0]
        let last = try Int64.fetchOne(database, sql: "SELECT max(id) FROM entries") ?? 0
        var ledger = SessionLedger(nextEntry: max(marks[1], last + 1))
        var names: [Int64: String] = [:]
        let sessions = try Row.fetchCursor(
            database,
            sql: """
                SELECT key, id, entry, heads.revision, stretch, droppedUpTo FROM sessions
                LEFT JOIN heads ON heads.session = key LEFT JOIN snapshots ON snapshots.session = key
                WHERE endedAt IS NULL
                """)
        while let row = try sessions.next() {
            let name: String = row[1]
            names[row[0]] = name
            let revision: Int = row[3] ?? 0
            let dropped: Int = row[5] ?? 0
            ledger.put(
                revision < dropped
                    ? SessionLedger.Place(key: row[0], revision: dropped)
                    : SessionLedger.Place(key: row[0], entry: row[2] ?? 0, revision: revision, stretch: row[4] ?? 0),
                of: name)
        }
        let entries = try Row.fetchCursor(
            database, sql: "SELECT id, session, revision FROM entries WHERE id > ? ORDER BY id", arguments: [counted])
        while let row = try entries.next() {
            let revision: Int = row[2]
            guard let name = names[row[1]], let place = ledger[name], revision > place.revision else { continue }
            ledger.put(row[0], revision: revision, of: name)
        }
        self.ledger = ledger
        purges = try LogPurge.all(database)
    }

    /// What callers want to know of the file as it is opened.
    static func contents(_ database: Database) throws -> StoreContents {
        var contents = StoreContents()
        let live = try Row.fetchCursor(
            database,
            sql: """
                SELECT id, datasets, idleTimeout, driverTokenHash, viewerTokenHash FROM sessions
                WHERE endedAt IS NULL ORDER BY key
                """)
        while let row = try live.next() {
            contents.live.append(
                StoreContents.Live(
                    id: row[0], tokens: .init(driver: bytes(row[3]), viewer: bytes(row[4])),
                    datasets: try DatasetNames.names(in: row[1]), idleTimeout: row[2]))
        }
        let ended = try Row.fetchCursor(
            database, sql: "SELECT id, endedAt FROM sessions WHERE endedAt IS NOT NULL ORDER BY endedAt, id")
        while let row = try ended.next() {
            contents.tombstones.append(StoreContents.Tombstone(id: row[0], endedAt: row[1]))
        }
        return contents
    }

    private static func bytes(_ data: Data) -> [UInt8] { [UInt8](data) }
}
