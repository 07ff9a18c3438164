import NIOCore
import NIOPosix

/// Where work goes that takes long, so that what takes microseconds does not wait behind it.
///
/// Requests share as many threads as there are processors. An import, or a window that looks at each of many rows, holds
/// the thread that it is on for as long as it takes, and a few of them would hold the whole server; on the threads here
/// they only hold up each other.
final class LongWork: TaskExecutor {
    private static let shared = LongWork()
    private let threads = NIOThreadPool(numberOfThreads: System.coreCount)

    private init() { threads.start() }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        threads.submit { _ in unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Does some work here, or where the caller is when it does not take long.
    ///
    /// - Parameters:
    ///   - takesLong: Whether it does.
    ///   - work: The work.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws.
    static func run<Result: Sendable, Failure: Error>(
        if takesLong: Bool = true, _ work: @Sendable () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        guard takesLong else { return try await work() }
        return try await withTaskExecutorPreference(shared) { () async throws(Failure) in
            // What is bound to no actor stays on the thread that it is on until it waits.
            await Task.yield()
            return try await work()
        }
    }
}
