import ChartDatasets
import ChartStores
import StoreTestSupport
import Testing

@testable import ChartSessions

/// What a store knows of the uses of sessions, and what a restarted server makes of it.
struct NotedUseTests {
    private let time = ManualClock(milliseconds: 1_000_000)
    private let catalog = LocalDatasetCatalog(["users": SampleSession.table])
    private let format = RememberingFormat()
    private let store: MemorySessionStore

    init() {
        store = MemorySessionStore(clock: time.sessionClock)
    }

    private func registry(evictAfter: Double = 60_000) -> SessionRegistry {
        SessionRegistry(
            catalog: catalog, store: store, format: format, limits: .init(evictAfter: evictAfter),
            clock: time.sessionClock)
    }

    private func open(in registry: SessionRegistry) async throws -> String {
        try await registry.create(showing: ["users"]) { id, tables in
            SampleSession.session(
                [SampleSession.surface(table: tables[0], dataset: "users")], id: id, idleTimeout: 8_000)
        }.session.id
    }

    /// Uses a session after some milliseconds.
    private func use(_ id: String, of registry: SessionRegistry, after milliseconds: Int64) async throws {
        time.advance(byMilliseconds: milliseconds)
        try await registry.read(registry.cell(id)) { _ in }
    }

    private func idle(_ id: String) async throws -> Int64? {
        guard case .live(let summary) = try await store.find(id) else { return nil }
        return summary.idle
    }

    @Test(arguments: [(Int64(999), Int64(999)), (1_000, 0)])
    func `a sweep notes a use that the store does not know for an eighth of the idle timeout`(
        after: Int64, idle expected: Int64
    ) async throws {
        let registry = registry()
        let id = try await open(in: registry)
        try await use(id, of: registry, after: after)
        await registry.sweep()
        #expect(try await idle(id) == expected)
    }

    @Test func `an eviction notes the last use`() async throws {
        let registry = registry(evictAfter: 500)
        let id = try await open(in: registry)
        try await use(id, of: registry, after: 300)
        time.advance(byMilliseconds: 500)
        await registry.sweep()
        #expect(try await registry.census() == .init(evicted: 1))
        #expect(try await idle(id) == 500)
    }

    @Test(arguments: [(true, Int64(7_999), true), (true, 8_000, false), (false, 7_999, false)])
    func `idle times continue after a restart where they were noted`(
        isClosed: Bool, idle: Int64, isLive: Bool
    ) async throws {
        let before = registry()
        let id = try await open(in: before)
        try await use(id, of: before, after: 500)
        // A killed server has not noted the use.
        if isClosed { await before.close() }
        time.advance(byMilliseconds: idle)
        let after = registry()
        if isLive {
            #expect(try await after.cell(id).id == id)
        } else {
            await #expect(throws: SessionError.gone) { try await after.cell(id) }
        }
    }
}
