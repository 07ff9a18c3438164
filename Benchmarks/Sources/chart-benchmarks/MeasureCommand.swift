import ArgumentParser

/// Runs the benchmarks and prints what they measured.
struct MeasureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure", abstract: "Runs the benchmarks (the default command).")

    @Option(help: "Measure only this: engine or http.")
    var only: Part?

    @Option(help: "How often the engine runs each gesture; the median counts.")
    var passes = 201

    @Option(help: "How many pairs of runs, one against the server and one against the ceiling.")
    var pairs = 15

    @Option(help: "How long a run takes, in milliseconds.")
    var milliseconds = 500

    @Option(help: "How many connections there are, each with a session of its own.")
    var connections = 64

    /// What can be measured by itself.
    enum Part: String, ExpressibleByArgument {
        /// The engine.
        case engine
        /// The server.
        case http
    }

    func validate() throws {
        guard passes > 0, pairs > 0, milliseconds > 0, connections > 0 else {
            throw ValidationError("Every number is at least 1.")
        }
    }

    func run() throws {
        for line in Machine.facts { print(line) }
        if only != .http {
            try EngineBenchmark(passes: passes).run()
        }
        if only != .engine {
            try ServerBenchmark(
                pairs: pairs, runDuration: .milliseconds(milliseconds), connectionCount: connections
            ).run()
        }
    }
}
