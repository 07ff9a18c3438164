internal import Hummingbird

/// The pattern of one route, held against paths without the router's walk through all of them.
struct PathPattern: Sendable {
    private enum Part {
        case literal([UInt8])
        case parameter(Substring)
    }

    private let parts: [Part]

    /// Takes a pattern such as `/v1/sessions/{id}`.
    init(_ pattern: String) {
        parts = pattern.split(separator: "/").map { part in
            part.hasPrefix("{") ? .parameter(part.dropFirst().dropLast()) : .literal(Array(part.utf8))
        }
    }

    /// The parameters of a path that fits.
    ///
    /// - Parameter path: The path of a request.
    /// - Returns: The parameters; nil also for a path whose escapes or empty parts are the router's to judge.
    func parameters(of path: String) -> Parameters? {
        var rest = path.utf8[...]
        var parameters = Parameters()
        for part in parts {
            guard rest.popFirst() == UInt8(ascii: "/") else { return nil }
            let segment = rest.prefix { $0 != UInt8(ascii: "/") }
            switch part {
            case .literal(let bytes):
                guard segment.elementsEqual(bytes) else { return nil }
            case .parameter(let name):
                guard !segment.isEmpty, !segment.contains(UInt8(ascii: "%")) else { return nil }
                parameters.append(key: name, value: Substring(segment))
            }
            rest = rest[segment.endIndex...]
        }
        return rest.isEmpty ? parameters : nil
    }
}
