import ChartDatasets
import ChartEngine
import ChartSeries
import ChartSessions
import ChartStores
import Gestures
import StoreTestSupport
import Testing

struct SessionRegistryTests {
    private struct Refusal: Error {}

    private let time = ManualClock(milliseconds: 1_000_000)
    private let catalog = LocalDatasetCatalog(["users": SampleSession.table, "other": SampleSession.table])

    private func registry(_ limits: SessionRegistry.Limits = .init()) -> SessionRegistry {
        SessionRegistry(catalog: catalog, limits: limits, clock: time.sessionClock)
    }

    private func open(_ registry: SessionRegistry, idleTimeout: Double = 60_000) async throws -> SessionRegistry.Created
    {
        try await registry.create(showing: ["users"]) { id, tables in
            SampleSession.session(
                [SampleSession.surface(table: tables[0], dataset: "users")], id: id, idleTimeout: idleTimeout)
        }
    }

    @Test func `a session has a name of its own, tokens with roles and a time of expiry`() async throws {
        let registry = registry()
        let (one, other) = (try await open(registry), try await open(registry))
        #expect(one.session.id != other.session.id)
        #expect(one.session.id.utf8.count == 32)
        #expect(one.expiresAt == registry.now + 60_000)
        let cell = try await registry.cell(one.session.id)
        #expect(cell.tokens.role(of: one.driverToken.text) == .owner)
        #expect(cell.tokens.role(of: one.viewerToken.text) == .viewer)
        #expect(cell.tokens.role(of: other.driverToken.text) == nil)
        #expect(try await registry.census().live == 2)
    }

    @Test func `an unused name is unknown, and an ended session is gone`() async throws {
        let registry = registry()
        await #expect(throws: SessionError.unknown) { try await registry.cell("none") }
        let id = try await open(registry).session.id
        try await registry.end(id)
        await #expect(throws: SessionError.gone) { try await registry.cell(id) }
        try await registry.end("none")
        await #expect(throws: SessionError.unknown) { try await registry.cell("none") }
    }

    @Test func `a session expires when its idle time is over, to the millisecond`() async throws {
        let registry = registry()
        let id = try await open(registry, idleTimeout: 5_000).session.id
        time.advance(byMilliseconds: 4_999)
        _ = try await registry.cell(id)
        time.advance(byMilliseconds: 1)
        await #expect(throws: SessionError.gone) { try await registry.cell(id) }
        #expect(try await registry.census().live == 0)
    }

    @Test func `reading and changing keep a session alive`() async throws {
        let registry = registry()
        let id = try await open(registry, idleTimeout: 5_000).session.id
        for isRead in [true, false, true] {
            time.advance(byMilliseconds: 4_000)
            let cell = try await registry.cell(id)
            if isRead { try registry.read(cell) { _ in } } else { try registry.update(cell) { _ in } }
            #expect(cell.expiresAt == registry.now + 5_000)
        }
    }

    @Test func `a tombstone lasts its time, then the name is unknown`() async throws {
        let registry = registry(.init(tombstone: 10_000))
        let id = try await open(registry).session.id
        try await registry.end(id)
        time.advance(byMilliseconds: 10_000)
        await registry.sweep()
        await #expect(throws: SessionError.gone) { try await registry.cell(id) }
        time.advance(byMilliseconds: 1)
        await registry.sweep()
        await #expect(throws: SessionError.unknown) { try await registry.cell(id) }
    }

    @Test func `a tombstone expires on time, even before the sweep`() async throws {
        let registry = registry(.init(tombstone: 10_000))
        let id = try await open(registry).session.id
        try await registry.end(id)
        time.advance(byMilliseconds: 10_001)
        await #expect(throws: SessionError.unknown) { try await registry.cell(id) }
    }

    @Test func `a sweep ends expired sessions and releases their datasets`() async throws {
        let registry = registry()
        let short = try await open(registry, idleTimeout: 1_000).session.id
        let long = try await open(registry, idleTimeout: 9_000).session.id
        time.advance(byMilliseconds: 1_000)
        await registry.sweep()
        await #expect(throws: SessionError.gone) { try await registry.cell(short) }
        _ = try await registry.cell(long)
        await #expect(throws: DatasetRefusal(.inUse, of: "users")) { try await catalog.remove("users") }
        time.advance(byMilliseconds: 9_000)
        await registry.sweep()
        try await catalog.remove("users")
    }

    @Test func `the number of sessions is limited, and a refused session uses no dataset`() async throws {
        let registry = registry(.init(sessions: 1))
        let id = try await open(registry).session.id
        await #expect(throws: SessionError.tooManySessions) { try await open(registry) }
        try await registry.end(id)
        try await catalog.remove("users")
    }

