import ChartDatasets
import ChartStores
import StoreTestSupport
import Synchronization
import Testing

@testable import ChartSessions
@testable import ChartStorage

/// Sessions whose store has refused a change without a waiting caller.
struct MissedChangeTests {
    private let store = FaultyStore()
    private var time: ManualClock { store.time }
    private let catalog = LocalDatasetCatalog(["users": SampleSession.table, "others": SampleSession.table])
    private let format = RememberingFormat()

    private func registry(_ store: any SessionStore) -> SessionRegistry {
        SessionRegistry(
            catalog: catalog, store: store, format: format, limits: .init(waitsForCommits: false),
            clock: time.sessionClock)
    }

    private func tick(_ registry: SessionRegistry, _ cell: SessionCell, _ numbers: ClosedRange<Int>) throws {
        for number in numbers {
            try registry.update(cell) {
                _ = try $0.send([.tick(at: Int64(number))], from: "a", number, now: registry.now)
            }
        }
    }

    /// Creates a session with a refused third revision, and a store that holds later changes.
    private func openMissingTheThird() async throws -> (SessionRegistry, SessionCell) {
        let registry = registry(store)
        let cell = try await SampleSession.open(in: registry)
        try tick(registry, cell, 1...2)
        store.isHolding = true
        try tick(registry, cell, 3...3)
        store.fail(with: .full)
        return (registry, cell)
    }

    /// Checks that the stored session, and its restore, are a snapshot and the lines after it.
    private func expectLog(
        of id: String, in store: any SessionStore, snapshot: Int, entries: ClosedRange<Int>
    ) async throws {
        let stored = try #require(await store.session(id))
        #expect(stored.snapshot?.revision == snapshot)
        #expect(stored.entries.map(\.revision) == Array(entries))
        #expect(try await store.entries(of: id, after: 0, limit: 99).map(\.revision) == Array(entries))
        let restarted = registry(store)
        try await restarted.read(restarted.cell(id)) { #expect($0.revision == entries.upperBound) }
    }

    @Test(arguments: [0, 2])
    func `the store gets one snapshot after a refusal, and then lines again`(
        stored: Int
    ) async throws {
        let registry = registry(store)
        let cell = try await SampleSession.open(in: registry)
        if stored > 0 { try tick(registry, cell, 1...stored) }
        store.isHolding = true
        try tick(registry, cell, stored + 1...stored + 1)
        store.fail(with: .full)
        for numbers in [stored + 2...stored + 2, stored + 3...stored + 5, stored + 6...stored + 6] {
            try tick(registry, cell, numbers)
            let isFirst = numbers.lowerBound == stored + 2
            #expect(
                store.changes.map(\.place)
                    == (isFirst ? ["snapshot \(stored + 1)"] : []) + numbers.map { "line \($0)" })
            store.commit()
        }
        try await expectLog(of: cell.id, in: store, snapshot: stored + 1, entries: stored + 2...stored + 6)
    }

    @Test func `the session repeats a refused snapshot`() async throws {
        let registry = registry(store)
        let cell = try await SampleSession.open(in: registry)
        try tick(registry, cell, 1...2)
        store.isHolding = true
        for number in 3...5 {
            try tick(registry, cell, number...number)
            store.fail(with: .full)
        }
        try tick(registry, cell, 6...7)
        #expect(store.changes.map(\.place) == ["snapshot 5", "line 6", "line 7"])
        store.commit()
        try await expectLog(of: cell.id, in: store, snapshot: 5, entries: 6...7)
    }

    @Test func `a closing registry writes a snapshot of lost changes`() async throws {
        let (registry, cell) = try await openMissingTheThird()
        store.isHolding = false
        await registry.close()
        #expect(try await store.session(cell.id)?.snapshot?.revision == 3)
        let restarted = self.registry(store)
        try await restarted.read(restarted.cell(cell.id)) { #expect($0.revision == 3) }
    }

    @Test func `an idle session is evicted after the store has its lost changes`() async throws {
        let (registry, cell) = try await openMissingTheThird()
        time.advance(byMilliseconds: 61_000)
        await registry.sweep()
        #expect(store.changes.map(\.place) == ["snapshot 3"])
        store.fail(with: .full)
        store.refusal = .full
        await registry.sweep()
        #expect(try await registry.census().live == 1)
        store.refusal = nil
        await registry.sweep()
        #expect(store.changes.map(\.place) == ["snapshot 3"])
        #expect(try await registry.census().live == 1)
        store.commit()
        await registry.sweep()
        #expect(try await registry.census() == .init(live: 0, evicted: 1, ended: 0))
        try await registry.read(registry.cell(cell.id)) { #expect($0.revision == 3) }
    }

    @Test func `the next line includes the datasets of a refused change`() async throws {
        let registry = registry(store)
        let cell = try await SampleSession.open(in: registry)
        store.isHolding = true
        try registry.update(cell) {
            try $0.add(SampleSession.surface("late", table: SampleSession.table, dataset: "others"), limit: 16)
        }
        store.fail(with: .full)
        store.isHolding = false
        try tick(registry, cell, 1...1)
        #expect(try await store.summaries(after: nil, limit: 9).map(\.datasets) == [["users", "others"]])
    }

    @Test func `a full database gets lines again when it has room, and a restart has the newest revision`() async throws
    {
        let file = try StoreFile()
        let isFull = Mutex(false)
        var tuning = StoreTuning.impatient
        tuning.beforeCommit = { if isFull.withLock({ $0 }) { throw SessionStoreError.full } }
        let database = try file.open(tuning, clock: time.sessionClock)
        let registry = registry(database)
        let cell = try await SampleSession.open(in: registry)
        try tick(registry, cell, 1...2)
        _ = try await database.session(cell.id)
        isFull.withLock { $0 = true }
        try tick(registry, cell, 3...3)
        try await eventually { database.condition == .failing(.full) }
        isFull.withLock { $0 = false }
        try await eventually { database.condition == .ready }
        for number in 4...9 {
            try tick(registry, cell, number...number)
            #expect(try await database.session(cell.id)?.entries.map(\.revision) == Array(4...number))
        }
        try await expectLog(of: cell.id, in: database, snapshot: 3, entries: 4...9)
        await database.close()
        try await expectLog(of: cell.id, in: file.open(clock: time.sessionClock), snapshot: 3, entries: 4...9)
    }
}

extension StoreChange {
    /// The kind and revision of a change.
    fileprivate var place: String {
        switch self {
        case .append(_, let entry, _): "line \(entry.revision)"
        case .snapshot(_, let snapshot, _): "snapshot \(snapshot.revision)"
        case .create, .end, .expire, .clearTombstones: "neither"
        }
    }
}
