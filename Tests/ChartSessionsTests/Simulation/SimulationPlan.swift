@testable import ChartSessions

/// What determines a simulation: the same plan makes the same history.
struct SimulationPlan: Sendable, Equatable, CustomStringConvertible {
    /// A kind of fault.
    enum Fault: String, Sendable, CaseIterable {
        /// A node loses its connection to the database; its transaction is in doubt.
        case cut
        /// The database refuses a transaction that is on its way.
        case refusal
        /// The primary dies; the standby has some of the transactions that waited for it.
        case failover
        /// A node does nothing for some time.
        case freeze
        /// A node dies, and starts again.
        case kill
        /// A node shuts down in order, and starts again.
        case stop
        /// A client loses its connection to a node.
        case hangUp
        /// Everything that is under way is late.
        case delay
        /// The date of a node jumps.
        case clockJump
    }

    /// What takes longer than everything else.
    enum Slowness: Sendable, CaseIterable {
        case nothing, database, writer, reads, network, firstNode
    }

    var seed: UInt64
    var nodes: Int
    var clients: Int
    /// The requests of each client.
    var requests: Int
    /// The greatest number of faults.
    var faults: Int
    var kinds: [Fault]
    var bug: PlantedBug?

    /// The plan of a seed.
    init(seed: UInt64, bug: PlantedBug? = nil) {
        self.seed = seed
        self.bug = bug
        // Seeds differ in their sizes, so that some are calm and others are not.
        nodes = 2 + Int(seed % 2)
        clients = 2 + Int(seed / 2 % 3)
        requests = 5 + Int(seed / 6 % 4)
        faults = Int(seed / 3 % 10)
        kinds = Fault.allCases
    }

    /// Whether a commit waits for a standby.
    var isReplicated: Bool { bug == .uncommittedRead || seed % 5 < 3 }

    /// Whether a viewer has a stream of the session.
    var hasViewer: Bool { seed % 2 == 0 }

    /// What takes longer than everything else.
    var slowness: Slowness { Slowness.allCases[min(Int(seed % 7), Slowness.allCases.count - 1)] }

    /// The limits of the registries: some seeds write snapshots, forget lines and evict the session often.
    var limits: SessionRegistry.Limits {
        SessionRegistry.Limits(
            gestureTimeout: seed % 3 == 0 ? 2_000 : 10_000, evictAfter: seed % 4 == 0 ? 1_000 : 60_000,
            snapshotEvery: seed % 4 < 2 ? 4 : 1_000, storePatience: 5_000, keepsHistory: seed % 8 < 4)
    }

    /// The plan in words.
    var description: String {
        let kinds = faults == 0 ? "" : " of " + kinds.map(\.rawValue).joined(separator: ", ")
        return "seed \(seed), \(nodes) nodes, \(clients) clients with \(requests) requests, at most \(faults) faults"
            + kinds + (bug.map { ", with the bug \($0.rawValue)" } ?? "")
    }

    /// Smaller plans, to be tried in this order.
    var smaller: [SimulationPlan] {
        var plans: [SimulationPlan] = []
        func add(_ isPossible: Bool, _ change: (inout SimulationPlan) -> Void) {
            guard isPossible else { return }
            var plan = self
            change(&plan)
            plans.append(plan)
        }
        add(faults > 1) { $0.faults /= 2 }
        add(faults > 0) { $0.faults -= 1 }
        add(clients > 1) { $0.clients -= 1 }
        add(requests > 1) { $0.requests -= 1 }
        add(nodes > 1) { $0.nodes -= 1 }
        for kind in kinds { add(kinds.count > 1 && faults > 0) { $0.kinds.removeAll { $0 == kind } } }
        return plans
    }
}
