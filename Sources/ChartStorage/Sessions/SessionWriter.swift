import ChartStores
import Foundation
import GRDB
import Logging

/// Commits the queued changes, on its own thread.
struct SessionWriter: Sendable {
    let path: String
    let tuning: StoreTuning
    let logger: Logger
    let queue: CommitQueue<LogTailQuery>
    let health: StoreHealth
    let connections: OpenDatabase
    let files: DatabaseFiles
    let checkpoints: LogCheckpoints
    let durability: StoreDurability
    var logTails: LogTails
    var purges: [LogPurge]
    /// The file of log ends; `nil` if the opening could not write it.
    let ends: LogEnds?
    /// The key after which the slots of a new file of log ends are missing; `nil` when the file is complete.
    private var endsToFill: Int64?
    let service: ServiceTime
    /// The latest noted use of each session that the database does not have yet, in service time.
    private var pendingUses: [String: Int64] = [:]
    /// Tombstones to remove between commits.
    var tombstoneRemoval: TombstoneRemoval?
    /// Whether an error of the file of log ends was logged.
    private var hasLoggedEndsError = false
    /// Committed changes of broken chains, the latest first; the next transaction undoes them.
    private var rollbacks: [AppliedChange] = []
    var failure: StoreFailure?
    /// The sessions of the current tail flush, and the last entry that their tails include.
    private var tailFlush: (sessions: [String], counted: Int64) = ([], 0)
    private var flushedUpTo: Int64
    private var bytesSinceCheckpoint = 0
    /// The approximate growth of the WAL in bytes since the last copy of its remainder.
    private var bytesOfLog = 0

    init(
        path: String, durability: StoreDurability, logger: Logger, tuning: StoreTuning,
        queue: CommitQueue<LogTailQuery>,
        health: StoreHealth, connections: OpenDatabase, clock: SessionClock
    ) throws {
        let opening = try connections.current.pool.read { try StoreOpening($0) }
        let ends = Self.openEnds(beside: path, opening.keys, durability, logger)
        self.ends = ends?.ends
        hasLoggedEndsError = ends == nil
        endsToFill = ends?.isNew == true ? 0 : nil
        if let gone = ends?.gone, gone > 0 {
            logger.error("sessions are missing in the store", metadata: ["count": .stringConvertible(gone)])
        }
        self.path = path
        self.tuning = tuning
        self.logger = logger
        self.queue = queue
        self.health = health
        self.connections = connections
        self.durability = durability
        service = ServiceTime(clock, resumingAt: opening.service)
        files = DatabaseFiles(of: path)
        logTails = opening.logTails
        purges = opening.purges
        flushedUpTo = opening.counted
        checkpoints = LogCheckpoints(
            connections, pagesOfLog: tuning.pagesOfLog, logger: logger, wakeWriter: { queue.wake() })
        if let ends = self.ends { logTails.compare(with: ends) }
        logLosses()
    }

    private static func openEnds(
        beside path: String, _ keys: SessionKeys, _ durability: StoreDurability, _ logger: Logger
    ) -> LogEnds.Opening? {
        do {
            return try LogEnds.open(beside: path, keys, durability: durability)
        } catch {
            logger.error("the file of log ends cannot be written", metadata: ["error": "\(error)"])
            return nil
        }
    }

    /// Starts the thread, which ends after the queue is closed.
    func start() {
        Thread.detachNewThread {
            var writer = self
            writer.run()
        }
    }

    private mutating func run() {
        while true {
            let load = queue.take(patience: patience)
            noteReport()
            tryAgainIfDue()
            pendingUses.merge(load.uses, uniquingKeysWith: max)
            commit(load.changes)
            answer(load.queries)
            logLosses()
            if load.isLast { break }
            maintain()
        }
        stop()
    }

    /// The longest wait for the queue; zero while there is maintenance.
    private var patience: Duration? {
        if let failure { return max(.zero, failure.nextTrial - .now) }
        return hasMaintenance ? .zero : nil
    }

    private mutating func commit(_ changes: [QueuedChange]) {
        guard !changes.isEmpty else { return }
        if let failure {
            for change in changes { change.fail(with: failure.error) }
            return
        }
        health.begin()
        let group: CommittedGroup
        do {
            group = try write(changes)
        } catch {
            let error = note(error)
            health.end(error)
            for change in changes { change.fail(with: error) }
            return
        }
        health.endGroup(ofChanges: changes.count)
        settle(group)
        requestCheckpoint(for: changes)
    }

    private mutating func settle(_ group: CommittedGroup) {
        var group = group
        let undone = group.settle()
        for change in undone { change.undo(in: &logTails) }
        rollbacks = undone
        purges += group.purges
        tombstoneRemoval = group.tombstoneRemoval ?? tombstoneRemoval
        noteEnds(of: group)
        group.complete()
    }

