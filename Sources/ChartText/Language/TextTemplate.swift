/// A text with names in braces that are replaced.
struct TextTemplate: Sendable, Hashable {
    private enum Piece: Sendable, Hashable {
        case text(String)
        case place(String)
    }

    private let pieces: [Piece]

    /// Reads a text such as `{count} rows`; `nil` for braces that do not match.
    init?(_ text: String) {
        var pieces: [Piece] = []
        var rest = text[...]
        while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else { return nil }
            let name = rest[rest.index(after: open)..<close]
            guard !name.isEmpty, !name.contains("{") else { return nil }
            if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
            pieces.append(.place(String(name)))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        self.pieces = pieces
    }

    /// The names in braces.
    var placeholders: Set<String> {
        var names: Set<String> = []
        for case .place(let name) in pieces { names.insert(name) }
        return names
    }

    /// The text with the names replaced; a name without a value is a bug of the caller.
    func filled(_ values: KeyValuePairs<String, String>) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let part): text += part
            case .place(let name):
                guard let value = values.first(where: { $0.key == name })?.value else {
                    preconditionFailure("no value for {\(name)}")
                }
                text += value
            }
        }
        return text
    }
}
