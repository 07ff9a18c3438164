import ChartDatasets
import ChartStores
import StoreTestSupport
import Testing

@testable import ChartSessions

/// How long sessions live that two registries use, by the clock of their store.
struct SharedLifeTests {
    private let nodes = SharedNodes()

    @Test(arguments: [true, false])
    func `a session that another registry has used does not expire`(isSwept: Bool) async throws {
        let id = try await nodes.open(idleTimeout: 8_000)
        nodes.time.advance(byMilliseconds: 6_000)
        try await nodes.other.post(to: id)
        await nodes.other.sweep()
        nodes.time.advance(byMilliseconds: 2_000)
        if isSwept { await nodes.one.sweep() }
        #expect(try await nodes.one.lastState(of: id) { $0.revision } == 1)
        #expect(try await nodes.other.lastState(of: id) { $0.revision } == 1)
    }

    @Test func `a caller that holds the cell of a session that seems to expire asks again`() async throws {
        let id = try await nodes.open(idleTimeout: 8_000)
        let cell = try await nodes.one.cell(id)
        nodes.time.advance(byMilliseconds: 6_000)
        try await nodes.other.post(to: id)
        await nodes.other.sweep()
        nodes.time.advance(byMilliseconds: 2_000)
        await nodes.one.sweep()
        #expect(throws: SessionError.evicted) { try nodes.one.read(cell) { _ in } }
    }

    @Test func `a session that no registry has used expires at both`() async throws {
        let id = try await nodes.open(idleTimeout: 8_000)
        nodes.time.advance(byMilliseconds: 8_000)
        await #expect(throws: SessionError.gone) { try await nodes.one.cell(id) }
        await nodes.one.sweep()
        #expect(try await nodes.shared.find(id) == .ended(ago: 0))
        await #expect(throws: SessionError.gone) { try await nodes.other.cell(id) }
        await nodes.other.sweep()
        for node in nodes.both {
            #expect(try await node.census() == .init(ended: 1))
            try await node.catalog.remove("users")
        }
    }

    @Test func `a session in memory is not overdue before the store knows of its use`() async throws {
        let id = try await nodes.open(idleTimeout: 8_000)
        let cell = try await nodes.one.cell(id)
        nodes.time.advance(byMilliseconds: 7_000)
        try nodes.one.read(cell) { _ in }
        try await nodes.other.post(to: id)
        nodes.time.advance(byMilliseconds: 2_000)
        try await nodes.one.confirm(cell)
        #expect(try nodes.one.read(cell) { $0.revision } == 1)
    }

    @Test func `an address has room again after another registry has ended its session`() async throws {
        let nodes = SharedNodes(limits: .init(sessionsPerAddress: 1))
        let id = try await nodes.open(from: "here")
        await #expect(throws: SessionError.tooManySessionsOfAddress(limit: 1)) { try await nodes.open(from: "here") }
        nodes.time.advance(byMilliseconds: 60_000)
        await nodes.one.sweep()
        try await nodes.other.end(id)
        _ = try await nodes.open(from: "here")
    }

    @Test func `a dataset of a session in memory elsewhere is in use`() async throws {
        let id = try await nodes.open()
        let third = SessionRegistry(
            catalog: LocalDatasetCatalog(["users": SampleSession.table]), store: nodes.shared,
            format: RememberingFormat(),
            clock: nodes.time.sessionClock)
        await #expect(throws: DatasetRefusal(.inUse, of: "users")) { try await third.catalog.remove("users") }
        try await nodes.one.end(id)
        try await third.catalog.remove("users")
    }
}
