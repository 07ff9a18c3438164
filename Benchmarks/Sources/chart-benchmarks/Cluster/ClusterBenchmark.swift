/// Compares nodes that share PostgreSQL with one server that keeps its sessions in memory.
struct ClusterBenchmark {
    /// The number of runs for each way to the server.
    let rounds: Int
    /// The duration of a run.
    let runDuration: Duration
    /// The number of connections.
    let connectionCount: Int

    /// Runs the benchmark and prints the result.
    func run() throws {
        let scenario = try ServerScenario.all()[0]
        print(
            """

            Cluster: batches of \(DragPath.movesPerBatch) touch moves over HTTP, ?\(scenario.query), \
            \(connectionCount) connections, a session each
              \(rounds) rounds of a run of \(runDuration) for each way, in turning order; client, nodes, nginx, and \
            PostgreSQL
              with its synchronous standby share the machine; store.durability commit, fsync on
            """)
        let rig = try ClusterRig(durability: "commit")
        try rig.put(scenario.table)
        try measureRates(rig, scenario)
        try ViewerDelayBenchmark(rig: rig, scenario: scenario).run()
        try rig.stop()
        try FailoverBenchmark(scenario: scenario).run()
    }

    private func measureRates(_ rig: ClusterRig, _ scenario: ServerScenario) throws {
        let folder = try ScratchFolder()
        let memory = try ChildServer(arguments: ["serve-chart", "--data-directory", folder.file("memory")])
        let alone = BenchmarkedService(port: memory.port)
        try alone.put(scenario.table)
        let node = BenchmarkedService(port: rig.nodes[0])
        let ways = [
            ("memory store, one server", memory.port, alone),
            ("one node", rig.nodes[0], node),
            ("one node behind nginx", rig.one, node),
            ("three nodes behind nginx, a session's requests to one node", rig.hash, node),
            ("three nodes behind nginx, requests in turn", rig.robin, node),
        ]
        let sides = try ways.map { name, port, service in
            let side = try ClusterSide(
                name, port: port, service: service, scenario: scenario, connections: connectionCount)
            try side.warmUp(for: runDuration)
            return side
        }
        for round in 0..<rounds {
            for index in sides.indices { try sides[(index + round) % sides.count].run(for: runDuration) }
        }
        for side in sides {
            for connection in side.load.connections { try scenario.check(connection.body) }
            let ratios = zip(side.rates, sides[0].rates).map { $0 / $1 }
            print(
                """

                  \(side.name)
                    ratio of requests/s to memory    \(Spread(ratios).text(decimals: 3))
                    requests/s                       \(Spread(side.rates).text(decimals: 0))
                    latency                          \(side.latencies)
                """)
        }
        try memory.stop()
    }
}
