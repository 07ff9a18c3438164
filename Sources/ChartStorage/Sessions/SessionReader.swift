import ChartStores
import GRDB

/// Reads the committed data of a session.
struct SessionReader {
    private let database: Database
    private let tail: LogTail

    /// Starts at the tail of the session's log.
    init(_ database: Database, tail: LogTail) {
        self.database = database
        self.tail = tail
    }

    /// Reads the head, the snapshot and the entries after it; `nil` for a session that has ended since.
    func session() throws -> StoredSession? {
        let select = try database.cachedStatement(
            sql: """
                SELECT id, driverTokenHash, viewerTokenHash, idleTimeout, datasets, line, seal, owner, ownerDatasets,
                    createdAt FROM sessions
                WHERE key = ? AND endedAt IS NULL
                """)
        guard let row = try Row.fetchOne(select, arguments: [tail.key]) else { return nil }
        let head = StoredHead(
            id: try row.text(0), driverTokenHash: try row.bytes(1), viewerTokenHash: try row.bytes(2),
            idleTimeout: try row.number(3), datasets: try DatasetNames.names(in: try row.text(4)),
            line: try row.bytes(5), owner: try StoredOwner.owner(in: row, subject: 7, patterns: 8),
            createdAt: try row.optionalInteger(9))
        try RowSeal.check(try row.optionalInteger(6), is: RowSeal.head(head), of: "the beginning of the log")
        let snapshot = try snapshot()
        let chain = LogChain(database, tail: tail)
        let links = try chain.wholeLinks(after: snapshot?.revision ?? 0, upTo: tail.revision)
        return StoredSession(
            head: head, snapshot: snapshot, entries: try links.reversed().map { try chain.entry(of: $0) })
    }

    /// Reads a page of the log.
    func entries(after revision: Int, limit: Int) throws -> [LogEntry] {
        let select = try database.cachedStatement(sql: "SELECT droppedUpTo FROM snapshots WHERE session = ?")
        let floor = max(revision, try Int.fetchOne(select, arguments: [tail.key]) ?? 0)
        let ceiling = min(floor.addingReportingOverflow(limit).partialValue, tail.revision)
        let chain = LogChain(database, tail: tail)
        let links = try chain.wholeLinks(after: floor, upTo: ceiling < floor ? tail.revision : ceiling)
        var page = LogPage(limit: limit)
        for link in links.reversed() {
            guard !page.isFull else { break }
            page.append(try chain.entry(of: link))
        }
        return page.entries
    }

    private func snapshot() throws -> StoredSnapshot? {
        let select = try database.cachedStatement(sql: "SELECT revision, state, seal FROM snapshots WHERE session = ?")
        guard let row = try Row.fetchOne(select, arguments: [tail.key]) else { return nil }
        let snapshot = StoredSnapshot(revision: Int(try row.integer(0)), state: try row.bytes(1))
        try RowSeal.check(
            try row.optionalInteger(2),
            is: RowSeal.snapshot(session: tail.key, revision: snapshot.revision, state: snapshot.state.span),
            of: "the snapshot of revision \(snapshot.revision)")
        return snapshot
    }
}
