import ChartSessions
import ChartStorage
import Foundation

/// Measures what it costs the main call that the server asks who calls: an API key against no credential.
struct AccessBenchmark {
    /// The number of pairs of runs.
    let pairs: Int
    /// The duration of a run.
    let runDuration: Duration
    /// The number of connections.
    let connectionCount: Int

    /// Runs the benchmark and prints the result.
    func run() throws {
        let folder = try ScratchFolder()
        let scenario = try ServerScenario.all()[0]
        print(
            """

            Access: batches of \(DragPath.movesPerBatch) touch moves over HTTP, ?\(scenario.query), \
            \(connectionCount) connections, a session each, memory store
              \(pairs) pairs of runs of \(runDuration), taking turns at going first: auth.mode keys with an API key, and none
            """)
        let key = try Self.makeKey(in: folder.file("keys"))
        let (openServer, open) = try start("none", in: folder.file("none"), scenario, credential: nil)
        let (keyedServer, keyed) = try start("keys", in: folder.file("keys"), scenario, credential: key)
        for pair in 0..<pairs {
            for side in pair.isMultiple(of: 2) ? [keyed, open] : [open, keyed] { try side.run(for: runDuration) }
        }
        for side in [open, keyed] {
            for connection in side.load.connections { try scenario.check(connection.body) }
        }
        let ratios = zip(keyed.rates, open.rates).map { $0 / $1 }
        print(
            """

              keys to none
                ratio of requests/s    \(Spread(ratios).text(decimals: 3))
                keys, requests/s       \(keyed.report)
                none, requests/s       \(open.report)
            """)
        try openServer.stop()
        try keyedServer.stop()
    }

    private func start(
        _ mode: String, in directory: String, _ scenario: ServerScenario, credential: String?
    ) throws -> (server: ChildServer, side: MeasuredServer) {
        let server = try ChildServer(arguments: ["serve-chart", "--data-directory", directory, "--auth", mode])
        let service = BenchmarkedService(port: server.port, credential: credential)
        try service.put(scenario.table)
        let paths = try (0..<connectionCount).map { _ in
            try service.openSession(on: scenario.table) + "?" + scenario.query
        }
        let side = try MeasuredServer(server, paths: paths, credential: credential, advances: true)
        try side.warmUp(for: runDuration)
        return (server, side)
    }

    private static func makeKey(in directory: String) throws -> String {
        let (key, text) = APIKey.make(
            name: "benchmark", scopes: Set(Scope.allCases), datasets: .all, createdAt: 0, expiresAt: nil)
        try SQLiteAPIKeyStore(dataDirectory: directory).add(key)
        return text
    }
}
