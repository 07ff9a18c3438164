import ChartDatasets
import ChartStores
import CoreTestSupport
import StoreTestSupport
import Synchronization

@testable import ChartSessions

/// A node of a simulation, which lives several lives: each is a process with a registry and a store of its own.
final class SimulatedNode {
    /// One process.
    struct Life {
        let thread: SimulatedThread
        let store: SimulatedStore
        let registry: SessionRegistry
        /// Whether the process is sweeping, or has taken its leave.
        let upkeep: Upkeep
        /// When it sweeps next, in milliseconds.
        var sweepAt: Int64
    }

    /// What tasks without a caller report.
    final class Upkeep: Sendable {
        private let state = Mutex((isSweeping: false, hasClosed: false))

        var isSweeping: Bool {
            get { state.withLock { $0.isSweeping } }
            set { state.withLock { $0.isSweeping = newValue } }
        }

        var hasClosed: Bool {
            get { state.withLock { $0.hasClosed } }
            set { state.withLock { $0.hasClosed = newValue } }
        }
    }

    let number: Int
    /// The process; `nil` while there is none.
    var life: Life?
    /// The number of lives so far.
    private(set) var lives = 0
    /// Whether the process shuts down.
    var isClosing = false
    /// Until when the process does nothing, in milliseconds.
    var frozenUntil: Int64 = 0
    /// When the next process starts, in milliseconds.
    var startsAt: Int64 = 0
    /// How far the date of the machine is ahead.
    let dateAhead = ManualClock()

    init(number: Int) {
        self.number = number
    }

    /// Starts a process.
    func start(_ plan: SimulationPlan, over database: SimulatedDatabase, time: ManualClock) {
        lives += 1
        let thread = SimulatedThread(time: time)
        let store = SimulatedStore(database: database, bug: plan.bug)
        let jitter = Mutex(SeededCases(seed: plan.seed &* 31 &+ UInt64(number * 1_000 + lives)))
        let scheduling = SessionScheduling(
            executor: thread, sleep: { try await thread.sleep($0) },
            random: { range in jitter.withLock { $0.number(in: range) } })
        // The clock of a process starts with the date of its machine, and never jumps afterwards.
        let start = dateAhead.now
        let clock = SessionClock(now: { time.now + start }, date: { [dateAhead] in time.now + dateAhead.now })
        let registry = SessionRegistry(
            catalog: LocalDatasetCatalog(["users": SampleSession.table]), store: store, format: SimulatedFormat(),
            limits: plan.limits, clock: clock, scheduling: scheduling)
        life = Life(thread: thread, store: store, registry: registry, upkeep: Upkeep(), sweepAt: time.now + 1_000)
    }

    /// Kills the process.
    func kill() {
        guard let life else { return }
        self.life = nil
        life.registry.endStreams()
        life.store.die()
        life.thread.end()
    }
}

extension SimulatedNode.Life {
    /// Begins a sweep.
    func sweep() {
        upkeep.isSweeping = true
        _ = Task(executorPreference: thread) { [registry, upkeep] in
            await registry.sweep()
            upkeep.isSweeping = false
        }
    }

    /// Begins to shut the process down.
    func close() {
        _ = Task(executorPreference: thread) { [registry, upkeep] in
            await registry.close()
            upkeep.hasClosed = true
        }
    }

    /// Begins to answer a request, as the server does.
    func answer(
        _ request: SimulatedRequest, bug: PlantedBug?,
        _ tell: @escaping @Sendable (Result<SimulatedAnswer?, any Error>) -> Void
    ) {
        _ = Task(executorPreference: thread) { [registry] in
            do {
                tell(.success(try await registry.answer(request, recognizesRetries: bug != .unrecognizedRetry)))
            } catch {
                tell(.failure(error))
            }
        }
    }
}

extension SessionRegistry {
    fileprivate func answer(_ request: SimulatedRequest, recognizesRetries: Bool) async throws -> SimulatedAnswer? {
        if case .end = request.kind {
            try await end(SimulatedFormat.id)
            return nil
        }
        while true {
            let cell = try await cell(SimulatedFormat.id)
            do {
                guard request.isChange else {
                    try await confirm(cell)
                    return try read(cell) { SimulatedAnswer(of: $0) }
                }
                return try await onLastRevision(of: cell) {
                    try change(cell, as: request.change) { session in
                        try request.apply(to: &session, now: now, recognizesRetries: recognizesRetries)
                    }
                }.committed()
            } catch SessionError.evicted {
                continue
            }
        }
    }
}
