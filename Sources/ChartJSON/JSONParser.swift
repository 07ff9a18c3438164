/// The parser of JSON (RFC 8259).
extension JSONValue {
    /// Parses one JSON document (RFC 8259) strictly, but skips a byte-order mark before it.
    ///
    /// - Parameter bytes: The document in UTF-8.
    /// - Returns: The document.
    /// - Throws: A problem with a byte offset: `body.malformed`, `body.too-deep` beyond 64 levels, or, with a pointer
    ///   too, `body.number-out-of-range` or `body.duplicate-key`.
    /// - Complexity: O(*n*) for *n* bytes, whatever they are.
    public static func parse(_ bytes: some Collection<UInt8>) throws(Problem) -> JSONValue {
        guard !bytes.isEmpty else { throw Problem(.bodyMalformed, "The body is empty.", offset: 0) }
        var parser = JSONParser(scanner: JSONScanner(Array(bytes)))
        return try parser.document()
    }
}

/// The grammar of JSON over the tokens of a scanner.
private struct JSONParser {
    /// The largest depth of nested arrays and objects.
    static let maximumDepth = 64

    var scanner: JSONScanner
    private var depth = 0

    init(scanner: JSONScanner) {
        self.scanner = scanner
    }

    mutating func document() throws(Problem) -> JSONValue {
        let document = try value()
        scanner.skipWhitespace()
        guard scanner.next == nil else { throw scanner.unexpected("the end of the body") }
        return document
    }

    private mutating func value() throws(Problem) -> JSONValue {
        scanner.skipWhitespace()
        switch scanner.next {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "\""): return .string(try scanner.string())
        case UInt8(ascii: "-"), .some(0x30...0x39): return .number(try scanner.number())
        case UInt8(ascii: "t"):
            try scanner.literal("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try scanner.literal("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try scanner.literal("null")
            return .null
        default:
            throw scanner.unexpected("a value")
        }
    }

    private mutating func array() throws(Problem) -> [JSONValue] {
        try enter()
        var elements: [JSONValue] = []
        scanner.skipWhitespace()
        if !scanner.take(UInt8(ascii: "]")) {
            repeat {
                do {
                    elements.append(try value())
                } catch {
                    throw error.inside(String(elements.count))
                }
            } while try separator(orEnd: UInt8(ascii: "]"))
        }
        depth -= 1
        return elements
    }

    private mutating func object() throws(Problem) -> JSONObject {
        try enter()
        var object = JSONObject()
        scanner.skipWhitespace()
        if !scanner.take(UInt8(ascii: "}")) {
            repeat {
                try member(of: &object)
            } while try separator(orEnd: UInt8(ascii: "}"))
        }
        depth -= 1
        return object
    }

    private mutating func member(of object: inout JSONObject) throws(Problem) {
        scanner.skipWhitespace()
        let offset = scanner.position
        guard scanner.next == UInt8(ascii: "\"") else { throw scanner.unexpected("a property name in quotation marks") }
        let key = try scanner.string()
        guard !object.contains(key) else {
            throw Problem(
                .bodyDuplicateKey, "The object has this property twice.", pointer: "/" + JSONPointer.escaped(key),
                offset: offset)
        }
        scanner.skipWhitespace()
        guard scanner.take(UInt8(ascii: ":")) else { throw scanner.unexpected("a colon") }
        do {
            _ = object.insert(key, try value())
        } catch {
            throw error.inside(key)
        }
    }

    /// Skips a comma or the end of an array or object.
    ///
    /// - Returns: Whether it was a comma.
    private mutating func separator(orEnd end: UInt8) throws(Problem) -> Bool {
        scanner.skipWhitespace()
        if scanner.take(UInt8(ascii: ",")) { return true }
        if scanner.take(end) { return false }
        throw scanner.unexpected("a comma or '\(Unicode.Scalar(end))'")
    }

    private mutating func enter() throws(Problem) {
        guard depth < Self.maximumDepth else {
            throw Problem(
                .bodyTooDeep, "The body nests deeper than \(Self.maximumDepth) levels.", offset: scanner.position)
        }
        depth += 1
        scanner.advance()
    }
}

extension Problem {
    /// The problem with its pointer extended by the enclosing array or object.
    fileprivate func inside(_ token: String) -> Problem {
        guard let pointer else { return self }
        var outer = self
        outer.pointer = "/" + JSONPointer.escaped(token) + pointer
        return outer
    }
}
