import StoreTestSupport
import Synchronization

/// The thread of a node: the tasks of the node become jobs in a list, and the simulation chooses which one runs next.
///
/// A job is the part of a task from one suspension to the next. All threads of a simulation share the one thread that
/// runs it.
final class SimulatedThread: TaskExecutor {
    private struct Sleeper: Sendable {
        var number: Int
        var end: Double
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State: Sendable {
        var jobs: [UnownedJob] = []
        var sleepers: [Sleeper] = []
        var sleeps = 0
        var hasEnded = false
    }

    private let time: ManualClock
    private let state = Mutex(State())

    init(time: ManualClock) {
        self.time = time
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    /// The number of jobs that can run.
    var jobs: Int { state.withLock { $0.jobs.count } }

    /// Runs a job until its task suspends or ends.
    func runJob(_ index: Int) {
        let job = state.withLock { $0.jobs.remove(at: index) }
        // Each job is taken from the list once, so it runs once.
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }

    /// Suspends a task in virtual time.
    ///
    /// - Throws: `CancellationError` for a cancelled task, and after the end of the thread.
    func sleep(_ milliseconds: Double) async throws {
        let number = state.withLock { state in
            state.sleeps += 1
            return state.sleeps
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isAwake = Task.isCancelled
                let sleeps = state.withLock { state in
                    guard !isAwake, !state.hasEnded else { return false }
                    let end = Double(time.now) + milliseconds
                    state.sleepers.append(Sleeper(number: number, end: end, continuation: continuation))
                    return true
                }
                if !sleeps { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.sleepers.firstIndex { $0.number == number }.map { state.sleepers.remove(at: $0) }
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// When the first sleeping task wakes; `nil` without one.
    var nextWaking: Double? { state.withLock { $0.sleepers.map(\.end).min() } }

    /// Wakes the tasks whose time has come, in the order of their times.
    func wakeSleepers() {
        let now = Double(time.now)
        let awake = state.withLock { state in
            let awake = state.sleepers.filter { $0.end <= now }
            state.sleepers.removeAll { $0.end <= now }
            return awake
        }
        for sleeper in awake.sorted(by: { ($0.end, $0.number) < ($1.end, $1.number) }) {
            sleeper.continuation.resume()
        }
    }

    /// Ends the thread: nothing sleeps any more, and all jobs run to their ends.
    func end() {
        let sleepers = state.withLock { state in
            state.hasEnded = true
            defer { state.sleepers = [] }
            return state.sleepers
        }
        for sleeper in sleepers { sleeper.continuation.resume(throwing: CancellationError()) }
        while jobs > 0 { runJob(0) }
    }
}
