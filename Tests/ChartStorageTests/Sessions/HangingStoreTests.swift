import ChartStores
import GRDB
import StoreTestSupport
import Synchronization
import Testing

@testable import ChartSessions
@testable import ChartStorage

/// Changes whose callers give up on a stalled store.
struct HangingStoreTests {
    private let file: StoreFile
    private let gate = Gate()

    init() throws {
        file = try StoreFile()
    }

    @Test func `a stalled store reports it, and is ready again afterwards`() async throws {
        let store = try open(beforeCommit: true)
        try await store.commit(.create(.sample("a")))
        gate.close()
        async let outcome = store.refusal(of: .sample("a", 1))
        await gate.waitForArrival()
        try await eventually { store.condition == .stalled }
        gate.open()
        #expect(await outcome == nil)
        #expect(store.condition == .ready)
    }

    @Test func `a reader of a stalled store gets an error after a while, and an answer afterwards`() async throws {
        let store = try open(beforeCommit: true)
        let patient = TimeLimitedStore(store: store, patience: 20)
        try await store.commit(.create(.sample("a")))
        gate.close()
        async let outcome = store.refusal(of: .sample("a", 1))
        await gate.waitForArrival()
        await #expect(throws: SessionStoreError.stalled) { _ = try await patient.session("a") }
        await #expect(throws: SessionStoreError.stalled) { _ = try await patient.entries(of: "a", after: 0, limit: 9) }
        gate.open()
        #expect(await outcome == nil)
        let waiting = TimeLimitedStore(store: store, patience: 60_000)
        let entries = try await waiting.entries(of: "a", after: 0, limit: 9)
        #expect(entries == (try await store.entries(of: "a", after: 0, limit: 9)) && entries.count == 1)
        #expect(try await waiting.session("a")?.entries == entries)
    }

    @Test func `a change whose chain breaks before the commit is left out`() async throws {
        let store = try open(beforeCommit: true)
        for id in ["a", "b"] { try await store.commit(.create(.sample(id))) }
        gate.close()
        let chain = ChangeChain()
        async let first = store.refusal(of: .sample("b", 1))
        await gate.waitForArrival()
        async let held = store.refusal(of: .sample("b", 2), on: chain)
        async let other = store.refusal(of: .sample("a", 1))
        #expect(chain.break(with: .unavailable("too late")) == 0)
        gate.open()
        #expect(await first == nil)
        #expect(await held == .unavailable("too late"))
        #expect(await other == nil)
        try await store.commit(.sample("b", 2, datasets: ["after"]))
        try await expectLogs(store, ["a": 1, "b": 2])
    }

    @Test func `a chain that breaks during the transaction removes only its own changes`() async throws {
        let store = try open(beforeCommit: true)
        for id in ["a", "b"] { try await store.commit(.create(.sample(id))) }
        gate.close()
        let chain = ChangeChain()
        async let held = store.refusal(of: .sample("a", 1, datasets: ["never"]), on: chain)
        await gate.waitForArrival()
        chain.break(with: .unavailable("too late"))
        gate.open()
        #expect(await held == .unavailable("too late"))
        try await store.commit(.sample("a", 1))
        try await expectLogs(store, ["a": 1, "b": 0])
        try await expectFirstDatasets(store, of: ["a", "b"])
    }

    @Test func `committed changes of a broken chain are undone`() async throws {
        let store = try open(beforeCommit: false)
        for id in ["a", "b"] { try await store.commit(.create(.sample(id))) }
        try await store.commit(.sample("a", 1))
        gate.close()
        let chains = (0..<3).map { _ in ChangeChain() }
        let changes: [StoreChange] = [
            .sample("a", 2, datasets: ["never"]), .end(session: "b"), .create(.sample("c")),
        ]
        for (change, chain) in zip(changes, chains) {
            async let outcome = store.refusal(of: change, on: chain)
            await gate.waitForArrival()
            #expect(chain.break(with: .unavailable("too late")) == 0)
            gate.open()
            #expect(await outcome == .unavailable("too late"))
            gate.close()
        }
        gate.open()
        #expect(try await store.session("c") == nil)
        try await expectLogs(store, ["a": 1, "b": 0])
        try await expectFirstDatasets(store, of: ["a", "b"])
        try await store.commit(.create(.sample("c")))
        try await store.commit(.sample("a", 2))
        try await store.commit(.sample("b", 1))
        try await expectLogs(store, ["a": 2, "b": 1, "c": 0])
        await store.close()
        try await expectLogs(try file.open(), ["a": 2, "b": 1, "c": 0])
    }

