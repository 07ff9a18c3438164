import ChartDatasets
import ChartEngine
import ChartSeries
import ChartStores
import Gestures
import StoreTestSupport
import Testing

@testable import ChartSessions

/// Answers before the commit of a change, and changes without a commit.
struct SessionCommitTests {
    private let store = FaultyStore()
    private var time: ManualClock { store.time }
    private let catalog = LocalDatasetCatalog(["users": SampleSession.table])

    private func registry(waitsForCommits: Bool = true) -> SessionRegistry {
        SessionRegistry(
            catalog: catalog, limits: .init(storePatience: 5_000, waitsForCommits: waitsForCommits),
            clock: time.sessionClock, store: store)
    }

    private func tick(_ registry: SessionRegistry, _ cell: SessionCell, _ number: Int) throws -> Pending<Int> {
        try registry.change(cell, as: Change(.postEvents, of: "main")) { session in
            _ = try session.send([.tick(at: Int64(number))], from: "a", number, now: registry.now)
            return session.revision
        }
    }

    private func revision(_ registry: SessionRegistry, _ cell: SessionCell) throws -> Int {
        try registry.read(cell) { $0.revision }
    }

    @Test func `a read shows committed changes only`() async throws {
        let registry = registry()
        let cell = try await SampleSession.open(in: registry)
        store.isHolding = true
        let first = try tick(registry, cell, 1)
        let second = try tick(registry, cell, 2)
        #expect(try revision(registry, cell) == 0)
        store.commit(1)
        #expect(try revision(registry, cell) == 1)
        #expect(try await first.committed() == 1)
        store.commit()
        #expect(try revision(registry, cell) == 2)
        #expect(try await second.committed() == 2)
    }

    @Test(arguments: [SessionStoreError.full, .unavailable("gone")])
    func `a failed commit reverts its change and all later ones`(
        error: SessionStoreError
    ) async throws {
        let registry = registry()
        let cell = try await SampleSession.open(in: registry)
        _ = try await tick(registry, cell, 1).committed()
        store.isHolding = true
        let pending = [try tick(registry, cell, 2), try tick(registry, cell, 3)]
        store.fail(with: error)
        for one in pending {
            await #expect(throws: SessionError.store(error)) { _ = try await one.committed() }
        }
        #expect(try revision(registry, cell) == 1)
        store.isHolding = false
        // The sequence numbers are still unused.
        let again = try await tick(registry, cell, 2).committed()
        #expect(again == 2)
        let entries = try await store.entries(of: cell.id, after: 0, limit: 9)
        #expect(entries.map(\.revision) == [1, 2])
    }

    @Test func `changes committed before a failure stay`() async throws {
        let registry = registry()
        let cell = try await SampleSession.open(in: registry)
        store.isHolding = true
        let pending = [try tick(registry, cell, 1), try tick(registry, cell, 2), try tick(registry, cell, 3)]
        store.commit(2)
        store.fail(with: .full)
        #expect(try await pending[1].committed() == 2)
        await #expect(throws: SessionError.store(.full)) { _ = try await pending[2].committed() }
        #expect(try revision(registry, cell) == 2)
    }

    @Test func `a repeated batch waits for the commit of the first one`() async throws {
        let registry = registry()
        let cell = try await SampleSession.open(in: registry)
        store.isHolding = true
        let first = try tick(registry, cell, 1)
        let again = try tick(registry, cell, 1)
        #expect(store.queue == 1)
        store.fail(with: .full)
        for one in [first, again] {
            await #expect(throws: SessionError.store(.full)) { _ = try await one.committed() }
        }
    }

    @Test func `a stalled commit fails after a while, and its late answer is dropped`()
        async throws
    {
        let registry = registry()
        let cell = try await SampleSession.open(in: registry)
        store.isHolding = true
        let pending = try tick(registry, cell, 1)
        time.advance(byMilliseconds: 5_000)
        await registry.sweep()
        #expect(store.queue == 1)
        time.advance(byMilliseconds: 1)
        await registry.sweep()
        await #expect(throws: SessionError.self) { _ = try await pending.committed() }
        #expect(try revision(registry, cell) == 0)
        store.commit()
        #expect(try revision(registry, cell) == 0)
        let entries = try await store.entries(of: cell.id, after: 0, limit: 9)
        #expect(entries.isEmpty)
    }

    @Test func `a stalled change of an expired session fails, and then the session ends`()
        async throws
    {
        let registry = registry()
        let created = try await registry.create(showing: ["users"]) { id, tables in
            SampleSession.session(
                [SampleSession.surface(table: tables[0], dataset: "users")], id: id, idleTimeout: 1_000)
        }
        let cell = try await registry.cell(created.session.id)
        store.isHolding = true
        let pending = try tick(registry, cell, 1)
        time.advance(byMilliseconds: 5_000)
        await registry.sweep()
        // An evicted session could not give up its wait.
        try #require(try await registry.census() == .init(live: 1, evicted: 0, ended: 0))
        #expect(store.queue == 1)
        time.advance(byMilliseconds: 1)
        await registry.sweep()
        await #expect(throws: SessionError.store(.stalled)) { _ = try await pending.committed() }
        #expect(try await registry.census() == .init(live: 0, evicted: 1, ended: 0))
        store.commit()
        #expect(try await registry.census() == .init(live: 0, evicted: 0, ended: 1))
        try await catalog.remove("users")
    }

