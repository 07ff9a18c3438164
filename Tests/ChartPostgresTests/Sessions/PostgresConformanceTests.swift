import StoreTestSupport
import Testing

/// The store passes the checks of all stores.
@Suite(.serialized) struct PostgresConformanceTests {
    private let conformance = SessionStoreConformance { try TestDatabase.conformance() }

    // A shared store keeps what a broken chain has written; see ManyNodesTests.
    @Test(arguments: SessionStoreConformance.Check.allCases.filter { $0 != .brokenChains })
    func `a store over PostgreSQL passes the check`(_ check: SessionStoreConformance.Check) async throws {
        try await conformance.run(check)
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func `random changes lead to what a simple model says`(_ seed: UInt64) async throws {
        try await conformance.runRandomChanges(seed: seed, count: 400)
    }
}
