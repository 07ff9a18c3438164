/// How a caller names the options of an import, for messages that name a remedy.
package enum OptionNaming: Sendable {
    /// As parameters of a query.
    case query
    /// As options of a command.
    case commandLine

    /// The name of an option, given as it is in a query.
    package func name(_ name: String) -> String {
        switch self {
        case .query: "`\(name)`"
        case .commandLine:
            "--"
                + name.flatMap { $0.isUppercase ? ["-", Character($0.lowercased())] : [$0] }
        }
    }

    /// An option with its text, as the caller writes it.
    func option(_ name: String, _ text: String) -> String {
        switch self {
        case .query: "`\(name)=\(text)`"
        case .commandLine where text == "true": self.name(name)
        case .commandLine: "\(self.name(name)) '\(text)'"
        }
    }
}
