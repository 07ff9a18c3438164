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
    package func option(_ name: String, _ text: String) -> String {
        switch self {
        case .query: "`\(name)=\(text)`"
        case .commandLine where text == "true": self.name(name)
        case .commandLine where text == "false" && name == "plausible": "--no-plausible"
        case .commandLine where text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }:
            "\(self.name(name)) \(text)"
        case .commandLine: "\(self.name(name)) '\(text.replacing("'", with: "'\\''"))'"
        }
    }

    /// Writes the query parameters in a message as the caller names them; they stand between backquotes.
    package func renaming(_ message: String) -> String {
        let parts = message.split(separator: "`", omittingEmptySubsequences: false)
        let known = DialectTexts.query + ["x", "columns", "xUnit", "xKind", "timeZone", "split"]
        return parts.enumerated().map { index, part in
            guard index % 2 == 1 else { return String(part) }
            let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
            guard known.contains(words[0]) else { return "`\(part)`" }
            return words.count == 2 ? option(words[0], words[1]) : name(words[0])
        }.joined()
    }
}
