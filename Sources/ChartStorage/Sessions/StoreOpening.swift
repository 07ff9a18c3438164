import ChartStores
import GRDB

/// The data that the writer reads from an opened database.
///
/// It reads the entries since the last tail flush, and the sessions of these, however many rest.
struct StoreOpening: Sendable {
    /// The tails of the sessions with entries since the last tail flush.
    let logTails: LogTails
    let purges: [LogPurge]
    /// The last entry that the stored tails include.
    let counted: Int64
    /// The service time at which the server resumes.
    let service: Int64
    /// The keys of the sessions.
    let keys: SessionKeys

    /// Reads the marks, and advances the stored tails by the later entries.
    init(_ database: Database) throws {
        guard let marks = try Row.fetchOne(database, sql: "SELECT counted, nextEntry, service FROM marks") else {
            throw SessionStoreError.damaged("the store has lost its marks")
        }
        counted = try marks.integer(0)
        service = try marks.integer(2)
        let last = try Int64.fetchOne(database, sql: "SELECT max(id) FROM entries") ?? 0
        var logTails = LogTails(nextEntry: max(try marks.integer(1), last + 1))
        var names: [Int64: String?] = [:]
        let select = try database.makeStatement(sql: "SELECT id FROM sessions WHERE key = ? AND endedAt IS NULL")
        let entries = try Row.fetchCursor(
            database, sql: "SELECT id, session, revision FROM entries WHERE id > ? ORDER BY id", arguments: [counted])
        while let row = try entries.next() {
            let (key, revision) = (try row.integer(1), Int(try row.integer(2)))
            if names[key] == nil { names[key] = .some(try String.fetchOne(select, arguments: [key])) }
            guard let name = names[key] ?? nil, let tail = try logTails.load(name, database, ends: nil),
                revision > tail.revision
            else { continue }
            logTails.put(try row.integer(0), revision: revision, of: name)
        }
        self.logTails = logTails
        purges = try LogPurge.all(database)
        keys = try SessionKeys(database)
    }
}
