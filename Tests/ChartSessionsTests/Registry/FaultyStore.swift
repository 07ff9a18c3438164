import Synchronization

@testable import ChartSessions

/// A memory store whose test commits, fails or holds the changes.
final class FaultyStore: SessionStore {
    private struct Waiting: Sendable {
        var change: StoreChange
        var chain: ChangeChain
        var whenDone: @Sendable (Result<Void, SessionStoreError>) -> Void
    }

    private let base = MemorySessionStore()
    private let waiting = Mutex<[Waiting]>([])
    private let holdsBack = Mutex(false)
    private let refusing = Mutex<SessionStoreError?>(nil)
    /// The promise that readers wait for; `nil` without a wait.
    private let reading = Mutex<CommitPromise?>(nil)
    private let readersWaiting = Mutex(0)

    /// Whether changes wait for ``commit(_:)``.
    var isHolding: Bool {
        get { holdsBack.withLock { $0 } }
        set { holdsBack.withLock { $0 = newValue } }
    }

    /// The error of all new changes; `nil` to accept them.
    var refusal: SessionStoreError? {
        get { refusing.withLock { $0 } }
        set { refusing.withLock { $0 = newValue } }
    }

    /// Whether readers of a session wait.
    var holdsReads: Bool {
        get { reading.withLock { $0 != nil } }
        set {
            let promise = reading.withLock { reading in
                defer { reading = newValue ? CommitPromise() : nil }
                return reading
            }
            promise?.settle(.success(()))
        }
    }

    /// The number of readers that wait or have waited.
    var readers: Int { readersWaiting.withLock { $0 } }

    /// The number of waiting changes.
    var queue: Int { changes.count }

    /// The waiting changes, oldest first.
    var changes: [StoreChange] { waiting.withLock { $0.map(\.change) } }

    var condition: StoreCondition { .ready }

    func contents() throws(SessionStoreError) -> StoreContents { try base.contents() }

    func enqueue(
        _ change: StoreChange, on chain: ChangeChain, isDue: Bool,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued {
        if let refusal { return .done(.failure(refusal)) }
        guard isHolding else { return base.enqueue(change, on: chain, isDue: isDue, whenDone: whenDone) }
        waiting.withLock { $0.append(Waiting(change: change, chain: chain, whenDone: whenDone)) }
        return .queued
    }

    func flush() { base.flush() }

    /// Commits the waiting changes, oldest first.
    func commit(_ count: Int = .max) {
        for tell in carryOut(count) { tell() }
    }

    /// Commits the waiting changes, and returns their completions.
    func carryOut(_ count: Int = .max) -> [() -> Void] {
        take(count).compactMap { one in
            guard case .done(let result) = base.enqueue(one.change, on: one.chain, whenDone: { _ in }) else {
                return nil
            }
            return { one.whenDone(result) }
        }
    }

    /// Fails the waiting changes, oldest first.
    func fail(with error: SessionStoreError, _ count: Int = .max) {
        for one in take(count) {
            one.chain.break(with: error)
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

    func session(_ id: String) async throws(SessionStoreError) -> StoredSession? {
        if let promise = reading.withLock({ $0 }) {
            readersWaiting.withLock { $0 += 1 }
            _ = await promise.outcome()
        }
        return try await base.session(id)
    }

    func summaries(after id: String?, limit: Int) async throws(SessionStoreError) -> [StoredSummary] {
        try await base.summaries(after: id, limit: limit)
    }

    func entries(of id: String, after revision: Int, limit: Int) async throws(SessionStoreError) -> [LogEntry] {
        try await base.entries(of: id, after: revision, limit: limit)
    }

    func close() async { await base.close() }
}
