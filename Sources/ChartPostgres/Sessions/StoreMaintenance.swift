import ChartStores
import Dispatch
import Synchronization

/// Work that no caller waits for: notes of uses, removal of dropped entries, the size of the tables.
///
/// Each node does it, a little at a time, on the connections of the pool.
final class StoreMaintenance: Sendable {
    private struct Use: Equatable {
        let time: ContinuousClock.Instant
        let isHeld: Bool
    }

    private struct Content {
        /// The last use of each session.
        var uses: [String: Use] = [:]
        var isNoting = false
        var isStopped = false
        var noted: GroupSize
        var cleared: GroupSize
    }

    private let pool: ReaderPool
    private let tuning: PostgresTuning
    private let content: Mutex<Content>
    private let size = Atomic<Int>(0)
    private let delay = Atomic<Int>(0)

    init(_ pool: ReaderPool, tuning: PostgresTuning) {
        self.pool = pool
        self.tuning = tuning
        content = Mutex(
            Content(
                noted: GroupSize(most: tuning.usesPerStatement), cleared: GroupSize(most: tuning.sessionsPerClearing)))
    }

    /// The bytes of the tables; 0 while they are unknown.
    var bytes: Int { size.load(ordering: .relaxed) }

    /// For how many milliseconds the longest waiting session is due to be cleared; 0 while that is unknown.
    var clearingBacklog: Int { delay.load(ordering: .relaxed) }

    /// Starts the rounds.
    func start() { round() }

    /// Ends the rounds.
    func stop() { content.withLock { $0.isStopped = true } }

    /// Notes uses with the next free connection.
    func note(_ uses: [SessionUse]) {
        let now = ContinuousClock.now
        let starts = content.withLock { content in
            for use in uses {
                let noted = Use(time: now - .milliseconds(use.ago), isHeld: use.isHeld)
                if let known = content.uses[use.session], known.time > noted.time { continue }
                content.uses[use.session] = noted
            }
            guard !content.isNoting, !content.uses.isEmpty else { return false }
            content.isNoting = true
            return true
        }
        if starts { sendUses() }
    }

    /// Sends the uses in parts, each with a time limit of its own, so that those of a failure do not come on top.
    private func sendUses() {
        pool.submit { [self] connection, _ in
            while true {
                let uses = content.withLock { content in
                    content.isNoting = !content.uses.isEmpty
                    return Array(content.uses.prefix(content.noted.current))
                }
                guard !uses.isEmpty else { return }
                let now = ContinuousClock.now
                let statement = PostgresStatement(BackgroundStatement.use.text) { parameters in
                    parameters.addArray(uses.map(\.key))
                    parameters.addArray(uses.map { Int64((now - $0.value.time) / .milliseconds(1)) })
                    parameters.addArray(uses.map(\.value.isHeld))
                }
                _ = try connection.run([Self.unsynced, statement], until: tuning.deadline)
                content.withLock { content in
                    for (id, use) in uses where content.uses[id] == use { content.uses[id] = nil }
                    content.noted.grow()
                }
            }
        } fail: { [weak self] _ in
            guard let self else { return }
            let isStopped = content.withLock { content in
                content.noted.shrink()
                return content.isStopped
            }
            guard !isStopped else { return }
            DispatchQueue.global().asyncAfter(deadline: .now() + tuning.trialInterval / .seconds(1)) { [weak self] in
                self?.sendUses()
            }
        }
    }

    /// None of this work is lost with harm, so it waits for no disk and no standby.
    private static let unsynced = PostgresStatement(
        .once("SELECT set_config('synchronous_commit', 'off', true)"))

    /// Clears for a moment, and then soon again as long as there is more to clear.
    ///
    /// In between, the connection serves the reads that wait.
    private func round() {
        guard !content.withLock({ $0.isStopped }) else { return }
        pool.submit { [self] connection, _ in
            let age = Int64(tuning.purgeDelay / .milliseconds(1))
            let end = ContinuousClock.now + tuning.clearingTurn
            var isMore: Bool
            repeat {
                let purge = PostgresStatement(BackgroundStatement.purge.text) { parameters in
                    parameters.add(age)
                    parameters.add(Int64(content.withLock { $0.cleared.current }))
                }
                isMore = try connection.run([Self.unsynced, purge], until: tuning.deadline)[1].integer(0, 0) ?? 0 > 0
                content.withLock { $0.cleared.grow() }
            } while isMore && ContinuousClock.now < end
            let backlog = PostgresStatement(BackgroundStatement.backlog.text) { $0.add(age) }
            delay.store(
                Int(try connection.run(backlog, until: tuning.deadline).integer(0, 0) ?? 0), ordering: .relaxed)
            let bytes = PostgresStatement(BackgroundStatement.bytes.text)
            size.store(Int(try connection.run(bytes, until: tuning.deadline).integer(0, 0) ?? 0), ordering: .relaxed)
            isMore ? round() : again()
        } fail: { [weak self] _ in
            self?.content.withLock { $0.cleared.shrink() }
            self?.again()
        }
    }

    private func again() {
        let pause = tuning.maintenanceInterval / .seconds(1)
        DispatchQueue.global().asyncAfter(deadline: .now() + pause) { [weak self] in self?.round() }
    }
}

/// How much the next statement of a kind takes: less after a failure, which may have been the time limit.
struct GroupSize: Sendable {
    private let most: Int
    private(set) var current: Int

    init(most: Int) { (self.most, current) = (most, most) }

    mutating func grow() { current = min(most, current + max(1, most / 16)) }

    mutating func shrink() { current = max(1, current / 4) }
}
