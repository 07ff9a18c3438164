import ChartServer
import Configuration

/// The places that configuration comes from, checked one by one and joined, strongest first.
struct ConfigurationSources {
    /// The options of the command line.
    let options: CommandLineOptions
    /// The `CHART_SURFACE_…` variables.
    let environment: EnvironmentSource
    /// The configuration file, if one was named.
    let file: ConfigurationFile?

    /// Checks the keys and values of every place.
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

    /// One reader over all places.
    var reader: ConfigReader {
        var providers: [any ConfigProvider] = [options.provider, environment.provider]
        if let file { providers.append(file.provider) }
        return ConfigReader(providers: providers)
    }

    /// What the operator should know, though it does not stop the start.
    var warnings: [String] {
        environment.unknownVariables.map { "unknown environment variable \($0)" }
    }
}
