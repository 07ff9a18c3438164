import ChartServer
import ChartStores

/// What `keys add` is asked for, read from its words.
struct KeyRequest: Sendable, Hashable {
    private static let mostNameBytes = 128

    /// What a person calls the key.
    let name: String
    /// What its holder may do.
    let scopes: Set<Scope>
    /// The datasets that exist for its holder.
    let datasets: DatasetPatterns
    /// How long it can be used, in milliseconds; nil for no end.
    let lifetime: Int?

    /// Reads the words of the command line.
    ///
    /// - Parameters:
    ///   - name: The argument.
    ///   - scopes: The texts of `--scope`, each with one or more names between blanks or commas.
    ///   - datasets: The texts of `--datasets`, likewise; none for all datasets.
    ///   - expires: The text of `--expires`.
    /// - Throws: ``Malformed``.
    init(name: String, scopes: [String], datasets: [String], expires: String?) throws(Malformed) {
        guard (1...Self.mostNameBytes).contains(name.utf8.count),
            name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else {
            throw Malformed("A name has 1 to \(Self.mostNameBytes) bytes, and no control characters.")
        }
        self.name = name
        var found: Set<Scope> = []
        for word in Self.words(of: scopes) {
            guard let scope = Scope(rawValue: word) else {
                throw Malformed("\(word) is no scope; there are \(Self.scopeNames).")
            }
            found.insert(scope)
        }
        guard !found.isEmpty else {
            throw Malformed("A key needs --scope at least once; there are \(Self.scopeNames).")
        }
        self.scopes = found
        let patterns = Self.words(of: datasets)
        for pattern in patterns where !DatasetPatterns.isPattern(pattern) {
            throw Malformed(
                "\(pattern) is no pattern of datasets; it has letters, digits, dots, dashes, underscores and *.")
        }
        guard patterns.count <= DatasetPatterns.mostPatterns else {
            throw Malformed("A key has at most \(DatasetPatterns.mostPatterns) patterns of datasets.")
        }
        guard datasets.isEmpty || !patterns.isEmpty else { throw Malformed("--datasets needs a pattern, such as *.") }
        self.datasets = datasets.isEmpty ? .all : DatasetPatterns(patterns)
        lifetime = try expires.map { text throws(Malformed) in
            guard let lifetime = DurationText.milliseconds(text, from: "1s", to: "3650d") else {
                throw Malformed("\(text) is no lifetime; --expires takes 1s to 3650d, such as 90d or 12h.")
            }
            return lifetime
        }
    }

    /// Words that cannot be read, with a sentence for the user.
    struct Malformed: Error, Sendable, Hashable {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }

    /// The names of all scopes, in words.
    static var scopeNames: String {
        let names = Scope.allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }

    private static func words(of texts: [String]) -> [String] {
        texts.flatMap { $0.split { $0 == " " || $0 == "," }.map { String($0) } }
    }
}
