import ChartStores
import StoreTestSupport
import Synchronization

@testable import ChartSessions

/// A memory store whose test commits, fails or holds the changes.
final class FaultyStore: ForwardingStore {
    private struct Waiting: Sendable {
        var change: StoreChange
        var chain: ChangeChain
        var whenDone: @Sendable (Result<Void, SessionStoreError>) -> Void
    }

    /// The clock of the store, which its test advances.
    let time: ManualClock
    let base: any SessionStore
    private let waiting = Mutex<[Waiting]>([])
    private let holdsBack = Mutex(false)
    private let refusing = Mutex<SessionStoreError?>(nil)
    /// The promise that readers wait for; `nil` without a wait.
    private let reading = Mutex<CommitPromise?>(nil)
    private let readersWaiting = Mutex(0)
    /// The promise that lookups wait for; `nil` without a wait.
    private let finding = Mutex<CommitPromise?>(nil)

    init(time: ManualClock = ManualClock(milliseconds: 1_000_000), over base: (any SessionStore)? = nil) {
        self.time = time
        self.base = base ?? MemorySessionStore(clock: time.sessionClock)
    }

    /// Whether changes of sessions wait for ``commit(_:)``.
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
        set { Self.hold(newValue, reading) }
    }

    /// Whether lookups of a session wait.
    var holdsLookups: Bool {
        get { finding.withLock { $0 != nil } }
        set { Self.hold(newValue, finding) }
    }

    private static func hold(_ holds: Bool, _ promise: borrowing Mutex<CommitPromise?>) {
        let earlier = promise.withLock { promise in
            defer { promise = holds ? CommitPromise() : nil }
            return promise
        }
        earlier?.settle(.success(()))
    }

    /// The number of readers that wait or have waited.
    var readers: Int { readersWaiting.withLock { $0 } }

    /// The number of waiting changes.
    var queue: Int { changes.count }

    /// The waiting changes, oldest first.
    var changes: [StoreChange] { waiting.withLock { $0.map(\.change) } }

    func enqueue(
        _ change: StoreChange, on chain: ChangeChain, isDue: Bool,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued {
        if let refusal { return .done(.failure(refusal)) }
        guard isHolding, change.session != nil else {
            return base.enqueue(change, on: chain, isDue: isDue, whenDone: whenDone)
        }
        waiting.withLock { $0.append(Waiting(change: change, chain: chain, whenDone: whenDone)) }
        return .queued
    }

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

    func find(_ id: String) async throws(SessionStoreError) -> StoredPresence {
        if let promise = finding.withLock({ $0 }) { _ = await promise.outcome() }
        return try await base.find(id)
    }

    func overdue(limit: Int) async throws(SessionStoreError) -> [String] {
        let ending = changes.compactMap { change in
            switch change {
            case .end(let session), .expire(let session): session
            case .create, .append, .snapshot, .clearTombstones: nil
            }
        }
        return Array(try await base.overdue(limit: .max).filter { !ending.contains($0) }.prefix(limit))
    }
}
