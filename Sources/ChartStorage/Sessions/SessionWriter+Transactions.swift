import ChartSessions
import GRDB

extension SessionWriter {
    /// Thrown within a transaction that must be written again, without a chain that broke meanwhile.
    private struct ChainBroke: Error {}

    /// Commits changes; those of broken chains, and those that do not fit, are left out.
    ///
    /// - Throws: `DatabaseError` or ``SessionStoreError`` where nothing was committed.
    mutating func write(_ changes: [QueuedChange]) throws -> CommittedGroup {
        try files.check()
        while true {
            var group = CommittedGroup(of: changes)
            do {
                try transaction { database, writer in
                    try writer.apply(changes, database, &group)
                    try writer.tuning.beforeCommit()
                    if group.holdsBrokenChain { throw ChainBroke() }
                }
                tuning.afterCommit()
                return group
            } catch {
                for change in group.applied { change.undo(in: &logTails) }
                if !(error is ChainBroke) { throw error }
            }
        }
    }

    /// Runs a transaction that begins by undoing what does not count.
    ///
    /// - Throws: What the body throws, or `DatabaseError`; nothing was committed then.
    mutating func transaction(_ body: (Database, inout SessionWriter) throws -> Void) throws {
        let pool = connections.current.pool
        try pool.writeWithoutTransaction { database in
            do {
                try database.cachedStatement(sql: "BEGIN IMMEDIATE").execute()
                for change in rollbacks { try change.undo(in: database) }
                try body(database, &self)
                try database.cachedStatement(sql: "COMMIT").execute()
            } catch {
                try? database.rollback()
                throw error
            }
        }
        rollbacks = []
    }

    private mutating func apply(
        _ changes: [QueuedChange], _ database: Database, _ group: inout CommittedGroup
    ) throws {
        let entries = try EntryInsertion(database)
        for change in changes {
            if let error = change.chain.error {
                group.refuse(with: error)
                continue
            }
            do {
                group.append(try AppliedChange(change.change, database, entries, &logTails))
            } catch let error as SessionStoreError {
                change.chain.break(with: error)
                group.refuse(with: error)
            }
        }
    }
}
