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
    /// - Parameter path: The path of a request, which may have a query behind it.
    /// - Returns: The parameters; nil also for a path whose escapes or empty parts are the router's to judge.
    func parameters(of path: String) -> Parameters? {
        let bytes = Array(path.utf8)
        let pathEnd = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.count
        var start = 0
        var parameters = Parameters()
        for part in parts {
            guard start < pathEnd, bytes[start] == UInt8(ascii: "/") else { return nil }
            start += 1
            var end = start
            while end < pathEnd, bytes[end] != UInt8(ascii: "/") { end += 1 }
            switch part {
            case .literal(let literal):
                guard bytes[start..<end] == literal[...] else { return nil }
            case .parameter(let name):
                guard start < end, !bytes[start..<end].contains(UInt8(ascii: "%")) else { return nil }
                parameters.append(key: name, value: Substring(decoding: bytes[start..<end], as: UTF8.self))
            }
            start = end
        }
        return start == pathEnd ? parameters : nil
    }
}
