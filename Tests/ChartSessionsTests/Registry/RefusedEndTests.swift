import ChartTestSupport
import Synchronization
import Testing

@testable import ChartSessions
@testable import ChartStorage

/// Sessions whose ends the store refuses without a waiting caller.
struct RefusedEndTests {
    private let time = ManualClock(milliseconds: 1_000_000)
    private let store = FaultyStore()
    private let catalog = DatasetCatalog(["users": SampleSession.table])

    private func registry(_ limits: SessionRegistry.Limits = .init()) throws -> SessionRegistry {
        try SessionRegistry(
            catalog: catalog, limits: limits, clock: SessionClock { [time] in time.now }, store: store)
    }

    private func open(_ registry: SessionRegistry, idleTimeout: Double = 1_000) async throws -> String {
        try await registry.create(showing: ["users"]) { id, tables in
            SampleSession.session(
                [SampleSession.surface(table: tables[0], dataset: "users")], id: id, idleTimeout: idleTimeout)
        }.session.id
    }

    /// Creates sessions that expire one after another, and makes the store refuse their ends.
    private func refuseEnds(of count: Int, in registry: SessionRegistry) async throws -> [StoreChange] {
        var ids: [String] = []
        for index in 1...count { ids.append(try await open(registry, idleTimeout: Double(index) * 1_000)) }
        store.isHolding = true
        var ends: [StoreChange] = []
        for id in ids {
            time.advance(byMilliseconds: 1_000)
            registry.sweep()
            ends.append(.end(session: id, at: time.now))
            #expect(store.changes.contains(ends[ends.count - 1]))
        }
        store.fail(with: .full)
        return ends
    }

    @Test func `each sweep retries a refused end until the store takes it`() async throws {
        let registry = try registry()
        let ends = try await refuseEnds(of: 1, in: registry)
        let id = ends[0].session
        for error in [SessionStoreError.full, .unavailable("away"), .damaged("for now")] {
            time.advance(byMilliseconds: 1_000)
            registry.sweep()
            #expect(store.changes == ends)
            store.fail(with: error)
            #expect(registry.census == .init(live: 0, evicted: 0, ended: 1))
            await #expect(throws: SessionError.gone) { _ = try await registry.cell(id) }
        }
        registry.sweep()
        store.commit()
        registry.sweep()
        #expect(store.queue == 0)
        guard case .end(_, let endedAt) = ends[0] else { return }
        #expect(try store.contents() == StoreContents(tombstones: [.init(id: id, endedAt: endedAt)]))
    }

    @Test func `a sweep retries the refused end of an evicted session`() async throws {
        let registry = try registry()
        let id = try await open(registry, idleTimeout: 100_000)
        time.advance(byMilliseconds: 60_000)
        registry.sweep()
        #expect(registry.census.evicted == 1)
        time.advance(byMilliseconds: 40_000)
        store.isHolding = true
        registry.sweep()
        let end = StoreChange.end(session: id, at: time.now)
        for _ in 0..<2 {
            #expect(store.changes == [end])
            store.fail(with: .full)
            time.advance(byMilliseconds: 1_000)
            registry.sweep()
        }
        store.commit()
        #expect(try store.contents().live.isEmpty)
    }

    @Test func `sweeps retry refused ends in order, a limited number each time`()
        async throws
    {
        let registry = try registry(.init(endingsPerSweep: 2))
        let ends = try await refuseEnds(of: 5, in: registry)
        registry.sweep()
        #expect(store.changes == Array(ends[..<2]))
        registry.sweep()
        #expect(store.changes == Array(ends[..<4]))
        store.fail(with: .full)
        // Untried ends precede ends that were refused again.
        registry.sweep()
        #expect(store.changes == [ends[4], ends[0]])
        for _ in 0..<3 { registry.sweep() }
        #expect(store.changes == [ends[4]] + ends[..<4])
        store.commit()
        #expect(try store.contents().live.isEmpty)
        #expect(try store.contents().tombstones.map(\.id) == ends.map(\.session))
    }

