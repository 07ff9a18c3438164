import ChartSeries
import Foundation

/// Compares M4 through the index with other libraries on the same values, by processor time.
struct M4Benchmark {
    /// The numbers of rows to measure.
    let rowCounts: [Int]
    /// A Python with the other libraries, and the script that calls them; `nil` measures this project alone.
    let peers: (python: String, script: String)?

    private static let width = 1000
    private static let peerNames = ["tsdownsample", "duckdb"]
    /// The number of 64-bit words in a block of memory that is larger than the processor's caches.
    private static let otherMemoryWords = 1 << 24

    /// Runs the benchmark and prints the result.
    func run() throws {
        print(
            """

            M4: \(Self.width) pixel columns of nearly all rows, a random walk at a regular x, one series
              times are milliseconds of processor time, medians and quartiles; the others run on one thread
              tsdownsample is given no x, which is its fastest way; DuckDB groups by pixel column with arg_min and arg_max
            """)
        for rowCount in rowCounts { try measure(rowCount) }
    }

    private func measure(_ rowCount: Int) throws {
        let walk = RandomWalk(seed: 1).table(rows: rowCount)
        let table = try Self.regular(walk)
        let build = ProcessorTime.ofThread
        precondition(ExtremesIndex(of: table.columns[0].values).rowCount == rowCount)
        let buildTime = ProcessorTime.ofThread - build
        print(
            """

              \(rowCount) rows; their index takes \
            \(Figure.text(buildTime / Double(rowCount), decimals: 2)) ns a row to build and \
            \(Figure.text(Double(ExtremesIndex.byteCount(rowCapacity: rowCount)) / Double(rowCount), decimals: 2)) bytes a row
            """)
        guard let peers else {
            for question in M4Question.allCases { print(Self.line(question.rawValue, own(question, table))) }
            return
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("chart-benchmarks-\(UUID()).f64")
        try ValuesFile.write(table.columns[0].values, to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = try PeerProcess(
            python: peers.python, script: peers.script, values: file, arguments: [String(Self.width)] + Self.peerNames)
        for question in M4Question.allCases {
            try compare(question, table, with: process)
        }
        try process.stop()
    }

    /// Measures this project and the other libraries in turn.
    private func compare(_ question: M4Question, _ table: Table, with process: PeerProcess) throws {
        var times: [Double] = []
        var peerTimes: [String: [Double]] = [:]
        for _ in 0..<3 {
            times += own(question, table)
            for name in Self.peerNames {
                for time in 0..<(table.rowCount > 50_000_000 ? 3 : 7) {
                    let answer = try process.ask(
                        table.rows(in: Self.range(question, time, table)), of: name,
                        evicts: question == .evicted)
                    guard answer.rowCount > Self.width else { throw BenchmarkFailure("\(name) keeps too few rows") }
                    peerTimes[name, default: []].append(answer.nanoseconds)
                }
            }
        }
        print(Self.line(question.rawValue, times))
        for name in Self.peerNames {
            guard let measured = peerTimes[name] else { continue }
            let ratio = Spread(measured).median / Spread(times).median
            print(Self.line("  \(name)", measured) + ", \(Figure.text(ratio, decimals: 1)) times as long")
        }
    }

    /// Measures this project, in nanoseconds.
    private func own(_ question: M4Question, _ table: Table) -> [Double] {
        var otherMemory = [UInt64](repeating: 1, count: question == .evicted ? Self.otherMemoryWords : 0)
        let requests = (0..<101).map { time in
            let range = Self.range(question, time, table)
            return WindowRequest(
                from: range.lowerBound, to: range.upperBound, columns: [0], method: .m4, width: Self.width,
                maximumRows: 4 * Self.width)
        }
        precondition(table.window(requests[0]).rows.count > Self.width, "too few rows are kept")
        return requests.prefix(question == .evicted ? 15 : 101).map { request in
            for index in otherMemory.indices { otherMemory[index] &+= 1 }
            let start = ProcessorTime.ofThread
            let window = table.window(request)
            let elapsed = ProcessorTime.ofThread - start
            precondition(window.method == .m4 && window.isExact, "the window is not M4")
            return elapsed
        }
    }

    private static func range(_ question: M4Question, _ time: Int, _ table: Table) -> ClosedRange<Double> {
        let (first, last) = (table.x[0], table.x[table.rowCount - 1])
        let shares = question.shares(time)
        return first + shares.lowerBound * (last - first)...first + shares.upperBound * (last - first)
    }

    private static func line(_ name: String, _ nanoseconds: [Double]) -> String {
        "    " + name.padding(toLength: 18, withPad: " ", startingAt: 0)
            + Spread(nanoseconds.map { $0 / 1e6 }).text(decimals: 3)
    }

    /// Returns the same rows with a regular x, as a dataset with a constant step is stored.
    private static func regular(_ walk: Table) throws -> Table {
        let x = ColumnValues(start: walk.x[0], step: walk.x[1] - walk.x[0], count: walk.rowCount)
        guard x == walk.x else { throw BenchmarkFailure("the walk is not regular") }
        return Table(trusting: walk.xName, xKind: walk.xKind, x: x, columns: walk.columns, version: 1)
    }
}
