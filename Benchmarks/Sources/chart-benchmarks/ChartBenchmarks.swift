import ArgumentParser

/// The executable: measures, and serves to itself what it measures.
@main
struct ChartBenchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chart-benchmarks",
        abstract: "Measures the engine, rows at scale, and the server against a bare route of its framework.",
        subcommands: [
            MeasureCommand.self, ServeChartCommand.self, ServeCeilingCommand.self, AppCommand.self,
            ParseWithSwiftCSVCommand.self,
        ],
        defaultSubcommand: MeasureCommand.self)
}
