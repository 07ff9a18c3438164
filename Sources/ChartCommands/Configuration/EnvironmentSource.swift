import ChartServer
import Configuration

/// The configuration keys given as `CHART_SURFACE_…` variables.
struct EnvironmentSource {
    /// The variables of known keys.
    let known: [String: String]
    /// The sorted names that have the server's prefix and match no key.
    let unknownVariables: [String]

    /// Checks the values of the known variables.
    init(environment: [String: String]) throws(ConfigurationError) {
        var known: [String: String] = [:]
        for entry in SettingTable.entries {
            guard let text = environment[entry.variable] else { continue }
            guard entry.isAccepted(text) else {
                throw ConfigurationError.value(text, of: entry, from: entry.variable)
            }
            known[entry.variable] = text
        }
        self.known = known
        unknownVariables =
            environment.keys
            .filter { $0.hasPrefix(SettingTable.environmentPrefix) && known[$0] == nil }
            .sorted()
    }

    /// The variables as a provider of swift-configuration.
    var provider: KeyMappingProvider<EnvironmentVariablesProvider> {
        EnvironmentVariablesProvider(environmentVariables: known).prefixKeys(with: ["chart", "surface"])
    }
}
