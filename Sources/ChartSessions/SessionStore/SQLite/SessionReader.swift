import Foundation
import GRDB

/// Reads what is committed of a session.
struct SessionReader {
    private let database: Database
    private let place: SessionLedger.Place

    /// Starts from the end of the session's log.
    init(_ database: Database, place: SessionLedger.Place) {
        self.database = database
        self.place = place
    }

    /// The head, the snapshot and the entries since; `nil` for a session that has ended by now.
    func session() throws -> StoredSession? {
        let select = try database.cachedStatement(
            sql: """
                SELECT id, driverTokenHash, viewerTokenHash, idleTimeout, datasets, line FROM sessions
                WHERE key = ? AND endedAt IS NULL
                """)
        guard let row = try Row.fetchOne(select, arguments: [place.key]) else { return nil }
        let head = StoredHead(
            id: row[0], driverTokenHash: Self.bytes(row[1]), viewerTokenHash: Self.bytes(row[2]), idleTimeout: row[3],
            datasets: try DatasetNames.names(in: row[4]), line: Self.bytes(row[5]))
        let snapshot = try snapshot()
        let chain = LogChain(database, session: place.key, last: place.entry)
        let links = try chain.links(after: snapshot?.revision ?? 0, upTo: place.revision)
        return StoredSession(
            head: head, snapshot: snapshot, entries: try links.reversed().map { try chain.entry(of: $0) })
    }

    /// A page of the log.
    func entries(after revision: Int, limit: Int) throws -> [LogEntry] {
        let select = try database.cachedStatement(sql: "SELECT droppedUpTo FROM snapshots WHERE session = ?")
        let floor = max(revision, try Int.fetchOne(select, arguments: [place.key]) ?? 0)
        let ceiling = min(floor.addingReportingOverflow(limit).partialValue, place.revision)
        let chain = LogChain(database, session: place.key, last: place.entry)
        let links = try chain.links(after: floor, upTo: ceiling < floor ? place.revision : ceiling)
        var page = LogPage(limit: limit)
        for link in links.reversed() {
            guard !page.isFull else { break }
            page.append(try chain.entry(of: link))
        }
        return page.entries
    }

    private func snapshot() throws -> StoredSnapshot? {
        let select = try database.cachedStatement(sql: "SELECT revision, state FROM snapshots WHERE session = ?")
        guard let row = try Row.fetchOne(select, arguments: [place.key]) else { return nil }
        return StoredSnapshot(revision: row[0], state: Self.bytes(row[1]))
    }

    private static func bytes(_ data: Data) -> [UInt8] { [UInt8](data) }
}
