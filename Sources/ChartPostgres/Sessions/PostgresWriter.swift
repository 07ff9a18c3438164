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