    @Test func `a session that fails to be created uses no dataset`() async throws {
        let registry = registry()
        await #expect(throws: Refusal.self) {
            try await registry.create(showing: ["users", "other"]) { _, _ in throw Refusal() }
        }
        #expect(try await registry.census().live == 0)
        try await catalog.remove("users")
        try await catalog.remove("other")
    }

    @Test func `an error names an unknown dataset with its position, and releases those before it`() async throws {
        let registry = registry()
        let error = await #expect(throws: SessionRegistry.UnknownDataset.self) {
            try await registry.create(showing: ["users", "other", "none"]) { _, _ in SampleSession.session() }
        }
        #expect(error?.index == 2)
        #expect(error?.name == "none")
        try await catalog.remove("users")
        try await catalog.remove("other")
    }

    @Test func `a dataset of two surfaces is in use until both are removed`() async throws {
        let registry = registry()
        let created = try await registry.create(showing: ["users", "users"]) { id, tables in
            SampleSession.session(
                tables.indices.map { SampleSession.surface("s\($0)", table: tables[$0], dataset: "users") }, id: id)
        }
        let cell = try await registry.cell(created.session.id)
        let datasets = try registry.update(cell) { try $0.removeSurface("s0") }
        for dataset in datasets { catalog.release(dataset) }
        await #expect(throws: DatasetRefusal(.inUse, of: "users")) { try await catalog.remove("users") }
        try await registry.end(created.session.id)
        try await catalog.remove("users")
    }

    @Test func `a failed change leaves the session unchanged`() async throws {
        let registry = registry()
        let cell = try await registry.cell(open(registry).session.id)
        #expect(throws: Refusal.self) {
            try registry.update(cell) { session in
                try session.send([.touch(.began, at: 1), .touch(.moved, x: 140, at: 2)], from: "a", 1)
                throw Refusal()
            }
        }
        try registry.read(cell) { session in
            #expect(session.revision == 0)
            let range = try session.x()
            #expect(range == AxisRange(min: 20, max: 60))
            #expect(session.surface("main")?.surface.hasTouches == false)
        }
        try registry.update(cell) { session in
            try session.send([.touch(.began, at: 1), .touch(.moved, x: 140, at: 2)], from: "a", 1)
            let range = try session.x()
            #expect(range == AxisRange(min: 16, max: 56))
        }
    }

    @Test func `the next read shows appended rows, without a revision`() async throws {
        let registry = registry()
        let cell = try await registry.cell(open(registry).session.id)
        let tag = try registry.read(cell) { try #require($0.surface("main")).entityTag }
        _ = try catalog.append(SampleSession.rows(101...120), to: "users")
        try registry.read(cell) { session in
            let surface = try #require(session.surface("main"))
            #expect(surface.surface.chart.table.rowCount == 121)
            #expect(session.revision == 0)
            #expect(surface.entityTag != tag)
        }
    }

    @Test(arguments: [(Int64(10_000), true), (10_001, false)])
    func `a driver that is silent for longer than the timeout with touches down is cancelled`(
        silence: Int64, isDriving: Bool
    ) async throws {
        for isSwept in [true, false] {
            let registry = registry()
            let cell = try await registry.cell(open(registry).session.id)
            try registry.update(cell) { session in
                _ = try session.send(
                    [.touch(.began, at: 1), .touch(.moved, x: 140, at: 2)], from: "a", 1, now: registry.now)
            }
            time.advance(byMilliseconds: silence)
            if isSwept { await registry.sweep() }
            try registry.update(cell) { session in
                #expect(session.surface("main")?.surface.hasTouches == isDriving)
                #expect(session.surface("main")?.surface.gestures.isEmpty == !isDriving)
                #expect(session.revision == (isDriving ? 1 : 2))
                let range = try session.x()
                #expect(range == AxisRange(min: 16, max: 56))
            }
        }
    }

    @Test func `another driver may touch after a silent one`() async throws {
        let registry = registry()
        let cell = try await registry.cell(open(registry).session.id)
        try registry.update(cell) { _ = try $0.send([.touch(.began, at: 1)], from: "a", 1, now: registry.now) }
        #expect(throws: SessionError.driverBusy) {
            try registry.update(cell) { _ = try $0.send([.touch(.began, at: 1)], from: "b", 1, now: registry.now) }
        }
        time.advance(byMilliseconds: 10_001)
        try registry.update(cell) { _ = try $0.send([.touch(.began, at: 1)], from: "b", 1, now: registry.now) }
    }

    @Test func `a driver without touches is never cancelled`() async throws {
        let registry = registry()
        let id = try await open(registry, idleTimeout: 1e9).session.id
        try registry.update(await registry.cell(id)) { session in
            _ = try session.send([.tick(at: 1)], from: "a", 1, now: registry.now)
        }
        time.advance(byMilliseconds: 1_000_000)
        await registry.sweep()
        try registry.read(await registry.cell(id)) { #expect($0.revision == 1) }
    }

    @Test(.timeLimit(.minutes(10))) func `the sweeper sweeps until it is cancelled`() async throws {
        let registry = registry()
        _ = try await open(registry, idleTimeout: 1_000)
        time.advance(byMilliseconds: 1_000)
        try await withThrowingTaskGroup { group in
            group.addTask { try await SessionSweeper(registry: registry, interval: .milliseconds(1)).run() }
            while try await registry.census().live > 0, !Task.isCancelled { await Task.yield() }
            group.cancelAll()
            try await group.waitForAll()
        }
        #expect(try await registry.census().live == 0)
    }
}
