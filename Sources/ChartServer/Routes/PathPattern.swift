/// The pattern of one route, held against paths without the router's walk through all of them.
struct PathPattern: Sendable {
    private enum Part {
        case literal([UInt8])
        case parameter
    }

    private let parts: [Part]
    /// The names of the parameters, in their order.
    private let names: [String]

    /// Takes a pattern such as `/v1/sessions/{id}`.
    init(_ pattern: String) {
        let words = pattern.split(separator: "/")
        parts = words.map { $0.hasPrefix("{") ? .parameter : .literal(Array($0.utf8)) }
        names = words.filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    }

    /// The parameters of a path that fits.
    ///
    /// - Parameter path: The path of a request, which may have a query behind it.
    /// - Returns: The parameters; nil also for a path whose escapes or empty parts are the router's to judge.
    func parameters(of path: String) -> PathParameters? {
        let path = path.utf8
        var values: [Substring] = []
        var place = path.startIndex
        for part in parts {
            guard place < path.endIndex, path[place] == UInt8(ascii: "/") else { return nil }
            let start = path.index(after: place)
            place = start
            while place < path.endIndex, !Self.endsPart(path[place]) {
                guard path[place] != UInt8(ascii: "%") else { return nil }
                path.formIndex(after: &place)
            }
            switch part {
            case .literal(let literal):
                guard path[start..<place].elementsEqual(literal) else { return nil }
            case .parameter:
                guard start < place else { return nil }
                values.append(Substring(path[start..<place]))
            }
        }
        guard place == path.endIndex || path[place] != UInt8(ascii: "/") else { return nil }
        return PathParameters(names: names, values: values)
    }

    private static func endsPart(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}

/// What stands in a path for the parameters of its pattern.
struct PathParameters: Sendable {
    fileprivate let names: [String]
    fileprivate let values: [Substring]

    /// The text of a parameter, as it stands in the path; nil for one that the pattern does not have.
    subscript(name: String) -> Substring? {
        names.firstIndex(of: name).map { values[$0] }
    }
}
