import HTTPTypes
import NIOCore

/// The proxies whose `Forwarded` (RFC 7239) and `X-Forwarded-For` headers are believed.
struct TrustedProxies: Sendable, Hashable {
    /// Their addresses and networks.
    let networks: [IPNetwork]

    /// No proxy is believed.
    static let none = TrustedProxies(networks: [])

    /// Whether an address is that of a believed proxy.
    func contains(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }

    /// The address of the client that sent a request.
    ///
    /// It is the other end of the connection. Where that is a believed proxy, it is the last address in the header that
    /// is not one. What stands before it was written by the client, and is not read. The search also ends at an element
    /// that is malformed or names no address; the address found so far counts then. A proxy lets through the header that
    /// it does not write. So two headers that lead to two addresses tell nothing, and the other end counts.
    ///
    /// - Parameters:
    ///   - fields: The headers of the request.
    ///   - peer: The other end of the connection; nil where it has no address.
    /// - Returns: The address.
    /// - Complexity: O(1) for a peer that is not believed, otherwise linear in the header.
    func client(of fields: HTTPFields, peer: SocketAddress?) -> ClientAddress {
        guard let peer = peer.flatMap({ IPAddress($0) }) else { return .unknown }
        guard !networks.isEmpty, contains(peer) else { return .ip(peer) }
        let told = [
            nearest(to: peer, in: .forwarded, of: fields, as: .pairs),
            nearest(to: peer, in: .xForwardedFor, of: fields, as: .addresses),
        ].compactMap(\.self)
        guard let first = told.first, told.allSatisfy({ $0 == first }) else { return .ip(peer) }
        return .ip(first)
    }

    /// Whether a peer that is not believed has sent a header of a proxy.
    func ignoresHeader(in fields: HTTPFields, from peer: SocketAddress?) -> Bool {
        guard let peer = peer.flatMap({ IPAddress($0) }), !contains(peer) else { return false }
        return fields.contains(.forwarded) || fields.contains(.xForwardedFor)
    }

    /// The nearest address to the peer that is not believed, as far as a header leads; nil for one without elements.
    private func nearest(
        to peer: IPAddress, in name: HTTPField.Name, of fields: HTTPFields, as syntax: ForwardedElements.Syntax
    ) -> IPAddress? {
        var nearest: IPAddress?
        for field in fields.reversed() where field.name == name {
            var elements = ForwardedElements(field.value, of: syntax)
            while let element = elements.popLast() {
                guard case .address(let address) = element else { return nearest ?? peer }
                nearest = address
                guard contains(address) else { return address }
            }
        }
        return nearest
    }

    /// The scheme that the client has used, as the believed proxy at the other end of the connection says in
    /// `X-Forwarded-Proto`; of several values the last, which no client has written.
    ///
    /// - Parameters:
    ///   - fields: The headers of the request.
    ///   - peer: The other end of the connection; nil where it has no address.
    /// - Returns: `http` or `https`; nil for another value, and for a peer that is not believed.
    func scheme(of fields: HTTPFields, peer: SocketAddress?) -> String? {
        guard !networks.isEmpty, let peer = peer.flatMap({ IPAddress($0) }), contains(peer),
            let last = fields[values: .forwardedScheme].last?.split(separator: ",").last
        else { return nil }
        let scheme = last.filter { $0 != " " && $0 != "\t" }.lowercased()
        return ["http", "https"].contains(scheme) ? scheme : nil
    }
}

extension IPAddress {
    /// The address of a socket; nil for a socket without one.
    fileprivate init?(_ address: SocketAddress) {
        guard let text = address.ipAddress else { return nil }
        // A zone such as `%eth0` is no part of the address.
        self.init(text.utf8.prefix { $0 != UInt8(ascii: "%") })
    }
}

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

/// The address of a client, as far as it is known.
enum ClientAddress: Sendable, Hashable {
    /// The address of the connection, or the one that a believed proxy has told.
    case ip(IPAddress)
    /// The connection has no address.
    case unknown

    /// The text that the server counts a client by: a whole IPv4 address, or the first 64 bits of an IPv6 address.
    ///
    /// A client has a whole IPv6 network of 64 bits to itself. An IPv4-mapped IPv6 address counts as its IPv4 address.
    var key: String {
        switch self {
        case .ip(let address) where address.isIPv4: address.description
        case .ip(let address): IPAddress.groups(of: address.high).joined(separator: ":") + "::/64"
        case .unknown: description
        }
    }
}

extension ClientAddress: CustomStringConvertible {
    /// The whole address; `unknown` for a connection without one.
    var description: String {
        switch self {
        case .ip(let address): address.description
        case .unknown: "unknown"
        }
    }
}
