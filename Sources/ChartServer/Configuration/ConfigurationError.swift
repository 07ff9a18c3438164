/// An invalid configuration, which stops the start.
package struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A sentence for the operator: what is wrong, where, and what would be right.
    package let description: String

    /// Creates an error from its sentence.
    package init(_ description: String) {
        self.description = description
    }

    /// An unknown key or option.
    package static func unknown(_ kind: String, _ name: String, among names: [String]) -> ConfigurationError {
        let suggestion = SettingTable.suggestion(for: name, among: names).map { "; did you mean \($0)?" } ?? ""
        return ConfigurationError("unknown \(kind) \(name)\(suggestion)")
    }

    /// A value that its key does not accept.
    package static func value(_ text: String, of entry: SettingEntry, from origin: String? = nil) -> ConfigurationError
    {
        let place = origin.map { " in \($0)" } ?? ""
        return ConfigurationError("\(entry.name)\(place) is \"\(text)\"; it takes \(entry.accepts)")
    }
}
