import Foundation

/// Measures the cost of changes that survive a killed process or a power loss before the server answers them.
struct DurabilityBenchmark {
    /// The number of runs per store.
    let rounds: Int
    /// The duration of a run.
    let runDuration: Duration
    /// The number of connections.
    let connectionCount: Int

    /// The stores to measure; the first is the reference for the others.
    private static let stores = [
        (name: "memory", kind: "memory", durability: "commit"), (name: "commit", kind: "sqlite", durability: "commit"),
        (name: "full", kind: "sqlite", durability: "full"),
    ]

    /// Runs the benchmark and prints the result.
    func run() throws {
        let folder = try ScratchFolder()
        let scenario = try ServerScenario.all()[0]
        print(
            """

            Durability: batches of \(DragPath.movesPerBatch) touch moves over HTTP, ?\(scenario.query), \
            \(connectionCount) connections, a session each
              \(rounds) rounds of a run of \(runDuration) for each store, in turning order; client and servers share the machine
            """)
        var servers: [ChildServer] = []
        var measured: [MeasuredServer] = []
        for store in Self.stores {
            let server = try ChildServer(arguments: [
                "serve-chart", "--data-directory", folder.file(store.name), "--store", store.kind, "--durability",
                store.durability,
            ])
            let service = BenchmarkedService(port: server.port)
            try service.put(scenario.table)
            let paths = try (0..<connectionCount).map { _ in
                try service.openSession(on: scenario.table) + "?" + scenario.query
            }
            let side = try MeasuredServer(server, paths: paths, advances: true)
            try side.warmUp(for: runDuration)
            servers.append(server)
            measured.append(side)
        }
        for round in 0..<rounds {
            for index in measured.indices { try measured[(index + round) % measured.count].run(for: runDuration) }
        }
        for (store, side) in zip(Self.stores, measured) {
            for connection in side.load.connections { try scenario.check(connection.body) }
            let ratios = zip(side.rates, measured[0].rates).map { $0 / $1 }
            print(
                """

                  \(store.name)
                    ratio of requests/s to memory    \(Spread(ratios).text(decimals: 3))
                    requests/s                       \(side.report)
                    latency                          \(side.latencies)
                """)
        }
        for server in servers { try server.stop() }
    }
}
