/// How the measurement and the tags of a line make the name of its dataset, such as `{measurement}-{host}`.
package struct FeedName: Sendable, Hashable {
    private enum Part: Sendable, Hashable {
        case text(String)
        case measurement
        case tag(String)
    }

    /// The name that is the measurement.
    package static let standard = FeedName(parts: [.measurement])

    private let parts: [Part]

    private init(parts: [Part]) { self.parts = parts }

    /// Reads a pattern; `nil` where a brace does not close or encloses nothing, and where no part changes.
    package init?(_ pattern: String) {
        var parts: [Part] = []
        var rest = pattern[...]
        while !rest.isEmpty {
            guard let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) else {
                parts.append(.text(String(rest)))
                break
            }
            guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else { return nil }
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            let key = rest[rest.index(after: open)..<close]
            guard !key.isEmpty, !key.contains("{") else { return nil }
            parts.append(key == "measurement" ? .measurement : .tag(String(key)))
            rest = rest[rest.index(after: close)...]
        }
        let changes = parts.contains { part in if case .text = part { false } else { true } }
        guard changes else { return nil }
        self.parts = parts
    }

    /// The name of the dataset of a line.
    ///
    /// A character that a name cannot have becomes `_`, and the first one `x`.
    package func name(of point: LineProtocol.Point) -> String {
        let text = parts.map { part in
            switch part {
            case .text(let text): text
            case .measurement: point.measurement
            case .tag(let key): point.tags.last { $0.key == key }?.value ?? ""
            }
        }.joined()
        var name = ""
        for scalar in text.unicodeScalars {
            let isAlphanumeric = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
            if isAlphanumeric || (!name.isEmpty && [".", "_", "-"].contains(scalar)) {
                name.unicodeScalars.append(scalar)
            } else {
                name += name.isEmpty ? "x" : "_"
            }
        }
        return name
    }

    /// The name of the column of a field: the tags that are not in the dataset's name stand behind it, in the order of
    /// their keys.
    package func column(of field: String, in point: LineProtocol.Point) -> String {
        let rest = point.tags.filter { tag in !parts.contains(.tag(tag.key)) }
        let sorted = rest.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return ([field] + sorted.map(\.value)).joined(separator: ".")
    }
}
