import Foundation

/// Measures the time from a server's start to its first answer with many stored rows, and its memory.
struct StartBenchmark {
    /// The number of rows.
    let rowCount: Int

    private static let runs = 3
    private static let windows = 1000

    /// Runs the benchmark and prints the result.
    func run() throws {
        let folder = try ScratchFolder()
        let data = folder.file("data")
        print(
            """

            Start: \(rowCount) stored rows, from the start of the server's process to the last byte of a window of 2000 points
              of all rows, \(Self.runs) runs; then \(Self.windows) windows of all sizes
            """)
        let cost = try StoredWalk.generate(rows: rowCount, in: data)
        let files = try FileManager.default.subpathsOfDirectory(atPath: data).map { "\(data)/\($0)" }
            .filter {
                (try? FileManager.default.attributesOfItem(atPath: $0)[.type] as? FileAttributeType) == .typeRegular
            }
        let bytes = files.reduce(0.0) { sum, file in
            let size = try? FileManager.default.attributesOfItem(atPath: file)[.size] as? UInt64
            return sum + Double(size ?? 0)
        }
        print("  generated once in \(Figure.text(cost.seconds, decimals: 1)) s, \(Figure.megabytes(bytes)) of files")
        for isCold in [false, true] { try measure(isCold: isCold, data: data, files: files) }
    }

    private func measure(isCold: Bool, data: String, files: [String]) throws {
        var times: [Double] = []
        var memories: [(first: ProcessMemory, later: ProcessMemory)] = []
        for _ in 0..<Self.runs {
            if isCold { for file in files { try PageCache.forget(file) } }
            let start = ContinuousClock.now
            let server = try ChildServer(arguments: ["serve-chart", "--data-directory", data])
            let connection = try LoadConnection(port: server.port)
            _ = try connection.exchange(request(0...1), expecting: 200)
            times.append((ContinuousClock.now - start) / .milliseconds(1))
            let first = try server.memory
            for time in 0..<Self.windows {
                let low = Double(time) / Double(Self.windows) * 0.9
                _ = try connection.exchange(request(low...min(1, low + 1 / Double(1 << (time % 12)))), expecting: 200)
            }
            memories.append((first, try server.memory))
            try server.stop()
        }
        let all = times.map { Figure.text($0, decimals: 1) }.joined(separator: ", ")
        print(
            """
              \(isCold ? "files out of the page cache" : "files in the page cache")
                to the first answer   \(Figure.text(Spread(times).median, decimals: 1)) ms (\(all))
                then                  \(memories[0].first.text)
                after the windows     \(memories[0].later.text)
            """)
    }

    private func request(_ shares: ClosedRange<Double>) -> [UInt8] {
        StoredWalk.request(StoredWalk.range(shares, ofRows: rowCount), query: "method=minmaxlttb&points=2000")
    }
}
