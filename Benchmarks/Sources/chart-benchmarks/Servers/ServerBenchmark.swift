import Foundation

/// Compares the server's requests per second with those of a bare route that reads and returns equally many bytes.
struct ServerBenchmark {
    /// The number of runs per side.
    let pairs: Int
    /// The duration of a run.
    let runDuration: Duration
    /// The number of connections.
    let connectionCount: Int

    /// The number of batches per connection that are sent before the ceiling's answer is chosen.
    private static let probeRounds = 16

    /// Runs the benchmark and prints the result.
    func run() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("chart-benchmarks-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        print(
            """

            Server: batches of \(DragPath.movesPerBatch) touch moves over HTTP, \(connectionCount) connections, a session \
            each, memory store
              \(pairs) pairs of runs of \(runDuration), taking turns at going first; the ceiling is a bare Hummingbird \
            route that
              reads the same requests and answers a recorded answer of the server; client and servers share the machine
            """)
        let server = try ChildServer(arguments: [
            "serve-chart", "--data-directory", folder.appendingPathComponent("data").path,
        ])
        let service = BenchmarkedService(port: server.port)
        var stored: Set<String> = []
        for scenario in try ServerScenario.all() {
            if stored.insert(scenario.table.name).inserted { try service.put(scenario.table) }
            try measure(scenario, server: server, folder: folder)
        }
        try server.stop()
    }

    private func measure(_ scenario: ServerScenario, server: ChildServer, folder: URL) throws {
        let service = BenchmarkedService(port: server.port)
        let paths = try (0..<connectionCount).map { _ in
            try service.openSession(on: scenario.table, width: scenario.width) + "?" + scenario.query
        }
        let chart = try MeasuredServer(server, paths: paths, advances: true)
        let answer = try typicalAnswer(of: chart.load.connections, in: scenario)

        let answerFile = folder.appendingPathComponent("answer.json")
        try Data(answer.body).write(to: answerFile)
        let ceilingProcess = try ChildServer(arguments: ["serve-ceiling", "--answer-file", answerFile.path])
        let ceiling = try MeasuredServer(ceilingProcess, paths: paths, advances: false)

        try chart.warmUp(for: runDuration)
        try ceiling.warmUp(for: runDuration)
        for pair in 0..<pairs {
            for side in pair.isMultiple(of: 2) ? [chart, ceiling] : [ceiling, chart] { try side.run(for: runDuration) }
        }
        for connection in chart.load.connections { try scenario.check(connection.body) }

        let ratios = zip(chart.rates, ceiling.rates).map { $0 / $1 }
        print(
            """

              \(scenario.name): ?\(scenario.query)
                request \(chart.load.connections[0].requestCount) bytes; answer \(answer.body.count) bytes, with its head \
            \(answer.wholeCount), of the ceiling \(ceiling.load.connections[0].answerCounts.whole)
                ratio of requests/s    \(Spread(ratios).text(decimals: 3))
                server, requests/s     \(chart.report)
                ceiling, requests/s    \(ceiling.report)
                server, latency        \(chart.latencies)
                ceiling, latency       \(ceiling.latencies)
                ratio of the ceiling's processor time a request to the server's: \
            \(Figure.text(ceiling.processorMicroseconds / chart.processorMicroseconds, decimals: 3))
                \(chart.answerCount + ceiling.answerCount) answers, every status 200, every revision the next one
            """)
        try ceilingProcess.stop()
    }

    /// Sends some batches on each connection and returns the answer of median length.
    private func typicalAnswer(
        of connections: [LoadConnection], in scenario: ServerScenario
    ) throws -> (body: ArraySlice<UInt8>, wholeCount: Int) {
        var answers: [(body: ArraySlice<UInt8>, wholeCount: Int)] = []
        for connection in connections {
            for _ in 0..<Self.probeRounds {
                try connection.sendBatch()
                while try !connection.receiveAnswer(advances: true) { try connection.socket.wait(toSend: false) }
                try scenario.check(connection.body)
                answers.append((connection.body, connection.answerCounts.whole))
            }
        }
        answers.sort { $0.body.count < $1.body.count }
        return answers[answers.count / 2]
    }
}
