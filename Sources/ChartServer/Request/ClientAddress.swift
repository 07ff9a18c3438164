import NIOCore

/// The address that a client's sessions are counted by.
enum ClientAddress {
    /// The text of an address: an IPv4 address whole, the first 64 bits of an IPv6 address.
    ///
    /// A client has a whole IPv6 network of 64 bits to itself. An IPv4 address within IPv6 counts as that IPv4 address.
    ///
    /// - Parameter address: The other end of the connection; `nil` where it has none.
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
        // Two colons stand once for all the groups that are left out, which are zero.
        let halves = text.split(separator: "::", omittingEmptySubsequences: false).map { $0.split(separator: ":") }
        let tail = halves.count > 1 ? halves[1] : []
        let left = max(0, 8 - halves[0].count - tail.count)
        let groups = halves[0] + Array(repeating: "0", count: left) + tail
        return groups.prefix(4).joined(separator: ":") + "::/64"
    }
}
