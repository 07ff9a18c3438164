import GRDB

/// The rows that tell when each live session was last used, and when it will be overdue, in service time.
enum SessionUses {
    /// The longest idle timeout in milliseconds, about 30,000 years; a longer one counts as this.
    static let longestTimeout = 1e15

    /// The names of the sessions that are overdue, the longest overdue first.
    static let overdue = """
        SELECT id FROM uses INDEXED BY usesByExpiry JOIN sessions ON key = session
        WHERE expiresAt <= ? ORDER BY expiresAt, session LIMIT ?
        """

    /// Inserts the row of a session; its timeout is read from its head.
    static func insert(_ database: Database, session key: Int64, usedAt: Int64) throws {
        try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO uses (session, usedAt, expiresAt)
                SELECT key, :usedAt, :usedAt + CAST(min(idleTimeout, \(Self.longestTimeout)) AS INTEGER) FROM sessions
                WHERE key = :key
                """
        ).execute(arguments: ["usedAt": usedAt, "key": key])
    }

    /// Notes a use; an earlier one than the noted one, and one of an unknown session, change nothing.
    static func note(_ database: Database, session id: String, usedAt: Int64) throws {
        try database.cachedStatement(
            sql: """
                UPDATE uses SET expiresAt = expiresAt - usedAt + :usedAt, usedAt = :usedAt
                WHERE usedAt < :usedAt AND session =
                    (SELECT key FROM sessions INDEXED BY liveSessions WHERE id = :id AND endedAt IS NULL)
                """
        ).execute(arguments: ["usedAt": usedAt, "id": id])
    }

    /// Reads when a session was last used and when it will be overdue; `nil` without a row.
    static func times(_ database: Database, session key: Int64) throws -> (usedAt: Int64, expiresAt: Int64)? {
        let select = try database.cachedStatement(sql: "SELECT usedAt, expiresAt FROM uses WHERE session = ?")
        guard let row = try Row.fetchOne(select, arguments: [key]) else { return nil }
        return (try row.integer(0), try row.integer(1))
    }
}
