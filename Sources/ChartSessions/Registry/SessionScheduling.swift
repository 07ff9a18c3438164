/// Where the tasks of a registry run, how they sleep, and where they take random numbers from.
///
/// A simulation runs the tasks of several registries on one thread, in virtual time and in an order that a seed
/// determines.
package struct SessionScheduling: Sendable {
    /// The executor of the tasks that a registry starts; `nil` for the default one.
    package let executor: (any TaskExecutor)?
    /// Suspends the current task for a number of milliseconds; throws at once if the task is cancelled.
    package let sleep: @Sendable (_ milliseconds: Double) async throws -> Void
    /// Returns a random number in a range.
    package let random: @Sendable (ClosedRange<Double>) -> Double

    /// Creates a scheduling.
    ///
    /// - Parameters:
    ///   - executor: The executor of the tasks that a registry starts; `nil` for the default one.
    ///   - sleep: Suspends the current task for a number of milliseconds; throws at once if the task is cancelled.
    ///   - random: Returns a random number in a range.
    package init(
        executor: (any TaskExecutor)?, sleep: @escaping @Sendable (_ milliseconds: Double) async throws -> Void,
        random: @escaping @Sendable (ClosedRange<Double>) -> Double
    ) {
        self.executor = executor
        self.sleep = sleep
        self.random = random
    }

    /// The process's own threads, the machine's time, and its random numbers.
    package static let system = SessionScheduling(
        executor: nil, sleep: { try await Task.sleep(for: .milliseconds($0)) }, random: { .random(in: $0) })
}
