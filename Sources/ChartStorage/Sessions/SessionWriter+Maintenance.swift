import ChartSessions
import GRDB

extension SessionWriter {
    /// The tails of one write, which takes about a millisecond.
    private static let tailsPerStep = 256

    /// Whether there is work that no caller waits for.
    var hasMaintenance: Bool {
        failure == nil && (!rollbacks.isEmpty || !purges.isEmpty || !tailFlush.sessions.isEmpty || isTailFlushDue)
    }

    private var isTailFlushDue: Bool {
        logTails.nextEntry - flushedUpTo > tuning.entriesPerTailFlush
    }

    /// Does one step of the maintenance, between two commits.
    mutating func maintain() {
        if checkpoints.copyRestIfWanted() { bytesOfLog = 0 }
        guard hasMaintenance else { return }
        if tailFlush.sessions.isEmpty, isTailFlushDue { beginTailFlush() }
        do {
            try files.check()
            try unsynced { writer throws in
                if !writer.purges.isEmpty { try writer.purge() }
                if !writer.tailFlush.sessions.isEmpty { try writer.flushTails(Self.tailsPerStep) }
                if !writer.rollbacks.isEmpty { try writer.transaction { _, _ in } }
            }
        } catch {
            health.end(note(error))
        }
    }

    /// Writes all tails, so that the next opening need not search the entries.
    mutating func flushAllTails() {
        do {
            try flushTails(.max)
            beginTailFlush()
            try flushTails(.max)
        } catch {
            note(error)
        }
    }

    /// Runs transactions without a sync; a power loss before the next synced commit may undo them.
    private mutating func unsynced(_ body: (inout SessionWriter) throws -> Void) throws {
        guard durability == .full else { return try body(&self) }
        try connections.current.pool.writeWithoutTransaction { try $0.execute(sql: StoreDurability.commit.pragma) }
        defer { try? connections.current.pool.writeWithoutTransaction { try $0.execute(sql: durability.pragma) } }
        try body(&self)
    }

    private mutating func purge() throws {
        guard let first = purges.first else { return }
        var rest: LogPurge?
        try transaction { database, writer in
            rest = try first.step(database, nextEntry: writer.logTails.nextEntry)
        }
        if let rest { purges[0] = rest } else { purges.removeFirst() }
    }

    private mutating func beginTailFlush() {
        flushedUpTo = logTails.nextEntry - 1
        tailFlush = (logTails.takeUnwritten(), flushedUpTo)
    }

    private mutating func flushTails(_ count: Int) throws {
        let step = tailFlush.sessions.suffix(count)
        let isLast = step.count == tailFlush.sessions.count
        try transaction { database, writer in
            let insert = try database.cachedStatement(
                sql: "INSERT OR REPLACE INTO heads (session, entry, revision, stretch) VALUES (?, ?, ?, ?)")
            for tail in step.compactMap({ writer.logTails[$0] }) {
                try insert.execute(arguments: [tail.key, tail.entry, tail.revision, tail.skipBlockStart])
            }
            guard isLast else { return }
            try database.cachedStatement(
                sql: "UPDATE marks SET counted = max(counted, ?), nextEntry = max(nextEntry, ?)"
            )
            .execute(arguments: [writer.tailFlush.counted, writer.logTails.nextEntry])
        }
        tailFlush.sessions.removeLast(step.count)
    }
}
