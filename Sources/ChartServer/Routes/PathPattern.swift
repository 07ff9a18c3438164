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
        var path = path
        return path.withUTF8 { unsafe places(in: $0.span) }
            .map { PathParameters(path: path, names: names, places: $0) }
    }

    /// Where the parameters stand in a path that fits, by bytes.
    private func places(in path: Span<UInt8>) -> [Range<Int>]? {
        var places: [Range<Int>] = []
        places.reserveCapacity(names.count)
        var place = 0
        for part in parts {
            guard place < path.count, path[place] == UInt8(ascii: "/") else { return nil }
            place += 1
            let start = place
            while place < path.count, !Self.endsPart(path[place]) {
                guard path[place] != UInt8(ascii: "%") else { return nil }
                place += 1
            }
            switch part {
            case .literal(let literal):
                guard literal.count == place - start, literal.indices.allSatisfy({ literal[$0] == path[start + $0] })
                else { return nil }
            case .parameter:
                guard start < place else { return nil }
                places.append(start..<place)
            }
        }
        return place < path.count && path[place] == UInt8(ascii: "/") ? nil : places
    }

    private static func endsPart(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}

/// What stands in a path for the parameters of its pattern.
struct PathParameters: Sendable {
    fileprivate let path: String
    fileprivate let names: [String]
    /// Where each stands, by bytes.
    fileprivate let places: [Range<Int>]

    /// The text of a parameter, as it stands in the path; nil for one that the pattern does not have.
    subscript(name: String) -> Substring? {
        guard let number = names.firstIndex(of: name) else { return nil }
        let start = path.utf8.index(path.startIndex, offsetBy: places[number].lowerBound)
        return path[start..<path.utf8.index(start, offsetBy: places[number].count)]
    }
}
