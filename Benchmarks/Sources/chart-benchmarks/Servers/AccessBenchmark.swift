import ChartStorage
import ChartStores
import Foundation

/// Measures what it costs the main call that the server asks who calls: an API key and a JWT against no credential.
struct AccessBenchmark {
    /// The number of pairs of runs.
    let pairs: Int
    /// The duration of a run.
    let runDuration: Duration
    /// The number of connections.
    let connectionCount: Int

    /// A measured server, and what its clients present.
    private struct Side {
        let name: String
        let server: ChildServer
        let measured: MeasuredServer
    }

    /// Runs the benchmark and prints the result.
    func run() throws {
        let folder = try ScratchFolder()
        let scenario = try ServerScenario.all()[0]
        print(
            """

            Access: batches of \(DragPath.movesPerBatch) touch moves over HTTP, ?\(scenario.query), \
            \(connectionCount) connections, a session each, memory store
              \(pairs) rounds of runs of \(runDuration), taking turns at going first: auth.mode none; \
            keys with an API key; keys with a JWT
            """)
        let key = try Self.makeKey(in: folder.file("API key"))
        let issuer = BenchmarkIssuer()
        let keySet = folder.file("issuer.json")
        try issuer.keySet.write(to: URL(fileURLWithPath: keySet))
        let sides = [
            try start("none", ["--auth", "none"], in: folder, scenario, credential: nil),
            try start("API key", ["--auth", "keys"], in: folder, scenario, credential: key),
            try start(
                "JWT", ["--auth", "keys", "--jwt-keys", keySet], in: folder, scenario, credential: issuer.token()),
        ]
        for round in 0..<pairs {
            let (later, sooner) = (sides[(round % sides.count)...], sides[..<(round % sides.count)])
            for side in later + sooner { try side.measured.run(for: runDuration) }
        }
        for connection in sides.flatMap(\.measured.load.connections) { try scenario.check(connection.body) }
        print("")
        for side in sides { print("  \(side.name), requests/s: \(side.measured.report)") }
        for side in sides.dropFirst() {
            let ratios = zip(side.measured.rates, sides[0].measured.rates).map { $0 / $1 }
            print("  \(side.name) to none, ratio of requests/s: \(Spread(ratios).text(decimals: 3))")
        }
        for side in sides { try side.server.stop() }
    }

    private func start(
        _ name: String, _ options: [String], in folder: ScratchFolder, _ scenario: ServerScenario, credential: String?
    ) throws -> Side {
        let server = try ChildServer(arguments: ["serve-chart", "--data-directory", folder.file(name)] + options)
        let service = BenchmarkedService(port: server.port, credential: credential)
        try service.put(scenario.table)
        let paths = try (0..<connectionCount).map { _ in
            try service.openSession(on: scenario.table) + "?" + scenario.query
        }
        let measured = try MeasuredServer(server, paths: paths, credential: credential, advances: true)
        try measured.warmUp(for: runDuration)
        return Side(name: name, server: server, measured: measured)
    }

    private static func makeKey(in directory: String) throws -> String {
        let (key, text) = APIKey.make(
            name: "benchmark", scopes: Set(Scope.allCases), datasets: .all, createdAt: 0, expiresAt: nil)
        try SQLiteAPIKeyStore(dataDirectory: directory).add(key)
        return text
    }
}
