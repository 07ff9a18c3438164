import ChartStores
import GRDB

extension SessionWriter {
    /// The tails of one write, which takes about a millisecond.
    private static let tailsPerStep = 256
    /// The uses of one write, which takes some milliseconds.
    private static let usesPerStep = 1_024

    /// Whether there is work that no caller waits for.
    var hasMaintenance: Bool {
        failure == nil
            && (!rollbacks.isEmpty || !purges.isEmpty || !tailFlush.sessions.isEmpty || isTailFlushDue
                || !pendingUses.isEmpty || tombstoneRemoval != nil || endsToFill != nil)
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
                if !writer.pendingUses.isEmpty { try writer.writeUses(Self.usesPerStep) }
                if writer.tombstoneRemoval != nil { try writer.removeTombstones() }
                if !writer.rollbacks.isEmpty { try writer.transaction { _, _ in } }
            }
            try fillEnds(Self.tailsPerStep)
            if tailFlush.sessions.isEmpty, rollbacks.isEmpty { logTails.dropWritten(ifBeyond: tuning.tailsInMemory) }
        } catch {
            health.end(note(error))
        }
    }

    /// Writes all uses and tails, so that the next opening need not search the entries.
    mutating func flushAll() {
        do {
            while !pendingUses.isEmpty { try writeUses(Self.usesPerStep) }
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

    private mutating func writeUses(_ count: Int) throws {
        let step = pendingUses.prefix(count)
        try transaction { database, writer in
            for (session, usedAt) in step { try SessionUses.note(database, session: session, usedAt: usedAt) }
            try writer.writeServiceTime(database)
        }
        for (session, _) in step { pendingUses[session] = nil }
    }

    private func writeServiceTime(_ database: Database) throws {
        try database.cachedStatement(sql: "UPDATE marks SET service = max(service, ?)")
            .execute(arguments: [service.now])
    }

    private mutating func removeTombstones() throws {
        guard let removal = tombstoneRemoval else { return }
        var isUnfinished = false
        try transaction { database, _ in isUnfinished = try removal.step(database) }
        if !isUnfinished { tombstoneRemoval = nil }
    }

    /// Writes the slots of some sessions into a new file of log ends.
    private mutating func fillEnds(_ count: Int) throws {
        guard let ends, let start = endsToFill, rollbacks.isEmpty else { return }
        let rows = try connections.current.pool.read { database in
            try Row.fetchAll(
                database.cachedStatement(
                    sql: """
                        SELECT \(LogTail.columns), key, id
                        FROM uses JOIN sessions ON key = uses.session \(LogTail.joins)
                        WHERE uses.session > ? ORDER BY uses.session LIMIT ?
                        """), arguments: [start, count])
        }
        do throws(DatasetStoreError) {
            for row in rows {
                guard let key = try? row.integer(4), let id = try? row.text(5),
                    let stored = try? LogTail(row, from: 0, key: key)
                else { continue }
                let revision = (logTails[id] ?? stored).revision
                if let end = ends.revision(of: key), end > revision { continue }
                try ends.note(revision, of: key)
            }
        } catch {
            noteEndsError(error)
        }
        endsToFill = rows.count < count ? nil : try rows.last?.integer(4)
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
            try writer.writeServiceTime(database)
        }
        tailFlush.sessions.removeLast(step.count)
    }
}
