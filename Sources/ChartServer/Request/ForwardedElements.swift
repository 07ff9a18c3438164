/// The elements of a `Forwarded` header (RFC 7239) or of `X-Forwarded-For`, read from the last one.
///
/// The last element is that of the nearest proxy, the first one may be anything that a client has made up. Read from
/// the end, nothing that a client writes changes what the proxies after it have written.
struct ForwardedElements {
    /// How the elements of a header are written.
    enum Syntax {
        /// As pairs of a name and a value, in `Forwarded`.
        case pairs
        /// As the bare address, in `X-Forwarded-For`.
        case addresses
    }

    /// What an element says of the address that the proxy was asked from.
    enum Element: Equatable {
        /// An address, without its port.
        case address(IPAddress)
        /// No address: `for` is `unknown`, a made-up name such as `_x`, or not there.
        case withoutAddress
        /// Not an element of the header.
        case malformed
    }

    private let syntax: Syntax
    /// What is not read yet; nil once all is.
    private var rest: ArraySlice<UInt8>?

    /// Takes the value of one header line.
    init(_ value: String, of syntax: Syntax = .pairs) {
        self.syntax = syntax
        rest = Array(value.utf8)[...]
    }

    /// Takes the last element that was not read yet; nil when there is none.
    ///
    /// The caller stops at a malformed element: what stands before it has no meaning.
    mutating func popLast() -> Element? {
        while let text = rest {
            guard let start = startOfLastElement(of: text) else {
                rest = nil
                return .malformed
            }
            rest = start > text.startIndex ? text[..<(start - 1)] : nil
            // A list may have empty elements (RFC 9110, 5.6.1).
            let element = Self.trimmed(text[start...])
            guard !element.isEmpty else { continue }
            switch syntax {
            case .pairs: return Self.element(element)
            case .addresses: return Self.address(ofNode: element)
            }
        }
        return nil
    }

    /// Where the text behind the last comma outside of quotes begins; nil for a quote without its other end.
    ///
    /// Bare addresses have no quotes.
    private func startOfLastElement(of text: ArraySlice<UInt8>) -> Int? {
        guard syntax == .pairs else { return text.lastIndex(of: Self.comma).map { $0 + 1 } ?? text.startIndex }
        var isQuoted = false
        var index = text.endIndex
        while index > text.startIndex {
            let byte = text[index - 1]
            if byte == Self.quote {
                let slashes = text[..<(index - 1)].reversed().prefix { $0 == Self.backslash }.count
                if slashes.isMultiple(of: 2) { isQuoted.toggle() } else if !isQuoted { return nil }
                index -= slashes
            } else if byte == Self.comma, !isQuoted {
                return index
            }
            index -= 1
        }
        return isQuoted ? nil : text.startIndex
    }

    /// Reads the pairs of one element.
    private static func element(_ text: ArraySlice<UInt8>) -> Element {
        var rest = text
        var node: [UInt8]?
        while true {
            guard let pair = popPair(from: &rest) else { return .malformed }
            if pair.name.lowercasedASCII == forName {
                guard node == nil else { return .malformed }
                node = pair.value
            }
            guard let next = rest.popFirst() else { break }
            guard next == semicolon else { return .malformed }
        }
        return node.map { address(ofNode: $0[...]) } ?? .withoutAddress
    }

    /// Reads one pair up to its end or the next semicolon; nil for what is no pair.
    private static func popPair(from rest: inout ArraySlice<UInt8>) -> (name: ArraySlice<UInt8>, value: [UInt8])? {
        let name = rest.prefix { isTokenByte($0) }
        rest = rest.dropFirst(name.count)
        guard !name.isEmpty, rest.popFirst() == UInt8(ascii: "=") else { return nil }
        var value: [UInt8] = []
        guard rest.first == quote else {
            // Some proxies write an IPv6 address or a port without the quotes that it needs.
            let plain = rest.prefix { isTokenByte($0) || $0 == colon || $0 == openBracket || $0 == closeBracket }
            rest = rest.dropFirst(plain.count)
            return plain.isEmpty ? nil : (name, Array(plain))
        }
        rest.removeFirst()
        while let byte = rest.popFirst() {
            switch byte {
            case quote: return (name, value)
            case backslash:
                guard let escaped = rest.popFirst() else { return nil }
                value.append(escaped)
            case _: value.append(byte)
            }
        }
        return nil
    }

    /// Reads a node: an address with or without a port, `unknown`, or a made-up name.
    private static func address(ofNode node: ArraySlice<UInt8>) -> Element {
        if node.first == openBracket {
            guard let end = node.firstIndex(of: closeBracket) else { return .malformed }
            let inside = node[..<end].dropFirst()
            guard isPort(node[(end + 1)...]), inside.contains(colon), let address = IPAddress(inside) else {
                return .malformed
            }
            return .address(address)
        }
        if let address = IPAddress(node) { return .address(address) }
        let name = node.prefix { $0 != colon }
        guard isPort(node[name.endIndex...]) else { return .malformed }
        if let address = IPAddress(name) { return .address(address) }
        let isMadeUp = name.first == underscore && name.count > 1 && name.dropFirst().allSatisfy { isNameByte($0) }
        return isMadeUp || name.lowercasedASCII == unknown ? .withoutAddress : .malformed
    }

    /// Whether a text is empty, or a colon with a number or a made-up name.
    private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first else { return true }
        let port = text.dropFirst()
        guard first == colon, !port.isEmpty else { return false }
        if port.first == underscore { return port.count > 1 && port.dropFirst().allSatisfy { isNameByte($0) } }
        return port.count <= 5 && port.allSatisfy { isDigit($0) }
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text.drop { isBlank($0) }
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || nameMarks.contains(byte) }

    private static func isTokenByte(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || tokenMarks.contains(byte) }

    private static let nameMarks = Array("._-".utf8)
    private static let tokenMarks = Array("!#$%&'*+-.^_`|~".utf8)
    private static let forName = Array("for".utf8)
    private static let unknown = Array("unknown".utf8)
    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")
    private static let comma = UInt8(ascii: ",")
    private static let semicolon = UInt8(ascii: ";")
    private static let colon = UInt8(ascii: ":")
    private static let openBracket = UInt8(ascii: "[")
    private static let closeBracket = UInt8(ascii: "]")
    private static let underscore = UInt8(ascii: "_")
}

extension ArraySlice<UInt8> {
    fileprivate var lowercasedASCII: [UInt8] {
        map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
}
