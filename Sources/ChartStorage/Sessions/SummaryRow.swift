import ChartStores
import GRDB

/// The committed rows of live sessions, without their logs.
enum SummaryRow {
    /// Selects the names after a name, in ascending order of their bytes.
    static let selection = """
        SELECT id FROM sessions INDEXED BY liveSessions WHERE id > ? AND endedAt IS NULL ORDER BY id LIMIT ?
        """

    /// Reads the names after a name.
    static func names(_ database: Database, after id: String, limit: Int) throws -> [String] {
        try String.fetchAll(database.cachedStatement(sql: selection), arguments: [id, limit])
    }

    /// Reads the summary of a live session; `nil` for an ended or unknown one.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - id: The session's name.
    ///   - tail: The tail in the writer's memory; `nil` if the stored one is the tail.
    ///   - now: The service time.
    /// - Returns: The summary.
    /// - Throws: `SessionStoreError` for altered rows, `DatabaseError` otherwise.
    static func read(_ database: Database, _ id: String, tail: LogTail?, now: Int64) throws -> StoredSummary? {
        let select = try database.cachedStatement(
            sql: """
                SELECT \(LogTail.columns), key, driverTokenHash, viewerTokenHash, owner, datasets, idleTimeout,
                    createdAt, usedAt
                FROM sessions INDEXED BY liveSessions \(LogTail.joins) LEFT JOIN uses ON uses.session = key
                WHERE id = ? AND endedAt IS NULL
                """)
        guard let row = try Row.fetchOne(select, arguments: [id]) else { return nil }
        let stored = try LogTail(row, from: 0, key: try row.integer(4))
        return StoredSummary(
            id: id, tokens: TokenHashes(driver: try row.bytes(5), viewer: try row.bytes(6)),
            owner: try row.optionalText(7), revision: tail?.key == stored.key ? tail?.revision ?? 0 : stored.revision,
            datasets: try DatasetNames.names(in: try row.text(8)), idleTimeout: try row.number(9),
            idle: max(0, now - (try row.optionalInteger(11) ?? now)), createdAt: try row.optionalInteger(10))
    }
}
