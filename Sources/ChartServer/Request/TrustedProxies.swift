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
