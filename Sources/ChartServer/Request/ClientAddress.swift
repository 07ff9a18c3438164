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
