import GRDB

/// The rows that tell which datasets the live sessions show.
enum ShownDatasets {
    /// Replaces the datasets of a session.
    static func write(_ names: [String], _ database: Database, session key: Int64) throws {
        try database.cachedStatement(sql: "DELETE FROM shown WHERE session = ?").execute(arguments: [key])
        try insert(names, database, session: key)
    }

    /// Adds the datasets of a session without rows.
    static func insert(_ names: [String], _ database: Database, session key: Int64) throws {
        let insert = try database.cachedStatement(
            sql: "INSERT INTO shown (session, dataset) VALUES (?, ?) ON CONFLICT DO NOTHING")
        for name in names { try insert.execute(arguments: [key, name]) }
    }

    /// Reads the datasets of a session's head into rows, for a session without rows.
    static func restore(_ database: Database, session key: Int64) throws {
        let select = try database.cachedStatement(sql: "SELECT datasets FROM sessions WHERE key = ?")
        guard let text = try String.fetchOne(select, arguments: [key]) else { return }
        try insert(try DatasetNames.names(in: text), database, session: key)
    }

    /// Adds the rows of all live sessions; a session with altered datasets gets none.
    static func insertAll(_ database: Database) throws {
        var known: [String: [String]] = [:]
        let rows = try Row.fetchCursor(
            database, sql: "SELECT key, datasets FROM sessions WHERE endedAt IS NULL ORDER BY key")
        while let row = try rows.next() {
            guard let text = try? row.text(1) else { continue }
            if known[text] == nil {
                if known.count >= 1_000 { known = [:] }
                known[text] = (try? DatasetNames.names(in: text)) ?? []
            }
            try insert(known[text] ?? [], database, session: try row.integer(0))
        }
    }
}
