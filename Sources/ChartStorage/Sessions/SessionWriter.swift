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
    var endsToFill: Int64?
    let service: ServiceTime
    /// The latest noted use of each session that the database does not have yet, in service time.
    var pendingUses: [String: Int64] = [:]
    /// Tombstones to remove between commits.
    var tombstoneRemoval: TombstoneRemoval?
    /// Whether an error of the file of log ends was logged.
    var hasLoggedEndsError = false
    /// Committed changes of broken chains, the latest first; the next transaction undoes them.
    var rollbacks: [AppliedChange] = []
    var failure: StoreFailure?
    /// The sessions of the current tail flush, and the last entry that their tails include.
    var tailFlush: (sessions: [String], counted: Int64) = ([], 0)
    var flushedUpTo: Int64
    var bytesSinceCheckpoint = 0
    /// The approximate growth of the WAL in bytes since the last copy of its remainder.
    var bytesOfLog = 0

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
    mutating func noteEndsError(_ error: DatasetStoreError) {
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
