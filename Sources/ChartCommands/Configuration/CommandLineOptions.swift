import ChartServer
import Configuration

/// The configuration keys given on the command line: `--http-port 8080` or `--http-port=8080`.
struct CommandLineOptions {
    /// Each option once, as `--http-port=8080`.
    let normalized: [String]

    /// Reads the options; a flag needs no value.
    init(arguments: [String]) throws(ConfigurationError) {
        var normalized: [String] = []
        var seen: Set<String> = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-") else {
                guard normalized.isEmpty else { throw ConfigurationError("unexpected argument \(argument)") }
                throw ConfigurationError.unknown("command", argument, among: ChartSurfaceCommand.commandNames)
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let option = String(parts[0])
            guard let entry = SettingTable.entries.first(where: { $0.option == option }) else {
                throw ConfigurationError.unknown("option", option, among: SettingTable.entries.map(\.option))
            }
            guard seen.insert(option).inserted else {
                throw ConfigurationError("\(option) is given twice")
            }
            let value = try parts.count == 2 ? String(parts[1]) : Self.value(of: entry, from: &rest)
            guard entry.isAccepted(value) else {
                throw ConfigurationError.value(value, of: entry, from: "the command line")
            }
            normalized.append("\(option)=\(value)")
        }
        self.normalized = normalized
    }

    /// Takes out the first word that is neither an option nor the value of one.
    ///
    /// - Parameter arguments: The words of the command line, without the command's own options.
    /// - Returns: The word; nil without one.
    /// - Throws: `ConfigurationError` for an option without its value.
    static func takeWord(from arguments: inout [String]) throws(ConfigurationError) -> String? {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-") else { return arguments.remove(at: rest.startIndex - 1) }
            if let entry = SettingTable.entries.first(where: { $0.option == argument }) {
                _ = try value(of: entry, from: &rest)
            }
        }
        return nil
    }

    /// The names of the given configuration keys.
    var names: [String] {
        normalized.compactMap { option in
            SettingTable.entries.first { option.hasPrefix($0.option + "=") }?.name
        }
    }

    /// The options as a provider of swift-configuration.
    var provider: CommandLineArgumentsProvider {
        CommandLineArgumentsProvider(arguments: ["chart-surface"] + normalized)
    }

    private static func value(
        of entry: SettingEntry, from rest: inout ArraySlice<String>
    ) throws(ConfigurationError) -> String {
        if let next = rest.first, !next.hasPrefix("--"), !entry.isFlag || entry.isAccepted(next) {
            rest.removeFirst()
            return next
        }
        guard entry.isFlag else {
            throw ConfigurationError("\(entry.option) needs a value; it takes \(entry.accepts)")
        }
        return "true"
    }
}
