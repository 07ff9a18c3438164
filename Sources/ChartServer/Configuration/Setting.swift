/// One configuration key: its name, its default, what it accepts and how its text becomes a value.
package struct Setting<Value: Sendable>: Sendable {
    /// The key as `--help`, the documentation and the check for unknown keys need it.
    let entry: SettingEntry
    /// The value where no provider has one.
    let fallback: @Sendable (SettingValues) -> Value

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - name: The dotted name.
    ///   - type: The type of its values.
    ///   - defaultText: The text of the default.
    ///   - meaning: What the key does, a sentence.
    init(_ name: String, _ type: SettingType<Value>, default defaultText: String, _ meaning: String) {
        guard let value = type.parse(defaultText) else {
            preconditionFailure("the default of \(name) is not an accepted value")
        }
        self.init(name, type, default: defaultText, meaning) { _ in value }
    }

    /// Creates a key whose default depends on other keys.
    ///
    /// - Parameters:
    ///   - name: The dotted name.
    ///   - type: The type of its values.
    ///   - words: The default in words.
    ///   - meaning: What the key does, a sentence.
    ///   - fallback: Returns the default.
    init(
        _ name: String, _ type: SettingType<Value>, default words: String, _ meaning: String,
        from fallback: @escaping @Sendable (SettingValues) -> Value
    ) {
        self.fallback = fallback
        entry = SettingEntry(
            name: name, defaultText: words, accepts: type.accepts, help: meaning, isFlag: type.isFlag,
            parse: type.parse)
    }
}

/// A key whose type of values is not known.
protocol TypedSetting {
    /// The key without that type.
    var entry: SettingEntry { get }
    /// The value, if it is a number.
    func number(in values: SettingValues) -> Int?
}

extension Setting: TypedSetting {
    func number(in values: SettingValues) -> Int? { values[self] as? Int }
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
    /// The value of a text; nil where the key does not accept it.
    let parse: @Sendable (String) -> (any Sendable)?

    /// Whether a text is an accepted value.
    package func isAccepted(_ text: String) -> Bool { parse(text) != nil }

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
