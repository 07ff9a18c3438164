import ChartSessions
import Synchronization

/// A store in memory whose commits wait until the test lets them through, or fail as it wants.
final class FaultyStore: SessionStore {
    private struct Waiting: Sendable {
        var change: StoreChange
        var line: CommitLine
        var whenDone: @Sendable (Result<Void, SessionStoreError>) -> Void
    }

    private let base = MemorySessionStore()
    private let waiting = Mutex<[Waiting]>([])
    private let holdsBack = Mutex(false)

    /// Whether changes wait for ``commit(_:)``.
    var isHolding: Bool {
        get { holdsBack.withLock { $0 } }
        set { holdsBack.withLock { $0 = newValue } }
    }

    /// How many changes wait.
    var queue: Int { waiting.withLock { $0.count } }

    var condition: StoreCondition { .ready }

    func contents() throws(SessionStoreError) -> StoreContents { try base.contents() }

    func enqueue(
        _ change: StoreChange, on line: CommitLine,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued {
        guard isHolding else { return base.enqueue(change, on: line, whenDone: whenDone) }
        waiting.withLock { $0.append(Waiting(change: change, line: line, whenDone: whenDone)) }
        return .queued
    }

    /// Commits the changes that wait, the oldest first.
    func commit(_ count: Int = .max) {
        for one in take(count) {
            guard case .done(let result) = base.enqueue(one.change, on: one.line, whenDone: { _ in }) else { continue }
            one.whenDone(result)
        }
    }

    /// Fails the changes that wait, the oldest first.
    func fail(with error: SessionStoreError, _ count: Int = .max) {
        for one in take(count) {
            one.line.break(with: error)
            one.whenDone(.failure(error))
        }
    }

    private func take(_ count: Int) -> [Waiting] {
        waiting.withLock { waiting in
            let taken = Array(waiting.prefix(count))
            waiting.removeFirst(taken.count)
            return taken
        }
    }

    func session(_ id: String) async throws(SessionStoreError) -> StoredSession? { try await base.session(id) }

    func entries(of id: String, after revision: Int, limit: Int) async throws(SessionStoreError) -> [LogEntry] {
        try await base.entries(of: id, after: revision, limit: limit)
    }

    func close() async { await base.close() }
}
