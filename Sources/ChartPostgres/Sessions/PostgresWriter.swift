import ChartStores
import Foundation
import Logging

/// A question to the writer; it is called once all earlier changes have their results.
typealias WriteBarrier = @Sendable () -> Void

/// Commits the queued changes, on its own thread and connection.
struct PostgresWriter {
    let connector: PostgresConnector
    let tuning: PostgresTuning
    let logger: Logger
    let queue: CommitQueue<WriteBarrier>
    let health: StoreHealth
    let pending: PendingSessions
    let outlet: HintOutlet
    var connection: PostgresConnection?
    /// The number of the last group.
    var counter: Int64 = 0
    /// The current failure, and when the next trial is due.
    var failure: (error: SessionStoreError, nextTrial: ContinuousClock.Instant)?
    /// What was taken from the queue while a group was in doubt.
    var backlog: [CommitQueue<WriteBarrier>.Load] = []

    /// Starts the thread, which ends after the queue is closed.
    static func start(
        _ connector: PostgresConnector, tuning: PostgresTuning, queue: CommitQueue<WriteBarrier>, health: StoreHealth,
        pending: PendingSessions, outlet: HintOutlet
    ) {
        Thread.detachNewThread {
            var writer = PostgresWriter(
                connector: connector, tuning: tuning, logger: connector.logger, queue: queue, health: health,
                pending: pending, outlet: outlet)
            writer.run()
        }
    }

    private mutating func run() {
        while true {
            let load = backlog.isEmpty ? queue.take(patience: patience) : backlog.removeFirst()
            noteReport()
            tryAgainIfDue()
            for group in groups(of: load.changes) { commit(group) }
            for barrier in load.queries { barrier() }
            if load.isLast { break }
        }
        connection = nil
        queue.stop()
    }

    private var patience: Duration? { failure.map { max(.zero, $0.nextTrial - .now) } }

    private func groups(of changes: [QueuedChange]) -> [ArraySlice<QueuedChange>] {
        var groups: [ArraySlice<QueuedChange>] = []
        var (start, bytes) = (0, 0)
        for index in changes.indices {
            bytes += changes[index].change.size
            let isFull = index + 1 - start >= tuning.changesPerGroup || bytes >= tuning.bytesPerGroup
            guard isFull || index == changes.count - 1 else { continue }
            groups.append(changes[start...index])
            (start, bytes) = (index + 1, 0)
        }
        return groups
    }

    private mutating func commit(_ changes: ArraySlice<QueuedChange>) {
        defer { pending.remove(changes.lazy.compactMap(\.change.session)) }
        if let failure {
            for change in changes { change.fail(with: failure.error) }
            return
        }
        write(Array(changes))
    }

    /// Writes a group and tells its callers, after the condition of the store.
    ///
    /// When one change has data that the database refuses, the sessions of the group are written one by one.
    private mutating func write(_ changes: [QueuedChange]) {
        counter += 1
        let history = connector.identity.history
        for change in changes where change.chain.history.map({ $0 != history }) ?? false {
            change.chain.break(with: .conflict)
        }
        let group = WriteGroup(of: changes, counter: counter)
        health.begin()
        do throws(PostgresError) {
            guard let outcome = try settle(group, in: history) else {
                health.end(nil)
                return group.fail(with: .conflict)
            }
            health.endGroup(ofChanges: changes.count)
            group.complete(outcome)
            outlet.publish { group.revisions(outcome) }
        } catch {
            guard error.isAboutData else {
                let failure = note(error)
                health.end(failure)
                group.fail(with: error.isInDoubt ? .inDoubt : failure)
                return
            }
            health.end(nil)
            let sessions = Set(changes.map(\.change.session))
            guard sessions.count > 1 else {
                group.fail(with: .damagedSession("a row of the session was altered: \(error.message)"))
                return
            }
            for part in parts(of: changes) { write(part) }
        }
    }

    private func parts(of changes: [QueuedChange]) -> [[QueuedChange]] {
        var order: [String?] = []
        var parts: [String?: [QueuedChange]] = [:]
        for change in changes {
            let session = change.change.session
            if parts[session] == nil { order.append(session) }
            parts[session, default: []].append(change)
        }
        return order.compactMap { parts[$0] }
    }
}

extension PostgresWriter {
    /// Writes a group until its outcome is known.
    ///
    /// When the connection is lost, or the answer is late, the group may be committed or not. The writer then connects
    /// again, ends what is left of its old connection, waits for the standbys, and looks for the rows of the group. If
    /// there are none, it sends the group again: a group that is committed after all makes the repetition lose, and
    /// its callers get `conflict` and read the session. In a later history it does not send the group again.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - history: The history in which the group was made.
    /// - Returns: What the database has made of it; `nil` in a later history, where nothing is made.
    /// - Throws: ``PostgresError`` if the group was not written, or nothing waits for it any more while its outcome is in
    ///   doubt.
    mutating func settle(
        _ group: WriteGroup, in history: StoreHistory?
    ) throws(PostgresError) -> WriteOutcome? {
        guard !group.isEmpty else { return WriteOutcome(passes: group.waves.map { _ in WriteOutcome.Pass() }) }
        let start = ContinuousClock.now
        var doubt: PostgresError?
        var repetitions = 0
        while true {
            do throws(PostgresError) {
                if doubt != nil {
                    let connection = try reconnect()
                    if let outcome = try group.search(connection, node: connector.node, until: connector.deadline) {
                        return outcome
                    }
                    doubt = nil
                }
                let connection = try open()
                guard connector.identity.history == history else { return nil }
                return try send(group, on: connection)
            } catch {
                if error.isTransient, repetitions < 3 {
                    repetitions += 1
                    continue
                }
                if error.needsNewConnection { connection = nil }
                guard error.isInDoubt || doubt != nil else { throw error }
                if doubt == nil {
                    health.countDoubt()
                    logger.warning(
                        "the outcome of a group is unknown",
                        metadata: [
                            "error": "\(error)", "group": .stringConvertible(group.counter),
                            "changes": .stringConvertible(group.changes.count),
                        ])
                }
                doubt = doubt ?? error
                guard waits(for: group, since: start, error) else {
                    throw PostgresError(.lost, state: error.state, message: error.message)
                }
            }
        }
    }

