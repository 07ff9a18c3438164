import ChartDatasets
import ChartStores
import StoreTestSupport
import Testing

@testable import ChartSessions

/// Snapshots of a session with a change always in the queue.
struct SnapshotUnderLoadTests {
    private let store = FaultyStore()
    private var time: ManualClock { store.time }
    private let catalog = LocalDatasetCatalog(["users": SampleSession.table])

    private func registry(
        snapshotEvery: Int = 1_000, snapshotBytes: Int = 1_048_576, keepsHistory: Bool = true
    ) -> SessionRegistry {
        SessionRegistry(
            catalog: catalog,
            limits: .init(snapshotEvery: snapshotEvery, snapshotBytes: snapshotBytes, keepsHistory: keepsHistory),
            clock: time.sessionClock, store: store)
    }

    @discardableResult
    private func tick(_ registry: SessionRegistry, _ cell: SessionCell, _ number: Int) throws -> Pending<Int> {
        try registry.change(cell, as: Change(.postEvents, of: "main")) { session in
            _ = try session.send([.tick(at: Int64(number))], from: "a", number, now: registry.now)
            return session.revision
        }
    }

    /// Sends batches, each enqueued before the commit of the last one.
    private func load(_ registry: SessionRegistry, _ cell: SessionCell, _ numbers: ClosedRange<Int>) throws {
        store.isHolding = true
        for number in numbers {
            try tick(registry, cell, number)
            if number > numbers.lowerBound { store.commit(1) }
        }
    }

    @Test func `a busy session gets a snapshot of its committed state after a number of changes`() async throws {
        let registry = registry(snapshotEvery: 5)
        let cell = try await SampleSession.open(in: registry)
        try load(registry, cell, 1...6)
        await registry.sweep()
        #expect(store.queue == 1)
        try tick(registry, cell, 7)
        store.commit(1)
        await registry.sweep()
        #expect(store.queue == 2)
        store.commit()
        let stored = try #require(await store.session(cell.id))
        #expect(stored.snapshot?.revision == 6)
        #expect(stored.entries.map(\.revision) == [7])
    }

    @Test func `a busy session gets a snapshot after a number of bytes`() async throws {
        let registry = registry(snapshotBytes: 100)
        let cell = try await SampleSession.open(in: registry)
        try load(registry, cell, 1...3)
        let bytes = try await store.entries(of: cell.id, after: 0, limit: 9).map(\.line.count)
        try #require(bytes.count == 2 && bytes[0] <= 100 && bytes[0] + bytes[1] <= 100)
        await registry.sweep()
        #expect(store.queue == 1)
        while try await store.entries(of: cell.id, after: 0, limit: 9).reduce(0, { $0 + $1.line.count }) <= 100 {
            try tick(registry, cell, try registry.read(cell) { $0.revision } + 2)
            store.commit(1)
        }
        await registry.sweep()
        #expect(store.queue == 2)
    }

    @Test func `under constant load, a snapshot waits for a long log after the last one`()
        async throws
    {
        let registry = registry(snapshotEvery: 5, keepsHistory: false)
        let cell = try await SampleSession.open(in: registry)
        store.isHolding = true
        try tick(registry, cell, 1)
        var snapshots: Set<Int> = []
        for number in 2...100 {
            try tick(registry, cell, number)
            // All changes except the newest.
            store.commit(store.queue - 1)
            await registry.sweep()
            let stored = try #require(await store.session(cell.id))
            if let snapshot = stored.snapshot { snapshots.insert(snapshot.revision) }
            #expect(stored.entries.count <= 7)
        }
        #expect((12...17).contains(snapshots.count))
    }

    @Test func `a snapshot excludes pending changes, and stays if they fail`() async throws {
        let registry = registry(snapshotEvery: 2, keepsHistory: false)
        let cell = try await SampleSession.open(in: registry)
        try load(registry, cell, 1...4)
        let refused = try tick(registry, cell, 5)
        await registry.sweep()
        // The snapshot follows the two waiting changes.
        #expect(store.queue == 3)
        store.fail(with: .full, 2)
        store.commit()
        await #expect(throws: SessionError.store(.full)) { _ = try await refused.committed() }
        let stored = try #require(await store.session(cell.id))
        #expect(stored.snapshot?.revision == 3)
        #expect(stored.entries.isEmpty)
        #expect(try registry.read(cell) { $0.revision } == 3)
        store.isHolding = false
        let again = try await tick(registry, cell, 4).committed()
        #expect(again == 4)
        let restarted = SessionRegistry(
            catalog: catalog, store: store, format: registry.dependencies.format, clock: SessionClock { 0 })
        try await restarted.read(restarted.cell(cell.id)) { #expect($0.revision == 4) }
    }

    @Test func `refused changes do not count for a snapshot`() async throws {
        let registry = registry(snapshotEvery: 3)
        let cell = try await SampleSession.open(in: registry)
        store.isHolding = true
        for _ in 0..<5 {
            try tick(registry, cell, 1)
            store.fail(with: .full)
        }
        await registry.sweep()
        #expect(store.queue == 0)
    }
}
