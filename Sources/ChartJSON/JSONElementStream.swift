/// Reads an object with one large array member, element by element while the bytes arrive.
///
/// It accepts and rejects the same documents as ``JSONValue/parse(_:)``. It stores the bytes of the current element,
/// and scans them again only when their number has doubled. So small pieces cost no more than large ones.
public struct JSONElementStream: Sendable {
    /// A part of the document that has been read.
    public enum Piece: Sendable, Equatable {
        /// A member other than the array.
        case member(String, JSONValue)
        /// The next element of the array.
        case element(JSONValue)
    }

    /// The longest element or other member, in bytes.
    public static let longestPiece = 1 << 20

    private enum Place: Sendable {
        case start
        case firstMember
        case afterMember
        case nextMember
        case firstElement
        case afterElement
        case nextElement
        case end
    }

    private let arrayName: String
    private var place = Place.start
    private var names: Set<String> = []
    /// Whether the array has begun.
    public private(set) var hasArray = false
    private var elements = 0
    private var rest: [UInt8] = []
    /// The number of bytes before `rest`.
    private var offset = 0
    private var position = 0
    /// The number of bytes that `rest` must have before the next scan.
    private var worthwhile = 0

    /// Creates a stream.
    ///
    /// - Parameter arrayName: The name of the member to read element by element.
    public init(array arrayName: String) {
        self.arrayName = arrayName
    }

    /// Reads more bytes.
    ///
    /// Do not use a stream after it has thrown an error.
    ///
    /// - Parameters:
    ///   - bytes: The next bytes of the document.
    ///   - take: Receives each complete piece.
    /// - Throws: A problem with a byte offset, or what `take` throws.
    public mutating func append(_ bytes: some Collection<UInt8>, _ take: (Piece) throws -> Void) throws {
        rest.append(contentsOf: bytes)
        guard rest.count >= worthwhile else { return }
        try read(isLast: false, take)
        rest.removeFirst(position)
        offset += position
        position = 0
        guard rest.count <= Self.longestPiece else {
            throw Problem(.bodyMalformed, "A value is longer than \(Self.longestPiece) bytes.", offset: offset)
        }
        worthwhile = min(2 * rest.count, Self.longestPiece + 1)
    }

    /// Reads the remaining bytes.
    ///
    /// - Parameter take: Receives each complete piece.
    /// - Throws: A problem with a byte offset if the document is not complete, or what `take` throws.
    public mutating func finish(_ take: (Piece) throws -> Void) throws {
        try read(isLast: true, take)
    }

    private mutating func read(isLast: Bool, _ take: (Piece) throws -> Void) throws {
        while try advance(isLast: isLast, take) {}
        guard isLast else { return }
        guard case .end = place else { throw problem("The body ends too early.") }
    }

    /// Reads the next token or value.
    ///
    /// - Returns: Whether there may be another one in the bytes so far.
    private mutating func advance(isLast: Bool, _ take: (Piece) throws -> Void) throws -> Bool {
        if case .start = place, offset == 0, position == 0, rest.first == 0xEF {
            guard rest.count >= 3 || isLast else { return false }
            if rest.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        }
        while position < rest.count, [0x20, 0x09, 0x0A, 0x0D].contains(rest[position]) { position += 1 }
        guard position < rest.count else { return false }
        switch place {
        case .start:
            try expect("{")
            place = .firstMember
        case .firstMember where rest[position] == UInt8(ascii: "}"),
            .afterMember where rest[position] == UInt8(ascii: "}"):
            position += 1
            place = .end
        case .afterMember:
            try expect(",")
            place = .nextMember
        case .firstMember, .nextMember:
            return try readMember(isLast: isLast, take)
        case .firstElement where rest[position] == UInt8(ascii: "]"),
            .afterElement where rest[position] == UInt8(ascii: "]"):
            position += 1
            place = .afterMember
        case .afterElement:
            try expect(",")
            place = .nextElement
        case .firstElement, .nextElement:
            guard let end = try endOfValue(from: position, isLast: isLast) else { return false }
            try take(.element(try value(position..<end, at: "/\(arrayName)/\(elements)")))
            elements += 1
            position = end
            place = .afterElement
        case .end:
            throw problem("Expected the end of the body.")
        }
        return true
    }

    /// Reads a name and its value, or a name and the opening bracket of the array.
    private mutating func readMember(isLast: Bool, _ take: (Piece) throws -> Void) throws -> Bool {
        guard rest[position] == UInt8(ascii: "\"") else { throw problem("Expected a name.") }
        guard let end = try endOfValue(from: position, isLast: isLast) else { return false }
        guard case .string(let name) = try value(position..<end, at: "") else { throw problem("Expected a name.") }
        var next = end
        func skipBlanks() {
            while next < rest.count, [0x20, 0x09, 0x0A, 0x0D].contains(rest[next]) { next += 1 }
        }
        skipBlanks()
        guard next < rest.count else { return false }
        guard rest[next] == UInt8(ascii: ":") else {
            position = next
            throw problem("Expected \":\".")
        }
        next += 1
        skipBlanks()
        guard next < rest.count else { return false }
        if name == arrayName, rest[next] == UInt8(ascii: "[") {
            try note(name)
            hasArray = true
            (position, place) = (next + 1, .firstElement)
            return true
        }
        guard let valueEnd = try endOfValue(from: next, isLast: isLast) else { return false }
        let value = try value(next..<valueEnd, at: "/" + JSONPointer.escaped(name))
        try note(name)
        try take(.member(name, value))
        (position, place) = (valueEnd, .afterMember)
        return true
    }

    private mutating func note(_ name: String) throws(Problem) {
        guard names.insert(name).inserted else {
            throw Problem(
                .bodyDuplicateKey, "The name \"\(name)\" stands twice.", pointer: "/" + JSONPointer.escaped(name),
                offset: offset + position)
        }
    }

    private func value(_ range: Range<Int>, at pointer: String) throws(Problem) -> JSONValue {
        guard rest[range.lowerBound] != 0xEF else { throw problem("Expected a value.") }
        do throws(Problem) {
            return try JSONValue.parse(rest[range])
        } catch {
            var moved = error
            moved.offset = error.offset.map { $0 + offset + range.lowerBound }
            moved.pointer = error.pointer.map { pointer + $0 }
            throw moved
        }
    }

    /// The end of the value that starts at a position; `nil` if the end has not arrived yet.
    private func endOfValue(from start: Int, isLast: Bool) throws(Problem) -> Int? {
        var position = start
        var depth = 0
        var isText = false
        while position < rest.count {
            let byte = rest[position]
            position += 1
            if isText {
                if byte == UInt8(ascii: "\\") { position += 1 }
                if byte == UInt8(ascii: "\"") { isText = false }
                if !isText, depth == 0 { return position }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""):
                isText = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                guard depth > 0 else { return position - 1 }
                depth -= 1
                if depth == 0 { return position }
            case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
                if depth == 0 { return position - 1 }
            case _:
                break
            }
        }
        return isLast ? rest.count : nil
    }

    private mutating func expect(_ mark: Character) throws(Problem) {
        guard rest[position] == mark.asciiValue else { throw problem("Expected \"\(mark)\".") }
        position += 1
    }

    private func problem(_ detail: String) -> Problem {
        Problem(.bodyMalformed, detail, offset: offset + position)
    }
}
