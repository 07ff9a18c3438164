import ChartSessions
import GRDB
import GRDBSQLite

/// Appends entries to their table, one for nearly every change of every session.
///
/// The values go to SQLite as they lie, by its own interface: GRDB would box each, copy the line twice, and look whether
/// somebody observes the table, which takes longer than SQLite takes for the entry.
struct EntryInsertion {
    private let statement: Statement
    private let database: Database

    /// Prepares the statement, or takes it from those of the connection.
    init(_ database: Database) throws {
        self.database = database
        statement = try database.cachedStatement(
            sql: """
                INSERT INTO entries (id, session, revision, previous, stretch, line, seal)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
    }

    /// Appends an entry behind the last one of its session.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - number: Its number.
    ///   - tail: Where the session's log ends before it.
    /// - Throws: `DatabaseError`; nothing is appended then.
    func append(_ entry: LogEntry, numbered number: Int64, behind tail: LogTail) throws {
        let numbers: [5 of Int64] = [number, tail.key, Int64(entry.revision), tail.entry, tail.skipBlockStart]
        let seal = RowSeal.entry(numbers, line: entry.line.span)
        let code = unsafe entry.line.withUnsafeBytes { line in
            let raw = unsafe statement.sqliteStatement
            defer {
                unsafe sqlite3_reset(raw)
                unsafe sqlite3_clear_bindings(raw)
            }
            for index in numbers.indices {
                let code = unsafe sqlite3_bind_int64(raw, CInt(index + 1), numbers[index])
                guard code == SQLITE_OK else { return code }
            }
            // SQLite reads the bytes where they are, and is done with them as this returns; none at all would be NULL.
            let code =
                unsafe line.isEmpty
                ? unsafe sqlite3_bind_zeroblob(raw, 6, 0)
                : unsafe sqlite3_bind_blob64(raw, 6, line.baseAddress, UInt64(line.count), nil)
            guard code == SQLITE_OK else { return code }
            let sealCode = unsafe sqlite3_bind_int64(raw, 7, seal)
            guard sealCode == SQLITE_OK else { return sealCode }
            return unsafe sqlite3_step(raw)
        }
        guard code == SQLITE_DONE else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage, sql: statement.sql)
        }
    }
}
