import Foundation
import Synchronization

/// Holds the threads that come to it until it is opened.
public final class Barrier: Sendable {
    private let isOpen = Atomic(false)
    private let entered = Atomic(0)

    /// Creates a barrier that is closed.
    public init() {}

    /// How many threads have come.
    public var count: Int { entered.load(ordering: .relaxed) }

    /// Lets everybody through, now and later.
    public func open() { isOpen.store(true, ordering: .relaxed) }

    /// Waits until so many threads have come, without holding one.
    public func somebody(_ number: Int = 1) async throws {
        while count < number { try await Task.sleep(for: .milliseconds(1)) }
    }

    /// Waits without giving the thread away, for ten seconds at most.
    ///
    /// - Returns: Whether it was opened in time.
    public func hold() -> Bool {
        entered.add(1, ordering: .relaxed)
        for _ in 0..<10_000 where !isOpen.load(ordering: .relaxed) { usleep(1_000) }
        return isOpen.load(ordering: .relaxed)
    }
}
