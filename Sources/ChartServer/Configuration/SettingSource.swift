import Configuration

/// Reads settings from a configuration reader, whatever type a provider gives a value.
struct SettingSource {
    /// Where the values come from, strongest provider first.
    let reader: ConfigReader

    /// The value of a key, or its default.
    func value<Value>(_ setting: Setting<Value>) throws(ConfigurationError) -> Value {
        if let value = try given(setting) { return value }
        guard let value = setting.parse(setting.entry.defaultText) else {
            preconditionFailure("the default of \(setting.entry.name) is not an accepted value")
        }
        return value
    }

    /// The value of a key, or nil when no provider has it.
    func given<Value>(_ setting: Setting<Value>) throws(ConfigurationError) -> Value? {
        guard let text = text(of: setting.entry.name) else { return nil }
        guard let value = setting.parse(text) else {
            throw ConfigurationError.value(text, of: setting.entry)
        }
        return value
    }

    /// Tries a list last, because the command line provider splits a text at its commas.
    private func text(of name: String) -> String? {
        let key = ConfigKey(stringLiteral: name)
        return reader.string(forKey: key)
            ?? reader.int(forKey: key).map { String($0) }
            ?? reader.double(forKey: key).map { String($0) }
            ?? reader.bool(forKey: key).map { String($0) }
            ?? reader.stringArray(forKey: key)?.joined(separator: ",")
    }
}
