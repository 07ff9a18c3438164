import Foundation
import Synchronization

/// Blocks threads until a test opens it.
package final class Barrier: Sendable {
    private let isOpen = Atomic(false)
    private let entered = Atomic(0)

    /// Creates a closed barrier.
    package init() {}

    /// The number of threads that have arrived.
    package var count: Int { entered.load(ordering: .relaxed) }

    /// Releases all waiting threads, and lets later ones pass.
    package func open() { isOpen.store(true, ordering: .relaxed) }

    /// Suspends the task until a number of threads have arrived, without blocking a thread.
    package func somebody(_ number: Int = 1) async throws {
        while count < number { try await Task.sleep(for: .milliseconds(1)) }
    }

    /// Blocks the calling thread until the barrier is open, for at most ten seconds.
    ///
    /// - Returns: Whether the barrier was opened in time.
    package func hold() -> Bool {
        entered.add(1, ordering: .relaxed)
        for _ in 0..<10_000 where !isOpen.load(ordering: .relaxed) { usleep(1_000) }
        return isOpen.load(ordering: .relaxed)
    }
}
