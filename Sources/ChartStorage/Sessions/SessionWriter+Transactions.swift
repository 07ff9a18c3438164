import ChartStores
import GRDB

extension SessionWriter {
    /// Aborts a transaction whose chain has broken, so that the writer repeats it without the chain.
    private struct ChainBroke: Error {}

    /// Commits changes, except those of broken chains and those that do not fit.
    ///
    /// - Throws: `DatabaseError` or `SessionStoreError`; the database has not changed then.
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

    /// Runs a transaction, after the pending rollbacks.
    ///
    /// - Throws: The error of the body, or `DatabaseError`; the database has not changed then.
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
        let dependencies = ChangeDependencies(
            database: database, entries: try EntryInsertion(database), ends: ends, service: service.now,
            date: service.date, uses: pendingUses)
        for change in changes {
            if let error = change.chain.error {
                group.refuse(with: error)
                continue
            }
            do {
                group.append(try AppliedChange(change.change, dependencies, &logTails))
            } catch let error as SessionStoreError {
                change.chain.break(with: error)
                group.refuse(with: error)
            }
        }
    }
}
