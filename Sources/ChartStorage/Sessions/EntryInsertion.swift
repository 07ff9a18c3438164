import ChartStores
import GRDB
import GRDBSQLite

/// Appends entries to their table, one for nearly every change.
///
/// It binds the values through SQLite's own interface. GRDB would box each value, copy the line twice and check for
/// observers, which takes longer than SQLite's insertion.
struct EntryInsertion {
    private let statement: Statement
    private let database: Database

    /// Prepares the statement, or takes it from the connection's cache.
    init(_ database: Database) throws {
        self.database = database
        statement = try database.cachedStatement(
            sql: """
                INSERT INTO entries (id, session, revision, previous, stretch, line, seal)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
    }

    /// Appends an entry after the last one of its session.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - number: Its number.
    ///   - tail: The tail of the session's log before the entry.
    /// - Throws: `DatabaseError`; the table has not changed then.
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
            // SQLite reads the bytes in place, before this closure returns. A blob of no bytes would be NULL.
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
