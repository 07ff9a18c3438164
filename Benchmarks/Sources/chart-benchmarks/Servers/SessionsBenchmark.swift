import Foundation

/// Measures the memory of sessions that are opened, used once and left.
struct SessionsBenchmark {
    /// How many sessions there are.
    let sessionCount: Int

    /// After how many sessions the memory is looked at.
    private static let step = 10_000
    /// How long the server takes at most to let all of them rest.
    private static let patience = Duration.seconds(120)

    /// Measures and prints.
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
        // What a server takes once, whatever it holds.
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

    /// Opens a session, and moves a finger over it once.
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
