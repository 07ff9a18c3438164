import Foundation
import Testing

@testable import ChartSessions

/// Simulations of several nodes over one database; see ``Simulation``.
///
/// A failed seed is printed with a smaller plan and its history. `LAWS=long` runs 100,000 seeds in place of 1,000.
struct SimulationLawTests {
    private static let seeds: UInt64 =
        ProcessInfo.processInfo.environment["LAWS"] == "long" ? 100_000 : 1_000

    /// The first broken plan of some seeds.
    private func firstBroken(in seeds: Range<UInt64>, bug: PlantedBug? = nil) -> SimulationPlan? {
        seeds.lazy.map { SimulationPlan(seed: $0, bug: bug) }.first { $0.violation != nil }
    }

    @Test(arguments: 0..<10) func `no seed breaks a law`(tenth: UInt64) {
        let count = Self.seeds / 10
        if let broken = firstBroken(in: tenth * count..<(tenth + 1) * count) {
            Issue.record(Comment(rawValue: broken.report))
        }
    }

    @Test(arguments: PlantedBug.allCases) func `a planted bug is found, and made small`(bug: PlantedBug) throws {
        let broken = try #require(firstBroken(in: 0..<1_000, bug: bug))
        let smallest = broken.shrunk()
        #expect(smallest.violation != nil)
        #expect(smallest.clients <= broken.clients && smallest.requests <= broken.requests)
        #expect(smallest.faults <= broken.faults && smallest.nodes <= broken.nodes)
    }

    @Test(arguments: 0..<20) func `a plan always makes the same history`(seed: UInt64) throws {
        let runs = try (0..<2).map { _ in
            let simulation = Simulation(SimulationPlan(seed: seed), keepsTrace: true)
            try simulation.run()
            return simulation.trace
        }
        #expect(runs[0] == runs[1])
        #expect(runs[0].count > 20)
    }
}
