import Synchronization

/// The answers that the nodes of a simulation have given and their clients do not have yet.
final class SimulatedReplies: Sendable {
    /// An answer on its way to the client.
    struct Reply: Sendable {
        var operation: Int
        var attempt: Int
        var result: Result<SimulatedAnswer?, any Error>
    }

    private let replies = Mutex<[Reply]>([])

    var count: Int { replies.withLock { $0.count } }

    func append(_ reply: Reply) { replies.withLock { $0.append(reply) } }

    func remove(at index: Int) -> Reply { replies.withLock { $0.remove(at: index) } }
}
