import ChartStores
import StoreTestSupport
import Synchronization
import Testing

@testable import ChartStorage

struct SessionStoreConformanceTests {
    private static let memory = SessionStoreConformance {
        let clock = ManualClock(milliseconds: 1_700_000_000_000)
        let store = MemorySessionStore(clock: SessionClock { clock.now })
        return .init(store, advance: { clock.advance(byMilliseconds: $0) }, reopen: { store })
    }

    /// A store with frequent tail flushes and few tails in memory, so that an opening reads both stored tails and later
    /// entries, and later lookups read stored tails again.
    private static let sqlite = SessionStoreConformance {
        let file = try StoreFile()
        var tuning = StoreTuning()
        tuning.entriesPerTailFlush = 20
        tuning.bytesPerCheckpoint = 20_000
        tuning.pagesOfLog = 40
        tuning.tailsInMemory = 2
        tuning.pauseOfUses = .milliseconds(20)
        let manual = ManualClock(milliseconds: 1_700_000_000_000)
        let clock = SessionClock { manual.now }
        let store = Mutex(try file.open(tuning, clock: clock))
        return .init(store.withLock { $0 }, advance: { manual.advance(byMilliseconds: $0) }) { [tuning] in
            await store.withLock { $0 }.close()
            let reopened = try file.open(tuning, clock: clock)
            store.withLock { $0 = reopened }
            return reopened
        }
    }

    @Test(arguments: SessionStoreConformance.Check.allCases)
    func `the memory store conforms`(check: SessionStoreConformance.Check) async throws {
        try await Self.memory.run(check)
    }

    @Test(arguments: SessionStoreConformance.Check.allCases)
    func `the database conforms`(check: SessionStoreConformance.Check) async throws {
        try await Self.sqlite.run(check)
    }

    @Test(arguments: UInt64(0)..<4) func `the memory store holds random changes`(seed: UInt64) async throws {
        try await Self.memory.runRandomChanges(seed: seed, count: 1_000)
    }

    @Test(arguments: UInt64(0)..<8) func `the database holds random changes`(seed: UInt64) async throws {
        try await Self.sqlite.runRandomChanges(seed: seed, count: 1_000)
    }
}
