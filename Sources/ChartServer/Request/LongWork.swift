import NIOCore
import NIOPosix

/// Runs long work on threads of its own, so that work of microseconds does not wait behind it.
///
/// Requests share one thread per processor. An import, or a window that reads many rows, occupies its thread until it
/// is done. A few of them would block the whole server; on the threads here they only block each other.
final class LongWork: TaskExecutor {
    private static let shared = LongWork()
    private let threads = NIOThreadPool(numberOfThreads: System.coreCount)

    private init() { threads.start() }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        threads.submit { _ in unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
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
        return try await withTaskExecutorPreference(shared) { () async throws(Failure) in
            // A task without an actor changes threads only when it suspends.
            await Task.yield()
            return try await work()
        }
    }
}
