import GRDB

/// Obsolete entries, which the writer deletes in small steps between commits.
struct LogPurge: Sendable {
    /// The entries of one step, which takes about a millisecond.
    private static let slice = 256

    /// The key of its row.
    let id: Int64
    /// The key of the session.
    let session: Int64
    /// The latest entry to delete; all earlier ones go too.
    let entry: Int64
    /// Whether the session has ended, so that its other rows go too.
    let ends: Bool

    /// Stores a purge.
    static func begin(_ database: Database, session: Int64, from entry: Int64, ends: Bool) throws -> LogPurge {
        try database.cachedStatement(sql: "INSERT INTO purges (session, entry, ends) VALUES (?, ?, ?)")
            .execute(arguments: [session, entry, ends])
        return LogPurge(id: database.lastInsertedRowID, session: session, entry: entry, ends: ends)
    }

    /// Reads all unfinished purges.
    static func all(_ database: Database) throws -> [LogPurge] {
        try Row.fetchAll(database, sql: "SELECT id, session, entry, ends FROM purges ORDER BY id").map { row in
            LogPurge(id: row[0], session: row[1], entry: row[2], ends: row[3])
        }
    }

    /// Removes a purge before its first step.
    func cancel(_ database: Database) throws {
        try database.execute(sql: "DELETE FROM purges WHERE id = ?", arguments: [id])
    }

    /// Deletes the entries of one step.
    ///
    /// - Parameters:
    ///   - database: The writer's connection, in a transaction.
    ///   - nextEntry: The number of the next entry. The step stores it, since it may delete the entry with the largest
    ///     number.
    /// - Returns: The remaining purge; `nil` when it is finished.
    /// - Throws: `DatabaseError`.
    func step(_ database: Database, nextEntry: Int64) throws -> LogPurge? {
        let select = try database.cachedStatement(sql: "SELECT session, previous FROM entries WHERE id = ?")
        let delete = try database.cachedStatement(sql: "DELETE FROM entries WHERE id = ?")
        var next = entry
        for _ in 0..<Self.slice where next != 0 {
            guard let row = try Row.fetchOne(select, arguments: [next]), row[0] == session else {
                next = 0
                break
            }
            try delete.execute(arguments: [next])
            next = row[1]
        }
        try database.cachedStatement(sql: "UPDATE marks SET nextEntry = max(nextEntry, ?)")
            .execute(arguments: [nextEntry])
        guard next == 0 else {
            try database.cachedStatement(sql: "UPDATE purges SET entry = ? WHERE id = ?").execute(arguments: [next, id])
            return LogPurge(id: id, session: session, entry: next, ends: ends)
        }
        try database.cachedStatement(sql: "DELETE FROM purges WHERE id = ?").execute(arguments: [id])
        if ends { try clear(database) }
        return nil
    }

    private func clear(_ database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM snapshots WHERE session = ?").execute(arguments: [session])
        try database.cachedStatement(sql: "DELETE FROM grants WHERE session = ?").execute(arguments: [session])
        try database.cachedStatement(sql: "DELETE FROM heads WHERE session = ?").execute(arguments: [session])
        try database.cachedStatement(
            sql: """
                UPDATE sessions SET driverTokenHash = x'', viewerTokenHash = x'', datasets = '[]', line = x'',
                    owner = NULL, ownerDatasets = NULL
                WHERE key = ?
                """
        ).execute(arguments: [session])
    }
}
