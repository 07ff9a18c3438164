import Foundation
import Synchronization

/// Holds the threads that come to it until it is opened.
final class Barrier: Sendable {
    private let isOpen = Atomic(false)
    private let entered = Atomic(0)

    /// How many threads have come.
    var count: Int { entered.load(ordering: .relaxed) }

    /// Lets everybody through, now and later.
    func open() { isOpen.store(true, ordering: .relaxed) }

    /// Waits for somebody without holding a thread.
    func somebody() async throws {
        while count == 0 { try await Task.sleep(for: .milliseconds(1)) }
    }

    /// Waits without giving the thread away, for ten seconds at most.
    ///
    /// - Returns: Whether it was opened in time.
    @discardableResult
    func hold() -> Bool {
        entered.add(1, ordering: .relaxed)
        for _ in 0..<10_000 where !isOpen.load(ordering: .relaxed) { usleep(1_000) }
        return isOpen.load(ordering: .relaxed)
    }
}
