import Foundation

/// Measures the memory of sessions that are opened, used once and abandoned.
struct SessionsBenchmark {
    /// The number of sessions.
    let sessionCount: Int

    /// The number of sessions between two measurements of memory.
    private static let step = 10_000
    /// The longest wait for the server to evict all sessions.
    private static let patience = Duration.seconds(120)

    /// Runs the benchmark and prints the result.
    func run() throws {
        print(
            """

            Sessions: each opened with one default surface and used once (\(DragPath.movesPerBatch) touch moves), memory of the \
            server's own
            """)
        let few = min(sessionCount, Self.step)
        try measure(keeping: "in memory, sqlite store", ["--store", "sqlite"], count: few)
        try measure(keeping: "in memory, with the logs: memory store", ["--store", "memory"], count: few)
        try measure(
            keeping: "evicted after 1 s, sqlite store", ["--store", "sqlite", "--evict-after", "1s"],
            count: sessionCount)
    }

    private func measure(keeping what: String, _ options: [String], count: Int) throws {
        let folder = try ScratchFolder()
        let table = try BenchmarkTable(name: "walk-400", rowCount: 400)
        let server = try ChildServer(arguments: ["serve-chart", "--data-directory", folder.file("data")] + options)
        let service = BenchmarkedService(port: server.port)
        try service.put(table)
        // Use 500 sessions first, so that the server's fixed memory is allocated before the measurement.
        for _ in 0..<500 { try use(service, table, port: server.port) }
        Thread.sleep(forTimeInterval: 3)
        let start = try server.memory.anonymous
        print("\n  \(what): \(Figure.megabytes(start)) with 500 sessions")
        var used = 0
        while used < count {
            let next = min(used + Self.step, count)
            while used < next {
                try use(service, table, port: server.port)
                used += 1
            }
            let memory = try server.memory.anonymous
            print(
                """
                    \(used) sessions: \(Figure.megabytes(memory)), \
                \(Figure.text((memory - start) / Double(used) / 1_024, decimals: 2)) KiB a session
                """)
        }
        let end = ContinuousClock.now + Self.patience
        var memory = try server.memory.anonymous
        while options.contains("--evict-after"), ContinuousClock.now < end {
            Thread.sleep(forTimeInterval: 5)
            let later = try server.memory.anonymous
            guard abs(later - memory) > 1e6 else { break }
            memory = later
        }
        print("    at rest: \(try server.memory.text)")
        try server.stop()
    }

    /// Opens a session and moves a finger over it once.
    private func use(_ service: BenchmarkedService, _ table: BenchmarkTable, port: UInt16) throws {
        let path = try service.openSession(on: table) + "?window=none&ticks=false"
        let connection = try LoadConnection(port: port)
        var request = TouchRequest(path: path, client: "client-10")
        _ = try connection.exchange(request.bytes, expecting: 200)
        request.advance()
        _ = try connection.exchange(request.bytes, expecting: 200)
        let command = Array(#"{"command":"cancelGestures"}"#.utf8)
        let head = HTTPRequestBytes.head(
            method: "POST", path: path.replacing("/events?", with: "/commands?"), contentType: "application/json",
            bodyCount: command.count)
        _ = try connection.exchange(head + command, expecting: 200)
    }
}
