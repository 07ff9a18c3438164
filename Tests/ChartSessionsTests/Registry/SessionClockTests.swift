import ChartDatasets
import ChartStores
import StoreTestSupport
import Testing

@testable import ChartSessions

/// The session clock, which does not follow the machine's date.
struct SessionClockTests {
    private let time = ManualClock(milliseconds: 1_000_000)
    private let date = ManualClock(milliseconds: 1_000_000)

    private func registry() -> SessionRegistry {
        SessionRegistry(
            catalog: LocalDatasetCatalog(["users": SampleSession.table]),
            store: MemorySessionStore(clock: time.sessionClock),
            format: RememberingFormat(),
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
        let registry = registry()
        let cell = try await SampleSession.open(in: registry)
        let idle = try registry.read(cell) { Int64($0.idleTimeout) }
        date.advance(byMilliseconds: jump)
        time.advance(byMilliseconds: 10_000)
        await registry.sweep()
        let id = cell.id
        #expect(try registry.cellInMemory(id) === cell)
        #expect(cell.expiresAt == 1_000_000 + jump + idle - 10_000)
        time.advance(byMilliseconds: idle)
        await registry.sweep()
        await #expect(throws: SessionError.gone) { _ = try await registry.cell(id) }
    }
}
