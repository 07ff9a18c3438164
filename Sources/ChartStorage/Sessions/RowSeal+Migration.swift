import ChartStores
import GRDB

/// Seals the rows of a database that had no seals.
extension RowSeal {
    /// Adds checksums to the heads and snapshots of earlier versions.
    static func sealRest(of database: Database) throws {
        let heads = try Row.fetchCursor(
            database,
            sql: "SELECT key, id, driverTokenHash, viewerTokenHash, idleTimeout, line FROM sessions WHERE seal IS NULL")
        while let row = try heads.next() {
            let head = StoredHead(
                id: try row.text(1), driverTokenHash: try row.bytes(2), viewerTokenHash: try row.bytes(3),
                idleTimeout: try row.number(4), datasets: [], line: try row.bytes(5))
            try database.execute(
                sql: "UPDATE sessions SET seal = ? WHERE key = ?", arguments: [Self.head(head), try row.integer(0)])
        }
        let snapshots = try Row.fetchCursor(
            database, sql: "SELECT session, revision, state FROM snapshots WHERE seal IS NULL")
        while let row = try snapshots.next() {
            let key = try row.integer(0)
            let state = try row.bytes(2)
            let seal = Self.snapshot(session: key, revision: Int(try row.integer(1)), state: state.span)
            try database.execute(sql: "UPDATE snapshots SET seal = ? WHERE session = ?", arguments: [seal, key])
        }
    }
}
