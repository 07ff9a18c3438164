/// One configuration key: its name, its default, what it accepts and how its text becomes a value.
struct Setting<Value: Sendable>: Sendable {
    /// The key as `--help`, the documentation and the check for unknown keys need it.
    let entry: SettingEntry
    /// Parses the text of a value; nil when the key does not accept it.
    let parse: @Sendable (String) -> Value?

    /// Creates a setting.
    init(
        _ name: String, default defaultText: String, accepts: String, help: String,
        parse: @escaping @Sendable (String) -> Value?
    ) {
        self.parse = parse
        self.entry = SettingEntry(
            name: name, defaultText: defaultText, accepts: accepts, help: help, isFlag: Value.self == Bool.self,
            isAccepted: { parse($0) != nil })
    }
}

/// One configuration key without the type of its value.
package struct SettingEntry: Sendable {
    /// The dotted name, such as `http.port`.
    package let name: String
    /// The default, written as a value would be.
    package let defaultText: String
    /// The accepted values, in words.
    package let accepts: String
    /// One sentence on what the key does.
    package let help: String
    /// Whether the option without a value means `true`.
    package let isFlag: Bool
    /// Whether a text is an accepted value.
    package let isAccepted: @Sendable (String) -> Bool

    /// The option on the command line, such as `--http-port`.
    package var option: String { "--" + Self.words(of: name).joined(separator: "-") }

    /// The environment variable, such as `CHART_SURFACE_HTTP_PORT`.
    package var variable: String {
        SettingTable.environmentPrefix + Self.words(of: name).joined(separator: "_").uppercased()
    }

    private static func words(of name: String) -> [String] {
        var words = [""]
        for character in name {
            switch character {
            case ".": words.append("")
            case _ where character.isUppercase: words.append(character.lowercased())
            case _: words[words.count - 1].append(character)
            }
        }
        return words
    }
}