    @Test func `an expired session with a refused end releases its datasets, and a restart finds the session`()
        async throws
    {
        let registry = try registry()
        let id = try await refuseEnds(of: 1, in: registry)[0].session
        #expect(try store.contents().live.map(\.id) == [id])
        let restarted = try SessionRegistry(
            catalog: catalog, store: store, format: registry.dependencies.format,
            clock: SessionClock { [time] in time.now })
        #expect(restarted.census == .init(live: 0, evicted: 1, ended: 0))
        try await restarted.read(restarted.cell(id)) { #expect($0.revision == 0) }
        #expect(throws: DatasetCatalog.Refusal.inUse) { try catalog.remove("users") }
        store.isHolding = false
        try await restarted.end(id)
        try catalog.remove("users")
    }

    @Test func `a full database ends expired sessions when it has room`() async throws {
        let file = try StoreFile()
        let isFull = Mutex(false)
        var tuning = StoreTuning.impatient
        tuning.beforeCommit = { if isFull.withLock({ $0 }) { throw SessionStoreError.full } }
        let database = try file.open(tuning)
        let registry = try SessionRegistry(
            catalog: catalog, clock: SessionClock { [time] in time.now }, store: database)
        let id = try await open(registry)
        isFull.withLock { $0 = true }
        time.advance(byMilliseconds: 1_000)
        let endedAt = time.now
        registry.sweep()
        try await eventually { registry.state.withLock { $0.refusedEndings.count } == 1 }
        #expect(database.condition == .failing(.full))
        isFull.withLock { $0 = false }
        try await eventually { database.condition == .ready }
        time.advance(byMilliseconds: 1_000)
        registry.sweep()
        await registry.close()
        #expect(try file.open().contents() == StoreContents(tombstones: [.init(id: id, endedAt: endedAt)]))
    }

    @Test func `the tombstone of a late end is removed with the others`() async throws {
        let registry = try registry(.init(tombstone: 10_000))
        let ends = try await refuseEnds(of: 2, in: registry)
        time.advance(byMilliseconds: 9_001)
        // The first tombstone is removed before its end is stored.
        registry.sweep()
        store.commit()
        #expect(try store.contents().tombstones.map(\.id) == [ends[1].session])
        time.advance(byMilliseconds: 1_000)
        registry.sweep()
        store.commit()
        #expect(try store.contents() == StoreContents())
    }

    @Test func `a session that is missing in the store is not ended again`() async throws {
        let registry = try registry(.init(waitsForCommits: false))
        store.isHolding = true
        _ = try await open(registry)
        store.fail(with: .full)
        store.isHolding = false
        time.advance(byMilliseconds: 1_000)
        registry.sweep()
        #expect(registry.census == .init(live: 0, evicted: 0, ended: 1))
        store.isHolding = true
        registry.sweep()
        #expect(store.queue == 0)
    }

    @Test(arguments: [false, true])
    func `without waiting callers, a deleted session ends when the store takes the end`(
        isEvicted: Bool
    ) async throws {
        let registry = try registry(.init(waitsForCommits: false))
        let id = try await open(registry, idleTimeout: 1e9)
        if isEvicted {
            time.advance(byMilliseconds: 60_000)
            registry.sweep()
        }
        #expect(registry.census == .init(live: isEvicted ? 0 : 1, evicted: isEvicted ? 1 : 0, ended: 0))
        store.isHolding = true
        try await registry.end(id)
        #expect(registry.census == .init(live: 0, evicted: 0, ended: 1))
        store.fail(with: .full)
        try catalog.remove("users")
        registry.sweep()
        store.commit()
        #expect(try store.contents().live.isEmpty)
    }

    @Test func `a refused end with a waiting caller is not retried`() async throws {
        let registry = try registry()
        let id = try await open(registry, idleTimeout: 1e9)
        store.isHolding = true
        let ending = Task { try await registry.end(id) }
        while store.queue == 0 { await Task.yield() }
        store.fail(with: .full)
        await #expect(throws: SessionError.store(.full)) { try await ending.value }
        registry.sweep()
        #expect(store.queue == 0)
        try await registry.read(registry.cell(id)) { #expect($0.revision == 0) }
        #expect(registry.census == .init(live: 1, evicted: 0, ended: 0))
    }
}
