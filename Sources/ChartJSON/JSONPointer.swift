/// A place in a JSON document (RFC 6901).
public struct JSONPointer: Sendable, Hashable, CustomStringConvertible {
    /// The names and indices from the root to the place, unescaped.
    public private(set) var tokens: [String]

    /// The whole document.
    public static let root = JSONPointer(tokens: [])

    /// Creates a pointer from the names and indices from the root to the place, unescaped.
    public init(tokens: [String]) {
        self.tokens = tokens
    }

    /// Creates a pointer from a coding path of ``JSONCoding``, whose array keys are plain indices.
    public init(codingPath: [any CodingKey]) {
        self.init(tokens: codingPath.map(\.stringValue))
    }

    /// The place of a member of the object at this place.
    public func appending(_ key: String) -> JSONPointer {
        JSONPointer(tokens: tokens + [key])
    }

    /// The place of an element of the array at this place.
    public func appending(_ index: Int) -> JSONPointer {
        appending(String(index))
    }

    /// The pointer as text such as `/events/3/touches/0/x`, empty for the whole document.
    public var description: String {
        tokens.map { "/" + Self.escaped($0) }.joined()
    }

    /// A name, escaped for a pointer.
    static func escaped(_ token: String) -> String {
        var text = ""
        for scalar in token.unicodeScalars {
            switch scalar {
            case "~": text += "~0"
            case "/": text += "~1"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Decoder {
    /// The place of the decoder, for a type that throws a `Problem` of its own.
    public var jsonPointer: JSONPointer {
        JSONPointer(codingPath: codingPath)
    }
}

extension Problem {
    /// Creates a problem at a place of the request body.
    public init(_ code: ProblemCode, _ detail: String, at pointer: JSONPointer) {
        self.init(code, detail, pointer: pointer.description)
    }
}
