import ChartStores
import GRDB

/// What the changes of one transaction need.
struct ChangeDependencies {
    /// The writer's connection, in a transaction.
    let database: Database
    /// Appends entries.
    let entries: EntryInsertion
    /// The file of log ends; `nil` if it cannot be written.
    let ends: LogEnds?
    /// The service time.
    let service: Int64
    /// The machine's date, in milliseconds since 1970.
    let date: Int64
    /// The noted uses that the database does not have yet, in service time.
    let uses: [String: Int64]

    /// Returns the tail of a session's log.
    ///
    /// - Throws: `SessionStoreError` for an ended or unknown session, `DatabaseError` otherwise.
    func tail(of session: String, _ logTails: inout LogTails) throws -> LogTail {
        guard let tail = try logTails.load(session, database, ends: ends) else {
            throw SessionStoreError.missing(session)
        }
        return tail
    }

    /// Whether a session is overdue, also by the uses that the database does not have yet.
    func isOverdue(_ session: String, _ times: (usedAt: Int64, expiresAt: Int64)?) -> Bool {
        guard let times else { return false }
        return times.expiresAt + max(0, (uses[session] ?? times.usedAt) - times.usedAt) <= service
    }
}
