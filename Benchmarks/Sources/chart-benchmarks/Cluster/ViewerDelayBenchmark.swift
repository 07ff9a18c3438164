import Foundation

/// Measures how long a revision takes from one node to a viewer on another.
struct ViewerDelayBenchmark {
    /// The cluster.
    let rig: ClusterRig
    /// The kind of batch.
    let scenario: ServerScenario

    /// The number of changes that are measured, and of those before them.
    private static let changeCount = 1_000
    private static let warmUpCount = 50
    /// The pause between two changes, and that in which the nodes learn that a session is watched, in seconds.
    private static let pause = 0.02
    private static let settling = 2.0

    /// Runs the benchmark and prints the result.
    func run() throws {
        let path = try BenchmarkedService(port: rig.nodes[0]).openSession(on: scenario.table)
        let session = path.split(separator: "/surfaces/", maxSplits: 1)[0]
        let client = try LoadConnection(port: rig.nodes[0])
        let stream = try EventStream(port: rig.nodes[1], session: String(session))
        var request = TouchRequest(path: "\(path)?\(scenario.query)", client: "client-10")
        Thread.sleep(forTimeInterval: Self.settling)
        var sinceRequest: [Double] = []
        var sinceAnswer: [Double] = []
        for revision in 1...Self.warmUpCount + Self.changeCount {
            let sent = ContinuousClock.now
            _ = try client.exchange(request.bytes, expecting: 200)
            let answered = ContinuousClock.now
            try stream.wait(forRevision: revision)
            let seen = ContinuousClock.now
            if revision > Self.warmUpCount {
                sinceRequest.append((seen - sent) / .milliseconds(1))
                sinceAnswer.append((seen - answered) / .milliseconds(1))
            }
            request.advance()
            Thread.sleep(forTimeInterval: Self.pause)
        }
        print(
            """

              a revision from one node to a viewer on another, \(Self.changeCount) changes with pauses of 20 ms
                since the request was sent       \(Self.text(sinceRequest))
                since its answer arrived         \(Self.text(sinceAnswer))
            """)
    }

    private static func text(_ delays: [Double]) -> String {
        let spread = Spread(delays)
        let parts = [0.5, 0.99, 1].map { Figure.text(spread.quantile($0), decimals: 1) }
        return "median \(parts[0]) ms, 99th percentile \(parts[1]) ms, most \(parts[2]) ms"
    }
}
