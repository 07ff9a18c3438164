import ChartDatasets
import ChartStores
import StoreTestSupport
import Synchronization
import Testing

@testable import ChartSessions
@testable import ChartStorage

/// Sessions whose ends the store refuses without a waiting caller.
struct RefusedEndTests {
    private let store = FaultyStore()
    private var time: ManualClock { store.time }
    private let catalog = LocalDatasetCatalog(["users": SampleSession.table])

    private func registry(_ limits: SessionRegistry.Limits = .init()) -> SessionRegistry {
        SessionRegistry(
            catalog: catalog, limits: limits, clock: time.sessionClock, store: store)
    }

    private func open(_ registry: SessionRegistry, idleTimeout: Double = 1_000) async throws -> String {
        try await registry.create(showing: ["users"]) { id, tables in
            SampleSession.session(
                [SampleSession.surface(table: tables[0], dataset: "users")], id: id, idleTimeout: idleTimeout)
        }.session.id
    }

    /// Creates sessions that expire one after another, and makes the store refuse their ends.
    private func refuseEnds(of count: Int, in registry: SessionRegistry) async throws -> [String] {
        var ids: [String] = []
        for index in 1...count { ids.append(try await open(registry, idleTimeout: Double(index) * 1_000)) }
        store.isHolding = true
        for id in ids {
            time.advance(byMilliseconds: 1_000)
            await registry.sweep()
            #expect(store.changes.last == .end(session: id))
        }
        #expect(store.changes == ids.map { .end(session: $0) })
        store.fail(with: .full)
        return ids
    }

    @Test func `each sweep retries a refused end until the store takes it`() async throws {
        let registry = registry()
        let id = try await refuseEnds(of: 1, in: registry)[0]
        for error in [SessionStoreError.full, .unavailable("away"), .damaged("for now")] {
            time.advance(byMilliseconds: 1_000)
            for _ in 0..<2 { await registry.sweep() }
            #expect(store.changes == [.end(session: id)], "one that waits is not repeated")
            store.fail(with: error)
            #expect(try await registry.census() == .init(live: 0, evicted: 1, ended: 0))
            await #expect(throws: SessionError.gone) { _ = try await registry.cell(id) }
        }
        await registry.sweep()
        store.commit()
        await registry.sweep()
        #expect(store.queue == 0)
        #expect(try await store.find(id) == .ended(ago: 0))
    }

    @Test func `a sweep retries the refused end of an evicted session`() async throws {
        let registry = registry()
        let id = try await open(registry, idleTimeout: 100_000)
        time.advance(byMilliseconds: 60_000)
        await registry.sweep()
        #expect(try await registry.census().evicted == 1)
        time.advance(byMilliseconds: 40_000)
        store.isHolding = true
        await registry.sweep()
        for _ in 0..<2 {
            #expect(store.changes == [.expire(session: id)])
            store.fail(with: .full)
            time.advance(byMilliseconds: 1_000)
            await registry.sweep()
        }
        store.commit()
        #expect(try await store.counts() == StoreCounts(live: 0, ended: 1))
    }

    @Test func `sweeps end overdue sessions, the longest overdue first, a limited number each time`() async throws {
        let registry = registry(.init(endingsPerSweep: 2))
        let ends = try await refuseEnds(of: 5, in: registry).map { StoreChange.end(session: $0) }
        await registry.sweep()
        #expect(store.changes == Array(ends[..<2]))
        await registry.sweep()
        #expect(store.changes == Array(ends[..<4]))
        store.fail(with: .full)
        await registry.sweep()
        #expect(store.changes == [ends[4], ends[0]])
        for _ in 0..<2 { await registry.sweep() }
        #expect(store.changes == [ends[4]] + ends[..<4])
        store.commit()
        #expect(try await store.counts() == StoreCounts(live: 0, ended: 5))
    }

