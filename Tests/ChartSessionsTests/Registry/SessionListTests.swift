import ChartDatasets
import ChartSeries
import ChartStores
import StoreTestSupport
import Testing

@testable import ChartSessions
@testable import ChartStorage

/// Lists of the sessions of a registry.
struct SessionListTests {
    private let time = ManualClock(milliseconds: 1_000_000)
    private let format = RememberingFormat()
    private let catalog = LocalDatasetCatalog(["users": SampleSession.table, "other": SampleSession.table])
    private let ann = SessionOwner(subject: "ann", datasets: .all)

    private func registry(_ store: (any SessionStore)? = nil) -> SessionRegistry {
        SessionRegistry(
            catalog: catalog, store: store ?? MemorySessionStore(clock: time.sessionClock), format: format,
            limits: .init(evictAfter: 1_000),
            clock: SessionClock(now: { [time] in time.now }, date: { [time] in time.now + 5 }))
    }

    private func open(
        _ datasets: [String] = ["users"], of owner: SessionOwner? = nil, idleTimeout: Double = 1e8,
        in registry: SessionRegistry
    ) async throws -> String {
        try await registry.create(showing: datasets, ownedBy: owner) { id, tables in
            SampleSession.session(
                zip(datasets, tables).enumerated().map { index, shown in
                    SampleSession.surface("s\(index)", table: shown.1, dataset: shown.0)
                }, id: id, idleTimeout: idleTimeout)
        }.session.id
    }

    private func change(_ id: String, in registry: SessionRegistry, at tick: Int64) async throws {
        _ = try await registry.change(registry.cell(id), as: Change(.postEvents, of: "s0")) { session in
            _ = try session.send([.tick(at: tick)], to: "s0")
        }.committed()
    }

    @Test func `live and evicted sessions are listed alike, without a restore and without a use`() async throws {
        let file = try StoreFile()
        let registry = registry(try file.open(clock: time.sessionClock))
        let watched = try await open(["users", "other", "users"], of: ann, in: registry)
        let evicted = try await open(["users"], in: registry)
        for tick in 1...3 { try await change(evicted, in: registry, at: Int64(tick)) }
        try await change(watched, in: registry, at: 1)
        let viewer = try await registry.watch(registry.cell(watched), PlainFormat().view)
        time.advance(byMilliseconds: 2_000)
        await registry.sweep()
        #expect(try await registry.census() == .init(live: 1, evicted: 1))
        for _ in 0..<2 {
            let list = try await registry.list(after: nil, limit: 10)
            #expect(list.map(\.id) == [watched, evicted].sorted())
            let summary = try #require(list.first { $0.id == watched })
            #expect(summary.owner == "ann" && summary.revision == 1 && summary.viewers == 1)
            #expect(summary.datasets == ["other", "users"], "each dataset once, sorted")
            #expect(summary.createdAt == 1_000_005 && summary.lastUsedAt == time.now + 5)
            let other = try #require(list.first { $0.id == evicted })
            #expect(other.owner == nil && other.revision == 3 && other.viewers == 0 && other.datasets == ["users"])
            #expect(other.createdAt == 1_000_005 && other.lastUsedAt == 1_000_005)
            #expect(try await registry.census().evicted == 1)
        }
        withExtendedLifetime(viewer) {}
        await registry.close()
        time.advance(byMilliseconds: 7_000)
        let restarted = self.registry(try file.open(clock: time.sessionClock))
        let list = try await restarted.list(after: nil, limit: 10)
        #expect(Set(list.map(\.revision)) == [1, 3] && list.map(\.id) == [watched, evicted].sorted())
        // The time without a server counts for no session.
        #expect(list.allSatisfy { $0.lastUsedAt == ($0.id == watched ? 1_009_005 : 1_007_005) })
        #expect(list.allSatisfy { $0.createdAt == 1_000_005 })
    }

    @Test func `only committed revisions are listed`() async throws {
        let store = FaultyStore(time: time)
        let registry = registry(store)
        let id = try await open(in: registry)
        store.isHolding = true
        let cell = try await registry.cell(id)
        let pending = try registry.change(cell, as: Change(.postEvents, of: "s0")) { session in
            _ = try session.send([.tick(at: 1)], to: "s0")
        }
        #expect(try await registry.list(after: nil, limit: 1).map(\.revision) == [0])
        store.commit()
        _ = try await pending.committed()
        #expect(try await registry.list(after: nil, limit: 1).map(\.revision) == [1])
    }

    @Test func `ended and expired sessions are not listed`() async throws {
        let registry = registry()
        let (ended, short) = (try await open(in: registry), try await open(idleTimeout: 500, in: registry))
        let evictable = try await open(idleTimeout: 3_000, in: registry)
        let long = try await open(in: registry)
        try await registry.end(ended)
        #expect(try await registry.list(after: nil, limit: 9).map(\.id) == [short, evictable, long].sorted())
        time.advance(byMilliseconds: 500)
        #expect(try await registry.list(after: nil, limit: 9).map(\.id) == [evictable, long].sorted(), "no sweep yet")
        time.advance(byMilliseconds: 1_000)
        await registry.sweep()
        #expect(try await registry.census().evicted == 2)
        time.advance(byMilliseconds: 1_500)
        #expect(try await registry.list(after: nil, limit: 9).map(\.id) == [long])
    }

    @Test func `pages stay right while sessions come and go`() async throws {
        let registry = registry()
        var lasting: [String] = []
        for _ in 0..<40 { lasting.append(try await open(in: registry)) }
        lasting.sort()
        var pages: [String] = []
        while true {
            let page = try await registry.list(after: pages.last, limit: 7).map(\.id)
            guard !page.isEmpty else { break }
            #expect(page == page.sorted() && page.allSatisfy { $0 > pages.last ?? "" })
            pages += page
            // The session of the cursor ends, and other ones begin.
            if let last = page.last {
                try await registry.end(last)
                lasting.removeAll { $0 == last }
                _ = try await open(in: registry)
            }
        }
        #expect(Set(pages).count == pages.count)
        #expect(Set(lasting).isSubset(of: pages))
    }

    @Test func `a page is full where the store has sessions that the registry has ended`() async throws {
        let store = FaultyStore(time: time)
        let registry = registry(store)
        var ids: [String] = []
        for _ in 0..<9 { ids.append(try await open(idleTimeout: 1e6, in: registry)) }
        ids.sort()
        time.advance(byMilliseconds: 999_999)
        for id in ids.dropFirst(4) { try await registry.read(registry.cell(id)) { _ in } }
        time.advance(byMilliseconds: 1)
        store.refusal = .full
        await registry.sweep()
        #expect(try await store.summaries(after: nil, limit: 9).count == 9)
        #expect(try await registry.list(after: nil, limit: 3).map(\.id) == Array(ids[4..<7]))
        #expect(try await registry.list(after: nil, limit: 0).map(\.id) == [ids[4]], "at least one")
        #expect(try await registry.list(after: ids[6], limit: .max).map(\.id) == Array(ids[7...]))
    }
}
