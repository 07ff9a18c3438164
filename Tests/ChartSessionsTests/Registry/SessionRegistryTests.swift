import ChartEngine
import ChartSeries
import ChartSessions
import ChartTestSupport
import Gestures
import Testing

struct SessionRegistryTests {
    private struct Refusal: Error {}

    private let time = ManualClock(milliseconds: 1_000_000)
    private let catalog = DatasetCatalog(["users": SampleSession.table, "other": SampleSession.table])

    private func registry(_ limits: SessionRegistry.Limits = .init()) -> SessionRegistry {
        SessionRegistry(catalog: catalog, limits: limits, clock: SessionClock { [time] in time.now })
    }

    private func open(_ registry: SessionRegistry, idleTimeout: Double = 60_000) throws -> SessionRegistry.Created {
        try registry.create(showing: ["users"]) { id, tables in
            SampleSession.session(
                [SampleSession.surface(table: tables[0], dataset: "users")], id: id, idleTimeout: idleTimeout)
        }
    }

    @Test func `a session has a name of its own, tokens with roles and a time of expiry`() throws {
        let registry = registry()
        let (one, other) = (try open(registry), try open(registry))
        #expect(one.session.id != other.session.id)
        #expect(one.session.id.utf8.count == 32)
        #expect(one.expiresAt == registry.now + 60_000)
        let cell = try registry.cell(one.session.id)
        #expect(cell.role(of: one.driverToken.text) == .driver)
        #expect(cell.role(of: one.viewerToken.text) == .viewer)
        #expect(cell.role(of: other.driverToken.text) == nil)
        #expect(registry.count == 2)
    }

    @Test func `a name that nobody had is unknown, an ended session is gone`() throws {
        let registry = registry()
        #expect(throws: SessionError.unknown) { try registry.cell("none") }
        let id = try open(registry).session.id
        registry.end(id)
        #expect(throws: SessionError.gone) { try registry.cell(id) }
        registry.end("none")
        #expect(throws: SessionError.unknown) { try registry.cell("none") }
    }

    @Test func `a session expires when its idle time is over, to the millisecond`() throws {
        let registry = registry()
        let id = try open(registry, idleTimeout: 5_000).session.id
        time.advance(byMilliseconds: 4_999)
        _ = try registry.cell(id)
        time.advance(byMilliseconds: 1)
        #expect(throws: SessionError.gone) { try registry.cell(id) }
        #expect(registry.count == 0)
    }

    @Test func `reading and changing keep a session alive`() throws {
        let registry = registry()
        let id = try open(registry, idleTimeout: 5_000).session.id
        for isRead in [true, false, true] {
            time.advance(byMilliseconds: 4_000)
            let cell = try registry.cell(id)
            if isRead { try registry.read(cell) { _ in } } else { try registry.update(cell) { _ in } }
            #expect(cell.expiresAt == registry.now + 5_000)
        }
    }

    @Test func `a tombstone lasts its time, then the name is unknown`() throws {
        let registry = registry(.init(tombstone: 10_000))
        let id = try open(registry).session.id
        registry.end(id)
        time.advance(byMilliseconds: 10_000)
        registry.sweep()
        #expect(throws: SessionError.gone) { try registry.cell(id) }
        time.advance(byMilliseconds: 1)
        registry.sweep()
        #expect(throws: SessionError.unknown) { try registry.cell(id) }
    }

    @Test func `a tombstone is over on time also before anybody sweeps`() throws {
        let registry = registry(.init(tombstone: 10_000))
        let id = try open(registry).session.id
        registry.end(id)
        time.advance(byMilliseconds: 10_001)
        #expect(throws: SessionError.unknown) { try registry.cell(id) }
    }

    @Test func `a sweep ends what has expired and lets go of its datasets`() throws {
        let registry = registry()
        let short = try open(registry, idleTimeout: 1_000).session.id
        let long = try open(registry, idleTimeout: 9_000).session.id
        time.advance(byMilliseconds: 1_000)
        registry.sweep()
        #expect(throws: SessionError.gone) { try registry.cell(short) }
        _ = try registry.cell(long)
        #expect(throws: DatasetCatalog.Refusal.inUse) { try catalog.remove("users") }
        time.advance(byMilliseconds: 9_000)
        registry.sweep()
        try catalog.remove("users")
    }

