import ArgumentParser

/// The executable, which runs the benchmarks and also the servers that they measure.
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
