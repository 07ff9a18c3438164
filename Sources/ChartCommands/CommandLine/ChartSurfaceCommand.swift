public import ArgumentParser
import ChartServer

/// The command line of the server.
public struct ChartSurfaceCommand: AsyncParsableCommand {
    /// The commands, of which `serve` is the default.
    public static let configuration = CommandConfiguration(
        commandName: "chart-surface",
        abstract: "Hosts charts without a screen: clients post touches, the server answers ranges and rows.",
        discussion: SettingHelp.text,
        version: ServerVersion.current,
        subcommands: [
            ServeCommand.self, ImportCommand.self, GenerateCommand.self, DatasetsCommand.self, DrawCommand.self,
            PlayCommand.self, ReplayCommand.self, CheckCommand.self, HealthCommand.self, KeysCommand.self,
        ],
        defaultSubcommand: ServeCommand.self)

    /// Creates the command.
    public init() {}
}
