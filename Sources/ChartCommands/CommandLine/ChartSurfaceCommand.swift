public import ArgumentParser
import ChartBuild
import ChartServer

/// The command line of the server.
public struct ChartSurfaceCommand: AsyncParsableCommand {
    /// The commands, of which `serve` is the default.
    public static let configuration = CommandConfiguration(
        commandName: "chart-surface",
        abstract: "Hosts charts without a screen: clients post touches, the server answers ranges and rows.",
        discussion: """
            Start with: chart-surface serve --data-dir data
            chart-surface serve --help lists the configuration keys, chart-surface help <command> the options of a command.
            """,
        version: BuildRecord.version(ServerVersion.current),
        subcommands: [
            ServeCommand.self, ImportCommand.self, GenerateCommand.self, DatasetsCommand.self, DrawCommand.self,
            PlayCommand.self, ReplayCommand.self, CheckCommand.self, BackupCommand.self, RestoreCommand.self,
            HealthCommand.self, KeysCommand.self,
        ],
        defaultSubcommand: ServeCommand.self)

    /// The names of the commands.
    static var commandNames: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }

    /// Creates the command.
    public init() {}
}