    @Test func `no more sessions than the limit, and a refused one uses no dataset`() throws {
        let registry = registry(.init(sessions: 1))
        let id = try open(registry).session.id
        #expect(throws: SessionError.tooManySessions) { try open(registry) }
        registry.end(id)
        try catalog.remove("users")
    }

    @Test func `a session that cannot be made uses no dataset`() throws {
        let registry = registry()
        #expect(throws: Refusal.self) { try registry.create(showing: ["users", "other"]) { _, _ in throw Refusal() } }
        #expect(registry.count == 0)
        try catalog.remove("users")
        try catalog.remove("other")
    }

    @Test func `an unknown dataset is named with its place, and those before it are let go`() throws {
        let registry = registry()
        let error = #expect(throws: SessionRegistry.UnknownDataset.self) {
            try registry.create(showing: ["users", "other", "none"]) { _, _ in SampleSession.session() }
        }
        #expect(error?.index == 2)
        #expect(error?.name == "none")
        try catalog.remove("users")
        try catalog.remove("other")
    }

    @Test func `a dataset that two surfaces show is in use until both are gone`() throws {
        let registry = registry()
        let created = try registry.create(showing: ["users", "users"]) { id, tables in
            SampleSession.session(
                tables.indices.map { SampleSession.surface("s\($0)", table: tables[$0], dataset: "users") }, id: id)
        }
        let cell = try registry.cell(created.session.id)
        let dataset = try registry.update(cell) { try $0.removeSurface("s0") }
        catalog.release(try #require(dataset))
        #expect(throws: DatasetCatalog.Refusal.inUse) { try catalog.remove("users") }
        registry.end(created.session.id)
        try catalog.remove("users")
    }

    @Test func `a change that fails leaves the session as it was`() throws {
        let registry = registry()
        let cell = try registry.cell(open(registry).session.id)
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

    @Test func `appended rows are seen by whoever looks next, without a revision`() throws {
        let registry = registry()
        let cell = try registry.cell(open(registry).session.id)
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
    ) throws {
        for isSwept in [true, false] {
            let registry = registry()
            let cell = try registry.cell(open(registry).session.id)
            try registry.update(cell) { session in
                _ = try session.send(
                    [.touch(.began, at: 1), .touch(.moved, x: 140, at: 2)], from: "a", 1, now: registry.now)
            }
            time.advance(byMilliseconds: silence)
            if isSwept { registry.sweep() }
            try registry.update(cell) { session in
                #expect(session.surface("main")?.surface.hasTouches == isDriving)
                #expect(session.surface("main")?.surface.gestures.isEmpty == !isDriving)
                #expect(session.revision == (isDriving ? 1 : 2))
                let range = try session.x()
                #expect(range == AxisRange(min: 16, max: 56))
            }
        }
    }

    @Test func `after a silent driver another one may touch`() throws {
        let registry = registry()
        let cell = try registry.cell(open(registry).session.id)
        try registry.update(cell) { _ = try $0.send([.touch(.began, at: 1)], from: "a", 1, now: registry.now) }
        #expect(throws: SessionError.driverBusy) {
            try registry.update(cell) { _ = try $0.send([.touch(.began, at: 1)], from: "b", 1, now: registry.now) }
        }
        time.advance(byMilliseconds: 10_001)
        try registry.update(cell) { _ = try $0.send([.touch(.began, at: 1)], from: "b", 1, now: registry.now) }
    }

    @Test func `a driver without touches is never cancelled`() throws {
        let registry = registry()
        let cell = try registry.cell(open(registry, idleTimeout: 1e9).session.id)
        try registry.update(cell) { _ = try $0.send([.tick(at: 1)], from: "a", 1, now: registry.now) }
        time.advance(byMilliseconds: 1_000_000)
        registry.sweep()
        try registry.read(cell) { #expect($0.revision == 1) }
    }

    @Test(.timeLimit(.minutes(1))) func `the sweeper sweeps until it is cancelled`() async throws {
        let registry = registry()
        _ = try open(registry, idleTimeout: 1_000)
        time.advance(byMilliseconds: 1_000)
        try await withThrowingTaskGroup { group in
            group.addTask { try await SessionSweeper(registry: registry, interval: .milliseconds(1)).run() }
            while registry.count > 0, !Task.isCancelled { await Task.yield() }
            group.cancelAll()
            try await group.waitForAll()
        }
        #expect(registry.count == 0)
    }
}
