import Synchronization

/// The sessions with queued changes of this node.
final class PendingSessions: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    func add(_ session: String) { counts.withLock { $0[session, default: 0] += 1 } }

    func remove(_ sessions: some Sequence<String>) {
        counts.withLock { counts in
            for session in sessions {
                guard let count = counts[session] else { continue }
                counts[session] = count > 1 ? count - 1 : nil
            }
        }
    }

    /// Whether one of the sessions has a queued change.
    func contains(anyOf sessions: [String]) -> Bool {
        counts.withLock { counts in !counts.isEmpty && sessions.contains { counts[$0] != nil } }
    }
}
