/// The parts of a path between its slashes, by bytes; empty parts are left out, and a query is no part of it.
struct PathParts: Sendable {
    /// The path as it was sent.
    let path: String
    private let places: [Range<Int>]

    /// Parts a path.
    ///
    /// - Complexity: O(length of the path).
    init(_ path: String) {
        var path = path
        places = path.withUTF8 { unsafe Self.places(in: $0.span) }
        self.path = path
    }

    /// How many parts there are.
    var count: Int { places.count }

    /// The text of a part.
    subscript(index: Int) -> Substring {
        let start = path.utf8.index(path.startIndex, offsetBy: places[index].lowerBound)
        return path[start..<path.utf8.index(start, offsetBy: places[index].count)]
    }

    /// Whether the parts of a path have these bytes; nil stands for any.
    func match(_ literals: [[UInt8]?]) -> Bool {
        var path = path
        return path.withUTF8 { bytes in
            let bytes = unsafe bytes.span
            for (place, literal) in zip(places, literals) {
                guard let literal else { continue }
                guard literal.count == place.count else { return false }
                for index in literal.indices where literal[index] != bytes[place.lowerBound + index] { return false }
            }
            return true
        }
    }

    private static func places(in path: Span<UInt8>) -> [Range<Int>] {
        var places: [Range<Int>] = []
        // As many as the longest pattern of the server has.
        places.reserveCapacity(8)
        var start = 0
        var end = 0
        while end <= path.count {
            let isEnd = end == path.count || path[end] == UInt8(ascii: "?") || path[end] == UInt8(ascii: "#")
            if isEnd || path[end] == UInt8(ascii: "/") {
                if start < end { places.append(start..<end) }
                if isEnd { break }
                start = end + 1
            }
            end += 1
        }
        return places
    }
}

/// What stands in a path for the parameters of its pattern.
struct PathParameters: Sendable {
    fileprivate let parts: PathParts
    /// The name of the parameter at each part; nil for a part that is literal.
    fileprivate let names: [String?]

    /// The text of a parameter, as it stands in the path; nil for one that the pattern does not have.
    subscript(name: String) -> Substring? { names.firstIndex(of: name).map { parts[$0] } }
}

/// The pattern of one or more routes, such as `/v1/sessions/{id}`.
struct PathPattern: Sendable {
    private let literals: [[UInt8]?]
    private let names: [String?]

    /// Takes a pattern whose parameters stand in braces.
    init(_ pattern: String) {
        let words = pattern.split(separator: "/")
        literals = words.map { $0.hasPrefix("{") ? nil : Array($0.utf8) }
        names = words.map { $0.hasPrefix("{") ? String($0.dropFirst().dropLast()) : nil }
    }

    /// How many parts a path of this pattern has.
    var count: Int { literals.count }

    /// How many parts are parameters.
    var parameterCount: Int { literals.count { $0 == nil } }

    /// The parameters of a path of as many parts; nil for a path of another pattern.
    func parameters(of parts: PathParts) -> PathParameters? {
        guard parts.match(literals) else { return nil }
        return PathParameters(parts: parts, names: names)
    }
}
