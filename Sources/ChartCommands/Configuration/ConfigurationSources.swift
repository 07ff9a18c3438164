import ChartServer
import Configuration

/// The sources of the configuration, each checked on its own; earlier ones override later ones.
struct ConfigurationSources {
    /// The options of the command line.
    let options: CommandLineOptions
    /// The `CHART_SURFACE_…` variables.
    let environment: EnvironmentSource
    /// The configuration file, if one was named.
    let file: ConfigurationFile?

    /// Checks the keys and values of every source.
    ///
    /// - Parameters:
    ///   - arguments: The options of the command line, without the command's own.
    ///   - environment: The variables of the process.
    ///   - filePath: The configuration file, or nil.
    /// - Throws: `ConfigurationError` for the first unknown key or bad value.
    init(arguments: [String], environment: [String: String], filePath: String?) throws(ConfigurationError) {
        options = try CommandLineOptions(arguments: arguments)
        self.environment = try EnvironmentSource(environment: environment)
        if let filePath {
            file = try ConfigurationFile(path: filePath)
        } else {
            file = nil
        }
    }

    /// One reader over all sources.
    var reader: ConfigReader {
        var providers: [any ConfigProvider] = [options.provider, environment.provider]
        if let file { providers.append(file.provider) }
        return ConfigReader(providers: providers)
    }

    /// The names of the configuration keys that any source gives, in ascending order.
    var names: [String] {
        let variables = SettingTable.entries.filter { environment.known[$0.variable] != nil }.map(\.name)
        return Set(options.names + variables + (file.map { Array($0.values.keys) } ?? [])).sorted()
    }

    /// Warnings for the operator, which do not stop the start.
    var warnings: [String] {
        environment.unknownVariables.map { "unknown environment variable \($0)" }
    }
}
