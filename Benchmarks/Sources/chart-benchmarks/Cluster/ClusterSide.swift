/// A way to the server in a comparison, with its load and its measurements.
final class ClusterSide {
    /// The name in the report.
    let name: String
    /// The load generator.
    private(set) var load: LoadGenerator
    /// The requests per second of each run.
    private(set) var rates: [Double] = []

    /// Opens a session for each connection, and puts a finger down on it.
    ///
    /// - Parameters:
    ///   - name: The name in the report.
    ///   - port: The port that the connections use.
    ///   - service: The server that opens the sessions.
    ///   - scenario: The kind of batch.
    ///   - count: The number of connections.
    /// - Throws: An error if a request fails.
    init(
        _ name: String, port: UInt16, service: BenchmarkedService, scenario: ServerScenario, connections count: Int
    ) throws {
        self.name = name
        let connections = try (0..<count).map { index in
            let path = try service.openSession(on: scenario.table) + "?" + scenario.query
            let connection = try LoadConnection(port: port)
            try connection.open(path: path, client: "client-\(10 + index)")
            return connection
        }
        load = LoadGenerator(connections, advances: true)
    }

    /// The quantiles of the answer times.
    var latencies: String {
        let spread = Spread(load.latencies)
        let parts = [0.5, 0.99].map { Figure.text(spread.quantile($0) / 1_000, decimals: 2) }
        return "50 % in \(parts[0]) ms, 99 % in \(parts[1]) ms"
    }

    /// Runs the load without recording anything.
    func warmUp(for duration: Duration) throws {
        _ = try load.run(for: duration)
        load.forgetLatencies()
    }

    /// Runs the load and records the measurements.
    func run(for duration: Duration) throws {
        let start = ContinuousClock.now
        let answers = try load.run(for: duration)
        rates.append(Double(answers) / ((ContinuousClock.now - start) / .seconds(1)))
    }
}