    /// Writes the log ends of a group, before its completions are called.
    private mutating func noteEnds(of group: CommittedGroup) {
        do throws(DatasetStoreError) {
            for (session, key) in group.sessions {
                try ends?.note(logTails[session].map(\.revision), of: logTails[session]?.key ?? key)
            }
        } catch {
            noteEndsError(error)
        }
    }

    /// Logs the first error of the file of log ends.
    private mutating func noteEndsError(_ error: DatasetStoreError) {
        guard !hasLoggedEndsError else { return }
        hasLoggedEndsError = true
        logger.error("the file of log ends cannot be written", metadata: ["error": "\(error)"])
    }

    /// Logs the sessions that were found to have lost their last changes.
    private mutating func logLosses() {
        for (session, tail) in logTails.takeLosses() {
            logger.error(
                "a session has lost its last changes",
                metadata: ["session": "\(session)", "revision": .stringConvertible(tail.lostUpTo)])
        }
    }

    private mutating func answer(_ queries: [LogTailQuery]) {
        for query in queries {
            do throws(SessionStoreError) {
                var tails: [String: LogTail] = [:]
                for session in query.sessions { tails[session] = try tail(of: session, query) }
                query.answer(.success(tails))
            } catch {
                query.answer(.failure(error))
            }
        }
    }

    private mutating func tail(of session: String, _ query: LogTailQuery) throws(SessionStoreError) -> LogTail? {
        guard !rollbacks.contains(where: { $0.session == session }) else {
            throw failure?.error ?? .inDoubt(session)
        }
        if query.loads {
            do {
                _ = try connections.current.pool.read { try logTails.load(session, $0, ends: ends) }
            } catch {
                throw SessionStoreError(error, at: path)
            }
        }
        if query.needsLog { try logTails[session]?.checkIsWhole() }
        return logTails[session]
    }

    private mutating func requestCheckpoint(for changes: [QueuedChange]) {
        let bytes = changes.reduce(8_192) { $0 + $1.change.size }
        bytesOfLog += bytes
        bytesSinceCheckpoint += bytes
        if bytesSinceCheckpoint >= tuning.bytesPerCheckpoint {
            bytesSinceCheckpoint = 0
            checkpoints.request()
        }
        guard bytesOfLog >= tuning.largestLog else { return }
        bytesOfLog = 0
        health.begin()
        checkpoints.waitForCopy()
        health.end(nil)
    }

    private mutating func stop() {
        checkpoints.stop()
        if failure == nil { flushAll() }
        connections.current.close()
        queue.stop()
    }
}

extension SessionWriter {
    /// The tails of one write, which takes about a millisecond.
    private static let tailsPerStep = 256
    /// The uses of one write, which takes some milliseconds.
    private static let usesPerStep = 1_024

    /// Whether there is work that no caller waits for.
    private var hasMaintenance: Bool {
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
    private mutating func flushAll() {
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

extension SessionWriter {
    /// Notes a failure, and logs a new one.
    @discardableResult
    mutating func note(_ error: any Error) -> SessionStoreError {
        let failure = StoreFailure(error, at: path, nextTrial: .now + tuning.trialInterval)
        if self.failure?.error != failure.error {
            logger.error("the session store fails", metadata: ["error": "\(failure.error)"])
        }
        self.failure = failure
        return failure.error
    }

    /// Turns damage that a reader has found into a failure.
    mutating func noteReport() {
        guard let report = health.takeReport() else { return }
        health.end(note(report))
    }

    /// Retries after a failure, if a trial is due.
    ///
    /// After damage, the trial reads the whole database. The next trial waits ten times as long as that takes.
    mutating func tryAgainIfDue() {
        guard let failure, failure.nextTrial <= .now else { return }
        let start = ContinuousClock.now
        health.begin()
        do {
            try files.check()
            if failure.needsNewConnections {
                connections.replace(with: try SessionDatabase(path: path, durability: durability))
            }
            if case .damaged = failure.error { try connections.current.verify() }
            try transaction { database, writer in
                try writer.tuning.beforeCommit()
                try database.execute(sql: "UPDATE marks SET trials = trials + 1")
            }
            self.failure = nil
            logger.notice("the session store is well again")
        } catch {
            if case .damaged = note(error) { postponeTrial(since: start) }
        }
        health.end(self.failure?.error)
        tuning.afterTrial()
    }

    private mutating func postponeTrial(since start: ContinuousClock.Instant) {
        let end = ContinuousClock.now
        let pause = max(tuning.trialInterval, (end - start) * 10)
        failure?.nextTrial = end + pause
    }
}

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
