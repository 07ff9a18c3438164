import ChartStores
import Foundation
import GRDB

/// The snapshot of a session in the database.
struct SnapshotRow: Sendable {
    let revision: Int
    /// The last revision without an entry; 0 if all are kept.
    let droppedUpTo: Int
    let state: Data

    init(revision: Int, droppedUpTo: Int, state: Data) {
        self.revision = revision
        self.droppedUpTo = droppedUpTo
        self.state = state
    }

    /// Reads the snapshot of a session; `nil` without one.
    init?(_ database: Database, session key: Int64) throws {
        let select = try database.cachedStatement(
            sql: "SELECT revision, droppedUpTo, state FROM snapshots WHERE session = ?")
        guard let row = try Row.fetchOne(select, arguments: [key]) else { return nil }
        self.init(revision: row[0], droppedUpTo: row[1], state: row[2])
    }

    /// Replaces a snapshot that is no newer; entries that it has dropped stay dropped.
    func write(_ database: Database, session key: Int64) throws {
        let seal = RowSeal.snapshot(session: key, revision: revision, state: [UInt8](state).span)
        try database.cachedStatement(
            sql: """
                INSERT INTO snapshots (session, revision, droppedUpTo, state, seal) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET revision = excluded.revision,
                    droppedUpTo = max(droppedUpTo, excluded.droppedUpTo), state = excluded.state,
                    seal = excluded.seal
                    WHERE excluded.revision >= revision
                """
        ).execute(arguments: [key, revision, droppedUpTo, state, seal])
    }
}
