import GRDB

/// Statements that find live sessions by an index.
enum SessionLookup {
    /// The live sessions with a token; an index has the first bytes of each.
    static let tokens = [("driver", "Driver"), ("viewer", "Viewer")].map { role, index in
        """
        SELECT 1 FROM sessions INDEXED BY sessionsBy\(index)Token
        WHERE substr(\(role)TokenHash, 1, 8) = substr(:value, 1, 8) AND \(role)TokenHash = :value AND endedAt IS NULL
        LIMIT 1
        """
    }

    /// The live sessions that show a dataset.
    static let dataset = "SELECT 1 FROM shown INDEXED BY shownByDataset WHERE dataset = :value LIMIT 1"

    /// The number of an owner's live sessions, up to a limit.
    static let ownerCount = """
        SELECT count(*) FROM (
            SELECT 1 FROM sessions INDEXED BY sessionsByOwner WHERE owner = ? AND endedAt IS NULL LIMIT ?
        )
        """

    /// Whether a statement finds a row.
    static func finds(
        _ statement: String, _ value: some DatabaseValueConvertible, _ database: Database
    ) throws -> Bool {
        try Int.fetchOne(database.cachedStatement(sql: statement), arguments: ["value": value]) != nil
    }
}
