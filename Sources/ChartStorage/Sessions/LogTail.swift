import ChartStores
import GRDB

/// The end of the log of one session.
struct LogTail: Sendable, Equatable {
    /// The session's key in the database.
    let key: Int64
    /// The last entry; 0 for an empty log, and for one that ends with a snapshot.
    var entry: Int64 = 0
    /// The revision of that entry or snapshot; 0 for an empty log.
    var revision = 0
    /// The first entry of the last skip block of revisions; see ``SessionSchema``.
    var skipBlockStart: Int64 = 0
    /// The revision that was committed before the log has lost its last changes; 0 for a whole log.
    var lostUpTo = 0
    /// Whether ``LogTails/takeUnwritten()`` has yet to return the session.
    var isUnwritten = false

    /// Moves to an entry.
    ///
    /// - Returns: Whether the move made a written tail unwritten.
    mutating func advance(to entry: Int64, revision: Int) -> Bool {
        let block = SessionSchema.revisionsPerSkipBlock
        if self.entry == 0 || self.revision / block != revision / block { skipBlockStart = entry }
        self.entry = entry
        self.revision = revision
        defer { isUnwritten = true }
        return !isUnwritten
    }

    /// Throws `SessionStoreError.damagedSession(_:)` for a log that has lost its last changes.
    func checkIsWhole() throws(SessionStoreError) {
        guard lostUpTo <= revision else { throw .lost(upTo: lostUpTo, behind: revision) }
    }

    /// Throws `SessionStoreError` for a revision that does not follow the last one.
    func checkNext(_ next: Int, of session: String) throws(SessionStoreError) {
        guard next > revision else { throw .present(session, revision: next) }
        guard next == revision + 1 else { throw .gap(session, revision: next) }
    }
}

extension LogTail {
    /// The columns that ``init(_:from:key:)`` reads, of a session's `heads` and `snapshots`.
    static let columns = "heads.entry, heads.revision, heads.stretch, snapshots.droppedUpTo"
    /// Joins these tables with a session of the database.
    static let joins = "LEFT JOIN heads ON heads.session = key LEFT JOIN snapshots ON snapshots.session = key"

    /// Reads the tail of a session that the last tail flush has written.
    ///
    /// A snapshot may have dropped an entry before its tail was stored. The log then ends with that snapshot.
    ///
    /// - Parameters:
    ///   - row: A row with ``columns``.
    ///   - column: The index of the first one.
    ///   - key: The session's key.
    /// - Throws: `SessionStoreError.damagedSession(_:)` for altered rows.
    init(_ row: Row, from column: Int, key: Int64) throws(SessionStoreError) {
        let revision = Int(try row.optionalInteger(column + 1) ?? 0)
        let dropped = Int(try row.optionalInteger(column + 3) ?? 0)
        if revision < dropped {
            self.init(key: key, revision: dropped)
        } else {
            self.init(
                key: key, entry: try row.optionalInteger(column) ?? 0, revision: revision,
                skipBlockStart: try row.optionalInteger(column + 2) ?? 0)
        }
    }

    /// Reads the stored tail of a live session; `nil` for an ended or unknown one.
    ///
    /// It is the tail of the log unless the writer has a later one in memory.
    static func stored(_ database: Database, session id: String) throws -> LogTail? {
        let select = try database.cachedStatement(
            sql: """
                SELECT \(columns), key FROM sessions INDEXED BY liveSessions \(joins)
                WHERE id = ? AND endedAt IS NULL
                """)
        guard let row = try Row.fetchOne(select, arguments: [id]) else { return nil }
        return try LogTail(row, from: 0, key: try row.integer(4))
    }
}