    @Test func `sweeps retry refused deletes in order, a limited number each time`() async throws {
        let registry = registry(.init(endingsPerSweep: 2, waitsForCommits: false))
        var ends: [StoreChange] = []
        for _ in 0..<5 { ends.append(.end(session: try await open(registry, idleTimeout: 1e9))) }
        store.isHolding = true
        for end in ends { try await registry.end(try #require(end.session)) }
        store.fail(with: .full)
        await registry.sweep()
        #expect(store.changes == Array(ends[..<2]))
        await registry.sweep()
        #expect(store.changes == Array(ends[..<4]))
        store.fail(with: .full)
        // Untried ends precede ends that were refused again.
        await registry.sweep()
        #expect(store.changes == [ends[4], ends[0]])
        for _ in 0..<3 { await registry.sweep() }
        #expect(store.changes == [ends[4]] + ends[..<4])
        for end in ends {
            await #expect(throws: SessionError.gone) { try await registry.cell(try #require(end.session)) }
        }
        store.commit()
        #expect(try await store.counts() == StoreCounts(live: 0, ended: 5))
    }

    @Test func `an expired session with a refused end keeps its datasets, and a restart ends it`() async throws {
        let registry = registry()
        let id = try await refuseEnds(of: 1, in: registry)[0]
        #expect(try await store.counts() == StoreCounts(live: 1, ended: 0))
        let restarted = SessionRegistry(
            catalog: catalog, store: store, format: registry.dependencies.format, clock: time.sessionClock)
        #expect(try await restarted.census() == .init(live: 0, evicted: 1, ended: 0))
        await #expect(throws: SessionError.gone) { _ = try await restarted.cell(id) }
        await #expect(throws: DatasetRefusal(.inUse, of: "users")) { try await catalog.remove("users") }
        store.isHolding = false
        await restarted.sweep()
        #expect(try await restarted.census() == .init(live: 0, evicted: 0, ended: 1))
        try await catalog.remove("users")
    }

    @Test func `a full database ends expired sessions when it has room`() async throws {
        let file = try StoreFile()
        let isFull = Mutex(false)
        var tuning = StoreTuning.impatient
        tuning.beforeCommit = { if isFull.withLock({ $0 }) { throw SessionStoreError.full } }
        let database = try file.open(tuning, clock: time.sessionClock)
        let registry = SessionRegistry(
            catalog: catalog, clock: time.sessionClock, store: database)
        let id = try await open(registry)
        isFull.withLock { $0 = true }
        time.advance(byMilliseconds: 1_000)
        await registry.sweep()
        try await eventually { database.condition == .failing(.full) }
        #expect(try await registry.census() == .init(evicted: 1))
        isFull.withLock { $0 = false }
        try await eventually { database.condition == .ready }
        time.advance(byMilliseconds: 1_000)
        await registry.sweep()
        await registry.close()
        #expect(try await file.open(clock: time.sessionClock).find(id) == .ended(ago: 0))
    }

    @Test func `the tombstone of a late end lasts as long as any other`() async throws {
        let registry = registry(.init(tombstone: 10_000))
        let id = try await refuseEnds(of: 1, in: registry)[0]
        time.advance(byMilliseconds: 9_000)
        await registry.sweep()
        store.commit()
        time.advance(byMilliseconds: 10_000)
        await #expect(throws: SessionError.gone) { _ = try await registry.cell(id) }
        time.advance(byMilliseconds: 1)
        await #expect(throws: SessionError.unknown) { _ = try await registry.cell(id) }
        time.advance(byMilliseconds: 60_000)
        await registry.sweep()
        #expect(try await store.counts() == StoreCounts())
    }

    @Test func `a session that is missing in the store is not ended again`() async throws {
        let registry = registry(.init(waitsForCommits: false))
        store.isHolding = true
        _ = try await open(registry)
        store.fail(with: .full)
        store.isHolding = false
        time.advance(byMilliseconds: 1_000)
        await registry.sweep()
        #expect(try await registry.census() == .init())
        store.isHolding = true
        await registry.sweep()
        #expect(store.queue == 0)
    }

    @Test(arguments: [false, true])
    func `without waiting callers, a deleted session ends when the store takes the end`(
        isEvicted: Bool
    ) async throws {
        let registry = registry(.init(waitsForCommits: false))
        let id = try await open(registry, idleTimeout: 1e9)
        if isEvicted {
            time.advance(byMilliseconds: 60_000)
            await registry.sweep()
        }
        #expect(try await registry.census() == .init(live: isEvicted ? 0 : 1, evicted: isEvicted ? 1 : 0, ended: 0))
        store.isHolding = true
        try await registry.end(id)
        #expect(try await registry.census() == .init(live: 0, evicted: 1, ended: 0))
        store.fail(with: .full)
        await #expect(throws: SessionError.gone) { _ = try await registry.cell(id) }
        await #expect(throws: DatasetRefusal(.inUse, of: "users")) { try await catalog.remove("users") }
        await registry.sweep()
        store.commit()
        #expect(try await registry.census() == .init(live: 0, evicted: 0, ended: 1))
        try await catalog.remove("users")
    }

    @Test func `a refused end with a waiting caller is not retried`() async throws {
        let registry = registry()
        let id = try await open(registry, idleTimeout: 1e9)
        store.isHolding = true
        let ending = Task { try await registry.end(id) }
        while store.queue == 0 { await Task.yield() }
        store.fail(with: .full)
        await #expect(throws: SessionError.store(.full)) { try await ending.value }
        await registry.sweep()
        #expect(store.queue == 0)
        try await registry.read(registry.cell(id)) { #expect($0.revision == 0) }
        #expect(try await registry.census() == .init(live: 1, evicted: 0, ended: 0))
    }
}
