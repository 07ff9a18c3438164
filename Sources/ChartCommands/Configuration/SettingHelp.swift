import ChartServer

/// The configuration keys as `--help` shows them.
enum SettingHelp {
    /// One paragraph per key: option, meaning, accepted values and default.
    static var text: String {
        let keys = SettingTable.entries.map { entry in
            """
              \(entry.option)
                  \(entry.help)
                  Takes \(entry.accepts).
                  Default: \(entry.defaultText)
            """
        }
        return """
            CONFIGURATION, strongest first:
              the command line, such as --http-port 8080
              the environment, such as CHART_SURFACE_HTTP_PORT=8080
              the YAML or JSON file of --config, such as http: {port: 8080}
              the defaults

            KEYS
            \(keys.joined(separator: "\n"))
            """
    }
}
