import ChartEngine
import ChartSeries
import ChartTestSupport
import Gestures
import Testing

@testable import ChartSessions

/// What is told before a change is committed, and what becomes of one that never is.
struct SessionCommitTests {
    private let time = ManualClock(milliseconds: 1_000_000)
    private let store = FaultyStore()
    private let catalog = DatasetCatalog(["users": SampleSession.table])

    private func registry(waitsForCommits: Bool = true) throws -> SessionRegistry {
        try SessionRegistry(
            catalog: catalog, limits: .init(storePatience: 5_000, waitsForCommits: waitsForCommits),
            clock: SessionClock { [time] in time.now }, store: store)
    }

    private func tick(_ registry: SessionRegistry, _ cell: SessionCell, _ number: Int) throws -> Pending<Int> {
        try registry.change(cell, as: ChangeRecord(kind: .batch, surface: "main")) { session in
            _ = try session.send([.tick(at: Int64(number))], from: "a", number, now: registry.now)
            return session.revision
        }
    }

    private func revision(_ registry: SessionRegistry, _ cell: SessionCell) throws -> Int {
        try registry.read(cell) { $0.revision }
    }

    @Test func `a read shows what is committed alone`() async throws {
        let registry = try registry()
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
    func `what cannot be committed has not happened, and neither has what was built on it`(
        error: SessionStoreError
    ) async throws {
        let registry = try registry()
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
        // The numbers were not used.
        let again = try await tick(registry, cell, 2).committed()
        #expect(again == 2)
        let entries = try await store.entries(of: cell.id, after: 0, limit: 9)
        #expect(entries.map(\.revision) == [1, 2])
    }

    @Test func `what was committed before the failure stays`() async throws {
        let registry = try registry()
        let cell = try await SampleSession.open(in: registry)
        store.isHolding = true
        let pending = [try tick(registry, cell, 1), try tick(registry, cell, 2), try tick(registry, cell, 3)]
        store.commit(2)
        store.fail(with: .full)
        #expect(try await pending[1].committed() == 2)
        await #expect(throws: SessionError.store(.full)) { _ = try await pending[2].committed() }
        #expect(try revision(registry, cell) == 2)
    }

    @Test func `a batch that is sent again while it waits is told when it is committed`() async throws {
        let registry = try registry()
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

    @Test func `a store that does not answer is given up after a while, and what it says later does not count`()
        async throws
    {
        let registry = try registry()
        let cell = try await SampleSession.open(in: registry)
        store.isHolding = true
        let pending = try tick(registry, cell, 1)
        time.advance(byMilliseconds: 5_000)
        registry.sweep()
        #expect(store.queue == 1)
        time.advance(byMilliseconds: 1)
        registry.sweep()
        await #expect(throws: SessionError.self) { _ = try await pending.committed() }
        #expect(try revision(registry, cell) == 0)
        store.commit()
        #expect(try revision(registry, cell) == 0)
        let entries = try await store.entries(of: cell.id, after: 0, limit: 9)
        #expect(entries.isEmpty)
    }

    @Test func `a change of a session whose time is over is given up like any other, and the session ends then`()
        async throws
    {
        let registry = try registry()
        let created = try await registry.create(showing: ["users"]) { id, tables in
            SampleSession.session(
                [SampleSession.surface(table: tables[0], dataset: "users")], id: id, idleTimeout: 1_000)
        }
        let cell = try await registry.cell(created.session.id)
        store.isHolding = true
        let pending = try tick(registry, cell, 1)
        time.advance(byMilliseconds: 5_000)
        registry.sweep()
        // Nobody would give up the wait of a session that has left memory.
        try #require(registry.census == .init(live: 1, evicted: 0, ended: 0))
        #expect(store.queue == 1)
        time.advance(byMilliseconds: 1)
        registry.sweep()
        await #expect(throws: SessionError.store(.stalled)) { _ = try await pending.committed() }
        #expect(registry.census == .init(live: 0, evicted: 0, ended: 1))
        store.commit()
        #expect(try store.contents().live.isEmpty)
        try catalog.remove("users")
    }

    @Test func `who does not wait goes on, and the store gets the whole state after a failure`() async throws {
        let registry = try registry(waitsForCommits: false)
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

    @Test func `a session that could not be stored is not there`() async throws {
        let registry = try registry()
        store.isHolding = true
        let opening = Task { try await SampleSession.open(in: registry) }
        while store.queue == 0 { await Task.yield() }
        store.fail(with: .full)
        await #expect(throws: SessionError.store(.full)) { _ = try await opening.value }
        #expect(registry.count == 0)
        try catalog.remove("users")
    }

    @Test func `an end that cannot be stored has not happened`() async throws {
        let registry = try registry()
        let cell = try await SampleSession.open(in: registry)
        store.isHolding = true
        let ending = Task { try await registry.end(cell.id) }
        while store.queue == 0 { await Task.yield() }
        store.fail(with: .unavailable("gone"))
        await #expect(throws: SessionError.store(.unavailable("gone"))) { try await ending.value }
        store.isHolding = false
        #expect(try revision(registry, cell) == 0)
        try await registry.end(cell.id)
        #expect(throws: SessionError.gone) { _ = try registry.liveCell(cell.id) }
    }

    @Test func `who ends a session that somebody else ends is told when that is stored`() async throws {
        let registry = try registry()
        let id = try await SampleSession.open(in: registry).id
        store.isHolding = true
        let first = Task { try await registry.end(id) }
        while store.queue == 0 { await Task.yield() }
        let second = Task { try await registry.end(id) }
        store.isHolding = false
        store.fail(with: .full)
        await #expect(throws: SessionError.store(.full)) { try await first.value }
        // It came too late to fail with the first, or it has.
        do { try await second.value } catch { #expect(error as? SessionError == .store(.full)) }
        try await registry.end(id)
        #expect(throws: SessionError.gone) { _ = try registry.liveCell(id) }
        try catalog.remove("users")
    }

    @Test func `a session that expires gives its datasets back when that is stored`() async throws {
        let registry = try registry()
        _ = try await registry.create(showing: ["users"]) { id, tables in
            SampleSession.session(
                [SampleSession.surface(table: tables[0], dataset: "users")], id: id, idleTimeout: 1_000)
        }
        store.isHolding = true
        time.advance(byMilliseconds: 1_000)
        registry.sweep()
        #expect(registry.census == .init(live: 0, evicted: 0, ended: 1))
        #expect(throws: DatasetCatalog.Refusal.inUse) { try catalog.remove("users") }
        store.commit()
        try catalog.remove("users")
    }

    @Test func `a stone that makes room for another leaves the store too`() async throws {
        let registry = try SessionRegistry(
            catalog: catalog, limits: .init(sessions: 2), clock: SessionClock { [time] in time.now }, store: store)
        var ids: [String] = []
        for _ in 0..<4 {
            ids.append(try await SampleSession.open(in: registry).id)
            try await registry.end(ids[ids.count - 1])
        }
        #expect(try store.contents().tombstones.map(\.id).sorted() == ids[2...].sorted())
    }

    @Test func `a cell that its session has left sends its holder to the registry`() async throws {
        let registry = try registry()
        let cell = try await SampleSession.open(in: registry)
        _ = try await tick(registry, cell, 1).committed()
        time.advance(byMilliseconds: 60_000)
        registry.sweep()
        #expect(throws: SessionError.evicted) { try registry.read(cell) { _ in } }
        #expect(registry.census == .init(live: 0, evicted: 1, ended: 0))
        let other = try await registry.cell(cell.id)
        #expect(try revision(registry, other) == 1)
        let next = try await tick(registry, other, 2).committed()
        #expect(next == 2)
    }

    @Test func `many who come for a resting session find one cell`() async throws {
        let registry = try registry()
        let id = try await SampleSession.open(in: registry).id
        time.advance(byMilliseconds: 60_000)
        registry.sweep()
        let cells = try await withThrowingTaskGroup(of: SessionCell.self) { group in
            for _ in 0..<50 { group.addTask { try await registry.cell(id) } }
            var cells: [SessionCell] = []
            for try await cell in group { cells.append(cell) }
            return cells
        }
        #expect(cells.allSatisfy { $0 === cells[0] })
    }

    @Test func `a session that expires while it rests ends, and lets go of its datasets`() async throws {
        let registry = try registry()
        let created = try await registry.create(showing: ["users"]) { id, tables in
            SampleSession.session(
                [SampleSession.surface(table: tables[0], dataset: "users")], id: id, idleTimeout: 100_000)
        }
        time.advance(byMilliseconds: 60_000)
        registry.sweep()
        #expect(registry.census.evicted == 1)
        time.advance(byMilliseconds: 40_000)
        await #expect(throws: SessionError.gone) { _ = try await registry.cell(created.session.id) }
        registry.sweep()
        #expect(registry.census == .init(live: 0, evicted: 0, ended: 1))
        try catalog.remove("users")
    }
}
