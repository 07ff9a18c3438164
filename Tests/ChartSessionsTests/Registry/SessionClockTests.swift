import ChartTestSupport
import Testing

@testable import ChartSessions

/// The session clock, which does not follow the machine's date.
struct SessionClockTests {
    private let time = ManualClock(milliseconds: 1_000_000)
    private let date = ManualClock(milliseconds: 1_000_000)
    private let store = MemorySessionStore()

    private func registry() throws -> SessionRegistry {
        try SessionRegistry(
            catalog: DatasetCatalog(["users": SampleSession.table]), store: store, format: RememberingFormat(),
            limits: .init(tombstone: 60_000),
            clock: SessionClock(now: { [time] in time.now }, date: { [date] in date.now }))
    }

    @Test func `the clock of the machine starts at its date and does not go back`() {
        let clock = SessionClock.system
        #expect(abs(clock.now() - clock.date()) < 60_000)
        let times = (0..<1_000).map { _ in clock.now() }
        #expect(times == times.sorted())
    }

    @Test(arguments: [36_000_000, -36_000_000] as [Int64])
    func `a jump of the date ends no used session, and moves the expiry`(jump: Int64) async throws {
        let registry = try registry()
        let cell = try await SampleSession.open(in: registry)
        let idle = try registry.read(cell) { Int64($0.idleTimeout) }
        date.advance(byMilliseconds: jump)
        time.advance(byMilliseconds: 10_000)
        registry.sweep()
        let id = cell.id
        #expect(try registry.cellInMemory(id) === cell)
        #expect(cell.expiresAt == 1_000_000 + jump + idle - 10_000)
        time.advance(byMilliseconds: idle)
        registry.sweep()
        #expect(throws: SessionError.gone) { _ = try registry.cellInMemory(id) }
    }

    @Test func `a tombstone from after the current date expires in time`() async throws {
        let before = try registry()
        let cell = try await SampleSession.open(in: before)
        try await before.end(cell.id)
        date.advance(byMilliseconds: -900_000)
        time.advance(byMilliseconds: -900_000)
        let after = try registry()
        #expect(throws: SessionError.gone) { _ = try after.liveCell(cell.id) }
        time.advance(byMilliseconds: 60_001)
        after.sweep()
        #expect(throws: SessionError.unknown) { _ = try after.liveCell(cell.id) }
    }
}
