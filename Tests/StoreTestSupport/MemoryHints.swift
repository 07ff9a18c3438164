import ChartStores
import Synchronization

/// The hints between registries of one process that share a ``SharedMemoryStore``.
package final class MemoryHintBoard: Sendable {
    private struct State {
        var readers: [MemoryHints] = []
        var losesHints = false
    }

    private let state = Mutex(State())

    /// Creates a board without readers.
    package init() {}

    /// Whether hints are lost.
    package var losesHints: Bool {
        get { state.withLock { $0.losesHints } }
        set { state.withLock { $0.losesHints = newValue } }
    }

    /// Whether some registry watches a session.
    package func isWatched(_ session: String) -> Bool {
        state.withLock { $0.readers }.contains { $0.isWatched(session) }
    }

    func open() -> MemoryHints {
        let reader = MemoryHints()
        state.withLock { $0.readers.append(reader) }
        return reader
    }

    /// Tells a revision to all registries that watch its session.
    package func tell(_ session: String, _ revision: Int) {
        for reader in state.withLock({ $0.losesHints ? [] : $0.readers }) { reader.tell(session, revision) }
    }
}

/// What one registry hears of a ``MemoryHintBoard``.
final class MemoryHints: SessionHints {
    private let inbox = HintInbox()
    private let watched = Mutex<Set<String>>([])

    var interruptions: Int { 0 }

    func isWatched(_ session: String) -> Bool { watched.withLock { $0.contains(session) } }

    func watch(_ session: String) { watched.withLock { _ = $0.insert(session) } }

    func unwatch(_ session: String) { watched.withLock { _ = $0.remove(session) } }

    func next() async -> [String: Int]? { await inbox.next() }

    func tell(_ session: String, _ revision: Int) {
        if isWatched(session) { inbox.add([session: revision]) }
    }
}