    @Test func `without waiting callers the session continues, and the store gets a snapshot after a failure`()
        async throws
    {
        let registry = registry(waitsForCommits: false)
        let cell = try await SampleSession.open(in: registry)
        store.isHolding = true
        for number in 1...3 {
            let told = try await tick(registry, cell, number).committed()
            #expect(told == number)
        }
        #expect(try revision(registry, cell) == 3)
        store.fail(with: .full)
        store.isHolding = false
        _ = try await tick(registry, cell, 4).committed()
        let stored = try #require(await store.session(cell.id))
        #expect(stored.snapshot?.revision == 3)
        #expect(stored.entries.map(\.revision) == [4])
    }

    @Test func `a session that the store refuses does not exist`() async throws {
        let registry = registry()
        store.isHolding = true
        let opening = Task { try await SampleSession.open(in: registry) }
        while store.queue == 0 { await Task.yield() }
        store.fail(with: .full)
        await #expect(throws: SessionError.store(.full)) { _ = try await opening.value }
        #expect(try await registry.census() == .init(live: 0))
        try await catalog.remove("users")
    }

    @Test func `a refused end leaves the session live`() async throws {
        let registry = registry()
        let cell = try await SampleSession.open(in: registry)
        store.isHolding = true
        let ending = Task { try await registry.end(cell.id) }
        while store.queue == 0 { await Task.yield() }
        store.fail(with: .unavailable("gone"))
        await #expect(throws: SessionError.store(.unavailable("gone"))) { try await ending.value }
        store.isHolding = false
        #expect(try revision(registry, cell) == 0)
        try await registry.end(cell.id)
        await #expect(throws: SessionError.gone) { _ = try await registry.cell(cell.id) }
    }

    @Test func `a second end of a session waits for the commit of the first`() async throws {
        let registry = registry()
        let id = try await SampleSession.open(in: registry).id
        store.isHolding = true
        let first = Task { try await registry.end(id) }
        while store.queue == 0 { await Task.yield() }
        let second = Task { try await registry.end(id) }
        store.isHolding = false
        store.fail(with: .full)
        await #expect(throws: SessionError.store(.full)) { try await first.value }
        // It either came too late to fail with the first, or has failed.
        do { try await second.value } catch { #expect(error as? SessionError == .store(.full)) }
        try await registry.end(id)
        await #expect(throws: SessionError.gone) { _ = try await registry.cell(id) }
        try await catalog.remove("users")
    }

    @Test func `an expired session releases its datasets after the commit of its end`() async throws {
        let registry = registry()
        _ = try await registry.create(showing: ["users"]) { id, tables in
            SampleSession.session(
                [SampleSession.surface(table: tables[0], dataset: "users")], id: id, idleTimeout: 1_000)
        }
        store.isHolding = true
        time.advance(byMilliseconds: 1_000)
        await registry.sweep()
        #expect(try await registry.census() == .init(live: 0, evicted: 1, ended: 0))
        await #expect(throws: DatasetRefusal(.inUse, of: "users")) { try await catalog.remove("users") }
        store.commit()
        #expect(try await registry.census() == .init(live: 0, evicted: 0, ended: 1))
        try await catalog.remove("users")
    }

    @Test func `a sweep removes the oldest tombstones beyond the number of sessions`() async throws {
        let registry = SessionRegistry(
            catalog: catalog, limits: .init(sessions: 2), clock: time.sessionClock, store: store)
        var ids: [String] = []
        for _ in 0..<4 {
            ids.append(try await SampleSession.open(in: registry).id)
            try await registry.end(ids[ids.count - 1])
            time.advance(byMilliseconds: 1)
        }
        await registry.sweep()
        #expect(try await store.counts() == StoreCounts(live: 0, ended: 2))
        for id in ids[..<2] { #expect(try await store.find(id) == .unknown) }
    }

    @Test func `the cell of an evicted session refers its callers to the registry`() async throws {
        let registry = registry()
        let cell = try await SampleSession.open(in: registry)
        _ = try await tick(registry, cell, 1).committed()
        time.advance(byMilliseconds: 60_000)
        await registry.sweep()
        #expect(throws: SessionError.evicted) { try registry.read(cell) { _ in } }
        #expect(try await registry.census() == .init(live: 0, evicted: 1, ended: 0))
        let other = try await registry.cell(cell.id)
        #expect(try revision(registry, other) == 1)
        let next = try await tick(registry, other, 2).committed()
        #expect(next == 2)
    }

    @Test func `concurrent callers of an evicted session get one cell`() async throws {
        let registry = registry()
        let id = try await SampleSession.open(in: registry).id
        time.advance(byMilliseconds: 60_000)
        await registry.sweep()
        let cells = try await withThrowingTaskGroup(of: SessionCell.self) { group in
            for _ in 0..<50 { group.addTask { try await registry.cell(id) } }
            var cells: [SessionCell] = []
            for try await cell in group { cells.append(cell) }
            return cells
        }
        #expect(cells.allSatisfy { $0 === cells[0] })
    }

    @Test func `an evicted session that expires ends, and releases its datasets`() async throws {
        let registry = registry()
        let created = try await registry.create(showing: ["users"]) { id, tables in
            SampleSession.session(
                [SampleSession.surface(table: tables[0], dataset: "users")], id: id, idleTimeout: 100_000)
        }
        time.advance(byMilliseconds: 60_000)
        await registry.sweep()
        #expect(try await registry.census().evicted == 1)
        time.advance(byMilliseconds: 40_000)
        await #expect(throws: SessionError.gone) { _ = try await registry.cell(created.session.id) }
        await registry.sweep()
        #expect(try await registry.census() == .init(live: 0, evicted: 0, ended: 1))
        try await catalog.remove("users")
    }
}
