import Configuration

/// The values of the configuration keys, read once.
package struct SettingValues: Sendable {
    /// The values that a provider has, by key.
    private let given: [String: any Sendable]

    /// Reads every key of the table.
    ///
    /// - Parameter reader: Where the values come from, strongest provider first.
    /// - Throws: `ConfigurationError` for a value that a key does not accept.
    init(reader: ConfigReader) throws(ConfigurationError) {
        var given: [String: any Sendable] = [:]
        for entry in SettingTable.entries {
            guard let text = Self.text(of: entry.name, in: reader) else { continue }
            guard let value = entry.parse(text) else { throw ConfigurationError.value(text, of: entry) }
            given[entry.name] = value
        }
        self.given = given
    }

    /// The value of a key, or its default.
    subscript<Value>(setting: Setting<Value>) -> Value {
        guard let value = given[setting.entry.name] else { return setting.fallback(self) }
        guard let value = value as? Value else {
            preconditionFailure("the value of \(setting.entry.name) is not of its type")
        }
        return value
    }

    /// The value of a key that the table has at a path.
    subscript<Value>(path: KeyPath<SettingTable, Setting<Value>>) -> Value { self[SettingTable.all[keyPath: path]] }

    /// Whether only this machine can reach the server.
    var isLoopback: Bool { Settings.isLoopback(self[\.host]) }

    /// Whether a provider has a value for a key.
    func isGiven<Value>(_ path: KeyPath<SettingTable, Setting<Value>>) -> Bool {
        given[SettingTable.all[keyPath: path].entry.name] != nil
    }

    /// The text of a key, whatever type its provider gives the value.
    ///
    /// A list comes last, because the command line provider splits a text at its commas.
    private static func text(of name: String, in reader: ConfigReader) -> String? {
        let key = ConfigKey(stringLiteral: name)
        return reader.string(forKey: key)
            ?? reader.int(forKey: key).map { String($0) }
            ?? reader.double(forKey: key).map { String($0) }
            ?? reader.bool(forKey: key).map { String($0) }
            ?? reader.stringArray(forKey: key)?.joined(separator: ",")
    }
}
