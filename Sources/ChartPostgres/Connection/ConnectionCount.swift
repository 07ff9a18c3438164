import Synchronization

/// Counts the connections of a store.
final class ConnectionCount: Sendable {
    private let opened = Atomic<Int>(0)
    private let closed = Atomic<Int>(0)

    /// The connections that were opened.
    var total: Int { opened.load(ordering: .relaxed) }

    /// The connections that are open now.
    var current: Int { opened.load(ordering: .relaxed) - closed.load(ordering: .relaxed) }

    /// Counts a connection that was opened.
    func open() { opened.add(1, ordering: .relaxed) }

    /// Counts a connection that was closed.
    func close() { closed.add(1, ordering: .relaxed) }
}
