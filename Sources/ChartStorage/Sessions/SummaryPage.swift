import ChartSessions
import GRDB

/// Committed rows of live sessions, in ascending order of the bytes of their names.
struct SummaryPage: Sendable {
    /// A session without its revision, which only the writer knows.
    struct Entry: Sendable {
        let key: Int64
        let summary: StoredSummary
    }

    /// Selects the rows after a name, through the index of the live sessions' names.
    static let selection = """
        SELECT id, key, owner, datasets, createdAt FROM sessions INDEXED BY liveSessions
        WHERE id > ? AND endedAt IS NULL ORDER BY id LIMIT ?
        """

    /// The entries of the rows.
    let entries: [Entry]
    /// The name of the last row; `nil` for an empty page.
    let last: String?
    /// Whether there may be more rows after the page.
    let isFull: Bool

    /// Reads the rows after a name.
    init(_ database: Database, after id: String?, limit: Int) throws {
        let rows = try Row.fetchAll(
            database.cachedStatement(sql: Self.selection), arguments: [id ?? "", limit])
        entries = try rows.map { row in
            Entry(
                key: try row.integer(1),
                summary: StoredSummary(
                    id: try row.text(0), owner: try row.optionalText(2), revision: 0,
                    datasets: try DatasetNames.names(in: try row.text(3)), createdAt: try row.optionalInteger(4)))
        }
        last = entries.last?.summary.id
        isFull = rows.count == limit
    }

    /// Returns the summaries of the sessions that have not ended since, with their revisions.
    func summaries(_ tails: [String: LogTail]) -> [StoredSummary] {
        entries.compactMap { entry in
            guard let tail = tails[entry.summary.id], tail.key == entry.key else { return nil }
            var summary = entry.summary
            summary.revision = tail.revision
            return summary
        }
    }
}
