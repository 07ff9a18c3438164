import NIOCore

/// The address by which the server counts a client's sessions.
enum ClientAddress {
    /// The text of an address: a whole IPv4 address, or the first 64 bits of an IPv6 address.
    ///
    /// A client has a whole IPv6 network of 64 bits to itself. An IPv4-mapped IPv6 address counts as its IPv4 address.
    ///
    /// - Parameter address: The address of the client; `nil` when the connection has none.
    /// - Returns: The text; `unknown` for a connection without an IP address.
    static func key(of address: SocketAddress?) -> String {
        switch address {
        case .v4?: address?.ipAddress ?? unknown
        case .v6?: address?.ipAddress.map { network(ofIPv6: $0) } ?? unknown
        case .unixDomainSocket?, nil: unknown
        }
    }

    private static let unknown = "unknown"
    private static let mappedPrefix = "::ffff:"

    private static func network(ofIPv6 text: String) -> String {
        if text.hasPrefix(mappedPrefix), text.contains(".") { return String(text.dropFirst(mappedPrefix.count)) }
        // `::` stands once for all omitted groups, which are zero.
        let halves = text.split(separator: "::", omittingEmptySubsequences: false).map { $0.split(separator: ":") }
        let tail = halves.count > 1 ? halves[1] : []
        let left = max(0, 8 - halves[0].count - tail.count)
        let groups = halves[0] + Array(repeating: "0", count: left) + tail
        return groups.prefix(4).joined(separator: ":") + "::/64"
    }
}
