import ChartEngine
import ChartStores
import Gestures
import StoreTestSupport
import Synchronization
import Testing

@testable import ChartSessions

/// The end of streams, and the sessions that they keep alive.
struct EndedStreamTests {
    @Test func `a viewer gets the last revision, then the end, then nothing`() async throws {
        let watched = try await WatchedSession()
        let viewer = try watched.watch()
        _ = await viewer.next()
        try watched.change()
        try await watched.registry.end(watched.id)
        #expect(await viewer.words(3) == ["update 1 main:60.0…100.0", "end deleted", "nothing"])
    }

    @Test func `an open stream keeps its session from expiring and in memory, until it closes`() async throws {
        let watched = try await WatchedSession()
        var viewer: StreamViewer? = try watched.watch()
        for _ in 1...5 {
            watched.time.advance(byMilliseconds: 50_000)
            await watched.registry.sweep()
        }
        #expect(try await watched.registry.census() == .init(live: 1))
        _ = await viewer?.next()
        viewer = nil
        watched.time.advance(byMilliseconds: 59_999)
        #expect(watched.cell.expiresAt == watched.time.now + 1)
        await watched.registry.sweep()
        #expect(try await watched.registry.census() == .init(evicted: 1))
        watched.time.advance(byMilliseconds: 1)
        await watched.registry.sweep()
        #expect(try await watched.registry.census() == .init(ended: 1))
    }

    @Test func `waiting and later viewers get the end at a shutdown`() async throws {
        let watched = try await WatchedSession()
        let viewer = try watched.watch()
        _ = await viewer.next()
        watched.registry.endStreams()
        #expect(await viewer.words(2) == ["end shutdown", "nothing"])
        let late = try watched.watch()
        #expect(await late.words(3) == ["state 0 main:60.0…100.0", "end shutdown", "nothing"])
    }

    @Test func `viewers get a change after its commit, and never after a failure`() async throws {
        let store = HeldStore()
        let watched = try await WatchedSession(store: store)
        let viewer = try watched.watch()
        _ = await viewer.next()
        store.holds(true)
        try watched.tick(at: 1)
        watched.registry.remindViewers()
        #expect(await viewer.next() == .silence)
        store.settle(.success(()))
        #expect(await viewer.next()?.revision == 1)
        try watched.tick(at: 2)
        store.settle(.failure(.full))
        store.holds(false)
        try watched.change()
        #expect(await viewer.next()?.words == "update 2 main:60.0…100.0")
        watched.registry.remindViewers()
        #expect(await viewer.next() == .silence)
    }

    @Test func `the waiting caller or an earlier reader publishes a committed change`() async throws {
        let store = HeldStore()
        let watched = try await WatchedSession(store: store)
        let viewer = try watched.watch()
        _ = await viewer.next()
        store.holds(true)
        let results = Mutex<[@Sendable () -> Result<Void, SessionError>]>([])
        for revision in 1...2 {
            try watched.tick(at: Int64(revision)).whenCommitted { result in results.withLock { $0.append(result) } }
            store.settle(.success(()))
            watched.registry.remindViewers()
            #expect(await viewer.next() == .silence)
            if revision == 1 {
                try results.withLock { $0.removeFirst() }().get()
            } else {
                #expect(try watched.registry.read(watched.cell) { $0.revision } == 2)
            }
            #expect(await viewer.next()?.words == "update \(revision) main:60.0…100.0")
        }
        try results.withLock { $0.removeFirst() }().get()
        watched.registry.remindViewers()
        #expect(await viewer.next() == .silence)
    }
}

extension WatchedSession {
    /// Makes a change without a wait for its commit.
    @discardableResult
    fileprivate func tick(at time: Int64) throws -> Pending<Void> {
        try registry.change(cell, as: Change(.postEvents, of: "main")) { session in
            _ = try session.send([.tick(at: time)])
        }
    }
}

/// A memory store that holds changes on request.
private final class HeldStore: ForwardingStore {
    private struct State {
        var holds = false
        var held: [(ChangeChain, @Sendable (Result<Void, SessionStoreError>) -> Void)] = []
    }

    let base: any SessionStore = MemorySessionStore()
    private let state = Mutex(State())

    func holds(_ holds: Bool) { state.withLock { $0.holds = holds } }

    /// Settles the held changes.
    func settle(_ result: Result<Void, SessionStoreError>) {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for (chain, whenDone) in held {
            if case .success = result { _ = chain.count() }
            whenDone(result)
        }
    }

    func enqueue(
        _ change: StoreChange, on chain: ChangeChain, isDue: Bool,
        whenDone: @escaping @Sendable (Result<Void, SessionStoreError>) -> Void
    ) -> Enqueued {
        let isHeld = state.withLock { state in
            if state.holds { state.held.append((chain, whenDone)) }
            return state.holds
        }
        guard !isHeld else { return .queued }
        if case .append = change { return .done(.success(())) }
        return base.enqueue(change, on: chain, isDue: isDue, whenDone: whenDone)
    }
}