    /// Waits before the next attempt.
    ///
    /// Meanwhile new changes wait too. Once the outage takes longer than a write may take, they fail at once.
    ///
    /// - Returns: `false` if nothing waits for the group any more, or the store closes.
    private mutating func waits(
        for group: WriteGroup, since start: ContinuousClock.Instant, _ error: PostgresError
    ) -> Bool {
        let isLong = ContinuousClock.now - start > tuning.patience
        if isLong { health.fail(SessionStoreError(error)) }
        let end = ContinuousClock.now + tuning.doubtInterval
        repeat {
            var load = queue.take(patience: max(.zero, end - .now))
            if isLong {
                for change in load.changes { change.fail(with: SessionStoreError(error)) }
                pending.remove(load.changes.compactMap(\.change.session))
                load.changes = []
            }
            if !load.changes.isEmpty || !load.queries.isEmpty || load.isLast { backlog.append(load) }
            if load.isLast { return false }
        } while ContinuousClock.now < end
        return !group.isAbandoned
    }

    private func send(
        _ group: WriteGroup, on connection: PostgresConnection
    ) throws(PostgresError) -> WriteOutcome {
        let planned = group.statements(node: connector.node)
        tuning.beforeGroup()
        let results = try connection.run(planned.map(\.statement), until: connector.deadline)
        try tuning.afterGroup()
        guard connector.durability != .full || !connection.hasWarning else {
            throw PostgresError(
                .lost, message: "the wait for the standby of the database at \(connection.host) was ended")
        }
        return group.outcome(planned, results)
    }

    /// Returns the connection, or a new one if there is none, or another thread has seen a later primary.
    mutating func open() throws(PostgresError) -> PostgresConnection {
        if let connection, connection.isUsable, connection.timeline ?? 0 >= connector.identity.timeline ?? 0 {
            return connection
        }
        connection = nil
        let opened = try connector.open(.writer)
        connection = opened
        return opened
    }

    /// Connects again after a lost answer, and makes sure that the old connection commits nothing more.
    private mutating func reconnect() throws(PostgresError) -> PostgresConnection {
        if let connection, connection.isUsable { return connection }
        connection = nil
        let opened = try connector.open(.writer, fences: false)
        do throws(PostgresError) {
            try endOldConnections(from: opened)
        } catch  where error.isMissingFeature {
            logger.warning("an old connection cannot be ended", metadata: ["error": "\(error)"])
        }
        try connector.fence(opened)
        connection = opened
        return opened
    }

    /// Ends the old connections of this writer; one that waits for a standby is left to wait.
    ///
    /// Its end would show what the standby lacks. It ends by itself when the standby answers.
    private func endOldConnections(from connection: PostgresConnection) throws(PostgresError) {
        let deadline = connector.deadline
        while true {
            let statement = PostgresStatement(
                .once(
                    """
                    SELECT pid, CASE WHEN wait_event = 'SyncRep' THEN false ELSE pg_terminate_backend(pid, 1000) END
                    FROM pg_stat_activity
                    WHERE application_name = $1 AND pid <> pg_backend_pid() AND usename = current_user
                    """)
            ) { $0.add(connector.name(.writer)) }
            guard try connection.run(statement, until: deadline).count > 0 else { return }
            guard ContinuousClock.now < deadline else {
                throw PostgresError(.unreachable, message: "an old connection still waits for a standby")
            }
            _ = try connection.run(PostgresStatement(.once("SELECT pg_sleep(0.01)")), until: deadline)
        }
    }
}

extension PostgresWriter {
    /// Notes a failure, and logs a new one.
    mutating func note(_ error: PostgresError) -> SessionStoreError {
        let error = SessionStoreError(error)
        if failure?.error != error { logger.error("the session store fails", metadata: ["error": "\(error)"]) }
        failure = (error, .now + tuning.trialInterval)
        return error
    }

    /// Turns an error that a reader has found into a failure, which a trial ends at once if the writer is well.
    mutating func noteReport() {
        guard let report = health.takeReport(), failure == nil else { return }
        failure = (report, .now)
    }

    /// Tries again after a failure, if a trial is due.
    mutating func tryAgainIfDue() {
        guard let failure, failure.nextTrial <= .now else { return }
        health.begin()
        do throws(PostgresError) {
            let trial = PostgresStatement(WriteStatements.trial) { $0.add(connector.node) }
            _ = try open().run(trial, until: connector.deadline)
            self.failure = nil
            logger.notice("the session store is well again")
        } catch {
            if error.needsNewConnection { connection = nil }
            _ = note(error)
        }
        health.end(self.failure?.error)
    }
}
