import ChartStores
import StoreTestSupport
import Synchronization
import Testing

@testable import ChartSessions

struct HeadQueriesTests {
    private let store = AskedStore()
    private let queries = HeadQueries()

    private func ask(_ id: String) -> Task<Int?, any Error> {
        Task { try await queries.revision(of: id, in: store) }
    }

    @Test(.timeLimit(.minutes(10))) func `questions that come together are asked together`() async throws {
        for id in ["a", "b"] { try await store.commit(.create(.sample(id))) }
        let first = ask("a")
        try await eventually { store.rounds.count == 1 }
        let later = ["a", "b", "none", "b"].map(ask)
        for _ in 0..<1_000 { await Task.yield() }
        #expect(store.rounds == [["a"]])
        store.answer()
        #expect(try await first.value == 0)
        try await eventually { store.rounds.count == 2 }
        store.answer()
        var answers: [Int?] = []
        for task in later { answers.append(try await task.value) }
        #expect(answers == [0, 0, nil, 0])
        #expect(store.rounds == [["a"], ["a", "b", "none"]])
    }

    @Test(.timeLimit(.minutes(10))) func `an answer is not older than its question`() async throws {
        try await store.commit(.create(.sample("a")))
        let early = ask("a")
        try await eventually { store.rounds.count == 1 }
        // The store has answered, and the answer is on its way.
        try await store.commit(.sample("a", 1))
        let late = ask("a")
        for _ in 0..<1_000 { await Task.yield() }
        store.answer()
        #expect(try await early.value == 0)
        try await eventually { store.rounds.count == 2 }
        store.answer()
        #expect(try await late.value == 1)
    }

    @Test(.timeLimit(.minutes(10))) func `an error is the answer of its round only`() async throws {
        try await store.commit(.create(.sample("a")))
        store.error = .full
        let first = ask("a")
        try await eventually { store.rounds.count == 1 }
        store.answer()
        await #expect(throws: SessionStoreError.full) { try await first.value }
        store.error = nil
        let second = ask("a")
        try await eventually { store.rounds.count == 2 }
        store.answer()
        #expect(try await second.value == 0)
    }
}

/// A store that keeps its answers about revisions back.
private final class AskedStore: ForwardingStore {
    private struct State {
        var rounds: [[String]] = []
        var waiting: [CommitPromise] = []
        var error: SessionStoreError?
    }

    let base: any SessionStore = MemorySessionStore()
    private let state = Mutex(State())

    /// The sorted questions of each round.
    var rounds: [[String]] { state.withLock { $0.rounds } }

    /// The error of the next rounds.
    var error: SessionStoreError? {
        get { state.withLock { $0.error } }
        set { state.withLock { $0.error = newValue } }
    }

    /// Answers the rounds that wait.
    func answer() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for promise in waiting { promise.settle(.success(())) }
    }

    func revisions(of ids: [String]) async throws(SessionStoreError) -> [String: Int] {
        let revisions = try await base.revisions(of: ids)
        let promise = CommitPromise()
        let error = state.withLock { state in
            state.waiting.append(promise)
            state.rounds.append(ids.sorted())
            return state.error
        }
        _ = await promise.outcome()
        if let error { throw error }
        return revisions
    }
}
