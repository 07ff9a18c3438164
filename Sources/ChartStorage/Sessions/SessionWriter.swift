import ChartSessions
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
    private let ends: LogEnds?
    /// The sessions whose logs have lost their last changes, with the committed revision.
    var lost: [String: Int]
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
        queue: CommitQueue<LogTailQuery>, health: StoreHealth, connections: OpenDatabase
    ) throws {
        let opening = try connections.current.pool.read { try StoreOpening($0) }
        let finding = try LogEnds.finding(beside: path, opening, durability: durability)
        lost = finding.lost
        do throws(DatasetStoreError) {
            ends = try LogEnds(of: opening, finding, beside: path)
        } catch {
            ends = nil
            hasLoggedEndsError = true
            logger.error("the file of log ends cannot be written", metadata: ["error": "\(error)"])
        }
        for (session, revision) in finding.lost.sorted(by: { $0.key < $1.key }) {
            logger.error(
                "a session has lost its last changes",
                metadata: ["session": "\(session)", "revision": "\(revision)"])
        }
        if finding.gone > 0 {
            logger.error("sessions are missing in the store", metadata: ["count": "\(finding.gone)"])
        }
        self.path = path
        self.tuning = tuning
        self.logger = logger
        self.queue = queue
        self.health = health
        self.connections = connections
        self.durability = durability
        files = DatabaseFiles(of: path)
        logTails = opening.logTails
        purges = opening.purges
        flushedUpTo = opening.counted
        checkpoints = LogCheckpoints(
            connections, pagesOfLog: tuning.pagesOfLog, logger: logger, wakeWriter: { queue.wake() })
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
            commit(load.changes)
            answer(load.queries)
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
        health.end(nil)
        settle(group)
        requestCheckpoint(for: changes)
    }

    private mutating func settle(_ group: CommittedGroup) {
        var group = group
        let undone = group.settle()
        for change in undone { change.undo(in: &logTails) }
        rollbacks = undone
        purges += group.purges
        noteEnds(of: group)
        group.complete()
    }

    /// Writes the log ends of a group, before its completions are called.
    private mutating func noteEnds(of group: CommittedGroup) {
        do throws(DatasetStoreError) {
            for (session, key) in group.sessions {
                try ends?.note(logTails[session].map(\.revision), of: logTails[session]?.key ?? key)
                if logTails[session] == nil { lost[session] = nil }
            }
        } catch {
            guard !hasLoggedEndsError else { return }
            hasLoggedEndsError = true
            logger.error("the file of log ends cannot be written", metadata: ["error": "\(error)"])
        }
    }

    private func answer(_ queries: [LogTailQuery]) {
        for query in queries {
            query.answer(
                Result { () throws(SessionStoreError) in
                    var tails: [String: LogTail] = [:]
                    for session in query.sessions { tails[session] = try tail(of: session, needsLog: query.needsLog) }
                    return tails
                })
        }
    }

    private func tail(of session: String, needsLog: Bool) throws(SessionStoreError) -> LogTail? {
        if let end = lost[session], let tail = logTails[session], needsLog {
            throw .lost(upTo: end, behind: tail.revision)
        }
        guard !rollbacks.contains(where: { $0.session == session }) else {
            throw failure?.error ?? .inDoubt(session)
        }
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
        if failure == nil { flushAllTails() }
        connections.current.close()
        queue.stop()
    }
}
