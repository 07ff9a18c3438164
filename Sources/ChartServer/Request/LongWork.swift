import ChartSeries
import ChartWire
import NIOCore
import NIOPosix
import Synchronization

/// Runs long work on threads of its own, so that work of microseconds does not wait behind it.
///
/// Requests share one thread per processor. An import, or a window that reads many rows, occupies its thread until it
/// is done. A few of them would block the whole server; on the threads here they only block each other. Clients take
/// turns: of those that wait, the one that waited longest since its last turn is next.
final class LongWork: Sendable {
    /// The client for whom the task works: its principal, or its address; empty where neither is known.
    @TaskLocal static var client: ExactName = ""

    /// The most requests of one client that may wait for a thread.
    static let mostWaiting = 256

    private static let shared = LongWork()
    private let threads = NIOThreadPool(numberOfThreads: System.coreCount)
    private let queue = Mutex(FairQueue<Step>())

    private init() { threads.start() }

    /// A part of a task until it suspends.
    private struct Step: Sendable {
        let since = ContinuousClock.now
        let job: UnownedJob
        let lane: Lane
    }

    /// Enqueues the steps of one client.
    private final class Lane: TaskExecutor {
        private let work: LongWork
        private let client: ExactName

        init(of client: ExactName, in work: LongWork) { (self.client, self.work) = (client, work) }

        func enqueue(_ job: consuming ExecutorJob) {
            let step = Step(job: UnownedJob(job), lane: self)
            work.queue.withLock { $0.append(step, of: client) }
            // Each step of the queue has one submission; which one it runs is decided when it begins.
            work.threads.submit { [work] _ in work.runNext() }
        }
    }

    private func runNext() {
        guard let step = queue.withLock({ $0.next() }) else { return }
        unsafe step.job.runSynchronously(on: step.lane.asUnownedTaskExecutor())
    }

    /// Runs work on these threads, or on the caller's thread when it is short.
    ///
    /// - Parameters:
    ///   - takesLong: Whether the work takes long.
    ///   - work: The work.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws.
    static func run<Result: Sendable, Failure: Error>(
        if takesLong: Bool = true, _ work: @Sendable () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        guard takesLong else { return try await work() }
        return try await withTaskExecutorPreference(Lane(of: client, in: shared)) { () async throws(Failure) in
            // A task without an actor changes threads only when it suspends.
            await Task.yield()
            return try await work()
        }
    }

    /// What waits for a thread.
    static var figures: QueueFigures {
        shared.queue.withLock { QueueFigures(length: $0.count, oldest: $0.oldestOfEach.map(\.since).min()) }
    }

    /// Refuses a request whose client is known and has too many others that wait for a thread.
    ///
    /// - Throws: `server.busy`.
    static func checkRoom() throws(Problem) {
        guard !client.text.isEmpty, shared.queue.withLock({ $0.count(of: client) }) >= mostWaiting else { return }
        throw Problem(.serverBusy, "\(mostWaiting) requests of this client wait for long work.", retryAfter: 1)
    }
}

/// A queue whose clients take turns; within a client the order is that of arrival.
struct FairQueue<Element: Sendable>: Sendable {
    private var waiting: [ExactName: [Element]] = [:]
    /// The clients that wait, the next one first.
    private var turns: [ExactName] = []

    /// Adds an element; a client that had none takes its turn behind the others.
    mutating func append(_ element: Element, of client: ExactName) {
        if waiting[client] == nil { turns.append(client) }
        waiting[client, default: []].append(element)
    }

    /// Takes the oldest element of the next client; `nil` for an empty queue.
    mutating func next() -> Element? {
        guard !turns.isEmpty else { return nil }
        let client = turns.removeFirst()
        guard let element = waiting[client]?.removeFirst() else { return nil }
        if waiting[client]?.isEmpty == false { turns.append(client) } else { waiting[client] = nil }
        return element
    }

    /// The number of waiting elements.
    var count: Int { waiting.values.reduce(0) { $0 + $1.count } }

    /// The oldest element of each client, in any order.
    var oldestOfEach: [Element] { waiting.values.compactMap(\.first) }

    /// The number of waiting elements of a client.
    func count(of client: ExactName) -> Int { waiting[client]?.count ?? 0 }
}
