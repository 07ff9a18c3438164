import Foundation

/// Measures how long a client waits for its change after the primary has died and while its standby is promoted.
struct FailoverBenchmark {
    /// The kind of batch.
    let scenario: ServerScenario

    private static let count = 5
    /// The batches before each loss, and the seconds for which a client may try.
    private static let batchCount = 20
    private static let patience = 60
    /// The pause between two tries, in seconds.
    private static let pause = 0.01

    /// Runs the benchmark and prints the result.
    func run() throws {
        let rig = try ClusterRig(durability: "full")
        try rig.put(scenario.table)
        let path = try BenchmarkedService(port: rig.nodes[0]).openSession(on: scenario.table)
        var request = TouchRequest(path: "\(path)?\(scenario.query)", client: "client-10")
        var waits: [Double] = []
        var promotions: [Double] = []
        for _ in 0..<Self.count {
            for _ in 0..<Self.batchCount { try sendUntilAcknowledged(&request, port: rig.robin) }
            let start = ContinuousClock.now
            try rig.killPrimary()
            try rig.beginPromotion()
            try sendUntilAcknowledged(&request, port: rig.robin)
            waits.append((ContinuousClock.now - start) / .seconds(1))
            promotions.append(try rig.promotionSeconds())
            try rig.rejoin()
        }
        try rig.stop()
        print(
            """

              the primary is killed and its standby promoted, \(Self.count) times; store.durability full; one client
              behind nginx (in turn) sends its batch again until it is acknowledged
                from the kill to the answer      \(Spread(waits).text(decimals: 2)) s
                promotion                        \(Spread(promotions).text(decimals: 2)) s
            """)
    }

    /// Sends a numbered batch, again where it has no answer or a refusal, which applies it once.
    private func sendUntilAcknowledged(_ request: inout TouchRequest, port: UInt16) throws {
        let end = ContinuousClock.now + .seconds(Self.patience)
        while true {
            do {
                _ = try LoadConnection(port: port).exchange(request.bytes, expecting: 200)
                request.advance()
                return
            } catch let error as BenchmarkFailure {
                guard ContinuousClock.now < end else { throw error }
                Thread.sleep(forTimeInterval: Self.pause)
            }
        }
    }
}
