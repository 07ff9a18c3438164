import ChartTestSupport
import Synchronization
import Testing

@testable import ChartSessions
@testable import ChartStorage

struct SessionStoreConformanceTests {
    private static let memory = SessionStoreConformance {
        let store = MemorySessionStore()
        return .init(store, reopen: { store })
    }

    /// A store that writes the ends of its logs down often, so that what is found anew is tested as well as what is not.
    private static let sqlite = SessionStoreConformance {
        let file = try StoreFile()
        var tuning = StoreTuning()
        tuning.entriesPerTailFlush = 20
        tuning.bytesPerCheckpoint = 20_000
        tuning.pagesOfLog = 40
        let store = Mutex(try file.open(tuning))
        return .init(store.withLock { $0 }) { [tuning] in
            await store.withLock { $0 }.close()
            let reopened = try file.open(tuning)
            store.withLock { $0 = reopened }
            return reopened
        }
    }

    @Test(arguments: SessionStoreConformance.Check.allCases)
    func `the memory does what every store does`(check: SessionStoreConformance.Check) async throws {
        try await Self.memory.run(check)
    }

    @Test(arguments: SessionStoreConformance.Check.allCases)
    func `the database does what every store does`(check: SessionStoreConformance.Check) async throws {
        try await Self.sqlite.run(check)
    }

    @Test(arguments: UInt64(0)..<4) func `the memory holds what random changes say`(seed: UInt64) async throws {
        try await Self.memory.runRandomChanges(seed: seed, count: 1_000)
    }

    @Test(arguments: UInt64(0)..<8) func `the database holds what random changes say`(seed: UInt64) async throws {
        try await Self.sqlite.runRandomChanges(seed: seed, count: 1_000)
    }
}