    @Test(arguments: [true, false])
    func `a snapshot beyond the end on a broken chain leaves the log unchanged`(beforeCommit: Bool) async throws {
        let store = try open(beforeCommit: beforeCommit)
        for id in ["plain", "with snapshot"] {
            try await store.commit(.create(.sample(id)))
            for revision in 1...3 { try await store.commit(.sample(id, revision)) }
        }
        let early = StoredSnapshot(revision: 2, state: [2])
        try await store.commit(.snapshot(session: "with snapshot", early, keepsHistory: true))
        try await store.commit(.create(.sample("empty")))
        let logs: [(id: String, count: Int, snapshot: StoredSnapshot?)] = [
            ("plain", 3, nil), ("with snapshot", 3, early), ("empty", 0, nil),
        ]
        for id in logs.map(\.id) {
            gate.close()
            async let first = store.refusal(of: .clearTombstones(olderThan: 1_000_000, keeping: 9))
            await gate.waitForArrival()
            let chain = ChangeChain()
            // They form one group, after the held one.
            let snapshot = StoredSnapshot(revision: 5, state: [5])
            _ = store.enqueue(.snapshot(session: id, snapshot, keepsHistory: true), on: chain) { _ in }
            let refusal = Mutex<SessionStoreError?>(nil)
            _ = store.enqueue(.sample(id, 6), on: chain) { outcome in
                if case .failure(let error) = outcome { refusal.withLock { $0 = error } }
            }
            gate.letOnePass()
            await gate.waitForArrival()
            #expect(chain.break(with: .unavailable("too late")) == 0)
            gate.open()
            #expect(await first == nil)
            try await eventually { refusal.withLock(\.self) == .unavailable("too late") }
        }
        try await expectLogs(store, logs)
        for (id, count, _) in logs { try await store.commit(.sample(id, count + 1)) }
        let longer = logs.map { ($0.id, $0.count + 1, $0.snapshot) }
        try await expectLogs(store, longer)
        let pool = store.connections.current.pool
        #expect(try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM purges") } == 0)
        await store.close()
        try await expectLogs(try file.open(), longer)
    }

    @Test(arguments: [true, false])
    func `a cancelled reader does not wait for a stalled store`(isPatient: Bool) async throws {
        let store = try open(beforeCommit: true)
        try await store.commit(.create(.sample("a")))
        gate.close()
        async let outcome = store.refusal(of: .sample("a", 1))
        await gate.waitForArrival()
        let asked: any SessionStore = isPatient ? TimeLimitedStore(store: store, patience: 600_000) : store
        let reading = Task { try await asked.session("a") }
        reading.cancel()
        await #expect(throws: SessionStoreError.unheard) { try await reading.value }
        gate.open()
        #expect(await outcome == nil)
    }

    private func open(beforeCommit: Bool) throws -> SQLiteSessionStore {
        var tuning = StoreTuning.impatient
        if beforeCommit {
            tuning.beforeCommit = { [gate] in gate.pass() }
        } else {
            tuning.afterCommit = { [gate] in gate.pass() }
        }
        return try file.open(tuning)
    }

    private func expectLogs(
        _ store: any SessionStore, _ logs: [(id: String, count: Int, snapshot: StoredSnapshot?)]
    ) async throws {
        for (id, count, snapshot) in logs {
            let stored = try await store.session(id)
            #expect(stored?.snapshot == snapshot)
            #expect(stored?.entries.map(\.revision) == Array((snapshot?.revision ?? 0) + 1..<count + 1))
            #expect(try await store.entries(of: id, after: 0, limit: 9) == (0..<count).map { .sample($0 + 1) })
        }
    }

    private func expectFirstDatasets(_ store: any SessionStore, of ids: [String]) async throws {
        let summaries = try await store.summaries(after: nil, limit: 99)
        #expect(summaries.map(\.id) == ids && summaries.allSatisfy { $0.datasets == ["users"] })
        #expect(try await store.shows("users"))
        #expect(try await !store.shows("never"))
    }

    private func expectLogs(_ store: any SessionStore, _ counts: [String: Int]) async throws {
        #expect(try await store.summaries(after: nil, limit: 99).map(\.id) == counts.keys.sorted())
        #expect(try await store.counts() == StoreCounts(live: counts.count))
        #expect(try await store.revisions(of: Array(counts.keys)) == counts)
        for (id, count) in counts {
            #expect(try await store.session(id)?.entries == (0..<count).map { .sample($0 + 1) })
        }
    }
}
