import Synchronization

@testable import ChartSessions

/// A store in memory whose commits wait until the test lets them through, or fail as it wants.
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
    /// What readers wait for; `nil` while they need not.
    private let reading = Mutex<CommitPromise?>(nil)
    private let readersWaiting = Mutex(0)

    /// Whether changes wait for ``commit(_:)``.
    var isHolding: Bool {
        get { holdsBack.withLock { $0 } }
        set { holdsBack.withLock { $0 = newValue } }
    }

    /// Why changes are refused at once; `nil` while they are not.
    var refusal: SessionStoreError? {
        get { refusing.withLock { $0 } }
        set { refusing.withLock { $0 = newValue } }
    }

    /// Whether those who read a session wait.
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

    /// How many wait to read a session, or have waited.
    var readers: Int { readersWaiting.withLock { $0 } }

    /// How many changes wait.
    var queue: Int { changes.count }

    /// The changes that wait, the oldest first.
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

    /// Commits the changes that wait, the oldest first.
    func commit(_ count: Int = .max) {
        for tell in carryOut(count) { tell() }
    }

    /// Commits the changes that wait, and gives what tells of each.
    func carryOut(_ count: Int = .max) -> [() -> Void] {
        take(count).compactMap { one in
            guard case .done(let result) = base.enqueue(one.change, on: one.chain, whenDone: { _ in }) else {
                return nil
            }
            return { one.whenDone(result) }
        }
    }

    /// Fails the changes that wait, the oldest first.
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

    func entries(of id: String, after revision: Int, limit: Int) async throws(SessionStoreError) -> [LogEntry] {
        try await base.entries(of: id, after: revision, limit: limit)
    }

    func close() async { await base.close() }
}
