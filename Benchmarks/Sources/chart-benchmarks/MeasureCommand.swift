import ArgumentParser

/// Runs the benchmarks and prints what they measured.
struct MeasureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure", abstract: "Runs the benchmarks (the default command).")

    @Option(
        help:
            "Measure only this: engine, m4, zoom, import, start, append, http, access, durability, cluster or sessions."
    )
    var only: Part?

    @Option(help: "How often the engine runs each gesture; the median counts.")
    var passes = 201

    @Option(help: "How many pairs of runs, one against the server and one against the ceiling.")
    var pairs = 15

    @Option(help: "How long a run takes, in milliseconds.")
    var milliseconds = 500

    @Option(help: "How many connections there are, each with a session of its own.")
    var connections = 64

    @Option(help: "How many rows M4 works on; may be given several times.")
    var rows = [1_000_000, 10_000_000, 100_000_000]

    @Option(help: "How many rows are zoomed, imported and appended to.")
    var storedRows = 10_000_000

    @Option(help: "How many rows are there when a server starts.")
    var startRows = 100_000_000

    @Option(help: "How many sessions are opened, used once and left.")
    var sessions = 100_000

    @Option(
        help: "A Python with the libraries of Benchmarks/Peers/requirements.txt; without it they are not measured.")
    var peerPython: String?

    @Option(help: "The folder of the scripts that ask those libraries.")
    var peerScripts = "Benchmarks/Peers"

    /// The benchmarks that can run alone.
    enum Part: String, ExpressibleByArgument {
        /// Touch moves through the engine.
        case engine
        /// M4 windows of many rows.
        case m4
        /// Windows over HTTP.
        case zoom
        /// Imports of text as datasets.
        case `import`
        /// The start of a server with many rows.
        case start
        /// Appends while windows are taken.
        case append
        /// Requests to the server.
        case http
        /// The cost of an API key.
        case access
        /// The cost of durable changes.
        case durability
        /// Nodes that share PostgreSQL.
        case cluster
        /// The memory of unused sessions.
        case sessions
    }

    func validate() throws {
        guard passes > 0, pairs > 0, milliseconds > 0, connections > 0, rows.allSatisfy({ $0 > 0 }),
            storedRows > 1_000_000, startRows > 1_000_000
        else {
            throw ValidationError("Every number is at least 1, of stored rows more than a million.")
        }
    }

    func run() async throws {
        for line in Machine.facts { print(line) }
        if only == nil || only == .engine {
            try EngineBenchmark(passes: passes).run()
        }
        if only == nil || only == .m4 {
            try M4Benchmark(rowCounts: rows, peers: peers(script: "m4.py")).run()
        }
        if only == nil || only == .zoom {
            try ZoomBenchmark(rowCount: storedRows, peers: peers(script: "resampler.py")).run()
        }
        if only == nil || only == .import {
            try ImportBenchmark(rowCount: storedRows).run()
        }
        if only == nil || only == .start {
            try StartBenchmark(rowCount: startRows).run()
        }
        if only == nil || only == .append {
            try await AppendBenchmark(rowCount: storedRows).run()
        }
        if only == nil || only == .http {
            try ServerBenchmark(
                pairs: pairs, runDuration: .milliseconds(milliseconds), connectionCount: connections
            ).run()
        }
        if only == nil || only == .access {
            try AccessBenchmark(
                pairs: pairs, runDuration: .milliseconds(milliseconds), connectionCount: connections
            ).run()
        }
        if only == nil || only == .durability {
            try DurabilityBenchmark(
                rounds: pairs, runDuration: .milliseconds(milliseconds), connectionCount: connections
            ).run()
        }
        if only == nil || only == .cluster {
            try ClusterBenchmark(
                rounds: pairs, runDuration: .milliseconds(milliseconds), connectionCount: connections
            ).run()
        }
        if only == nil || only == .sessions {
            try SessionsBenchmark(sessionCount: sessions).run()
        }
    }

    private func peers(script: String) -> (python: String, script: String)? {
        peerPython.map { ($0, "\(peerScripts)/\(script)") }
    }
}
