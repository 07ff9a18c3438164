import ChartSessions
import GRDB

extension SessionWriter {
    /// The places that are written down at once, which takes about a millisecond.
    private static let placesPerStep = 256

    /// Whether something is to be done that nobody waits for.
    var hasWorkAside: Bool {
        failure == nil && (!debts.isEmpty || !purges.isEmpty || !reckoning.sessions.isEmpty || isReckoningDue)
    }

    private var isReckoningDue: Bool {
        ledger.nextEntry - reckonedUpTo > conduct.entriesPerReckoning
    }

    /// Does a little of what nobody waits for, between two commits.
    mutating func workAside() {
        if checkpoints.copyRestIfWanted() { bytesOfLog = 0 }
        guard hasWorkAside else { return }
        if reckoning.sessions.isEmpty, isReckoningDue { beginReckoning() }
        do {
            try files.check()
            try unsynced { writer throws in
                if !writer.purges.isEmpty { try writer.purge() }
                if !writer.reckoning.sessions.isEmpty { try writer.reckon(Self.placesPerStep) }
                if !writer.debts.isEmpty { try writer.transaction { _, _ in } }
            }
        } catch {
            health.end(note(error))
        }
    }

    /// Writes all ends of logs down, so that the next opening has none to look for.
    mutating func reckonAll() {
        do {
            try reckon(.max)
            beginReckoning()
            try reckon(.max)
        } catch {
            note(error)
        }
    }

    /// Runs transactions that need not survive a loss of power before a later one of the callers does.
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
            rest = try first.step(database, nextEntry: writer.ledger.nextEntry)
        }
        if let rest { purges[0] = rest } else { purges.removeFirst() }
    }

    private mutating func beginReckoning() {
        reckonedUpTo = ledger.nextEntry - 1
        reckoning = (ledger.takeUnwritten(), reckonedUpTo)
    }

    private mutating func reckon(_ count: Int) throws {
        let step = reckoning.sessions.suffix(count)
        let isLast = step.count == reckoning.sessions.count
        try transaction { database, writer in
            let insert = try database.cachedStatement(
                sql: "INSERT OR REPLACE INTO heads (session, entry, revision, stretch) VALUES (?, ?, ?, ?)")
            for place in step.compactMap({ writer.ledger[$0] }) {
                try insert.execute(arguments: [place.key, place.entry, place.revision, place.stretch])
            }
            guard isLast else { return }
            try database.cachedStatement(
                sql: "UPDATE marks SET counted = max(counted, ?), nextEntry = max(nextEntry, ?)"
            )
            .execute(arguments: [writer.reckoning.counted, writer.ledger.nextEntry])
        }
        reckoning.sessions.removeLast(step.count)
    }
}
