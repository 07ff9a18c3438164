/// A network of addresses, such as `10.0.0.0/8`; a single address is a network too.
struct IPNetwork: Sendable, Hashable {
    private let base: IPAddress
    /// How many first bits the addresses share, of 128.
    private let prefix: Int

    /// Reads `192.0.2.7`, `10.0.0.0/8`, `::1` or `2001:db8::/32`; nil for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = IPAddress(parts[0].utf8) else { return nil }
        let bits = address.isIPv4 ? 32 : 128
        var length = bits
        if parts.count == 2 {
            guard !parts[1].isEmpty, parts[1].utf8.allSatisfy({ (48...57).contains($0) }), let given = Int(parts[1]),
                given <= bits
            else { return nil }
            length = given
        }
        base = address
        prefix = length + 128 - bits
    }

    /// Whether an address belongs to the network; no IPv4 address belongs to an IPv6 network.
    func contains(_ address: IPAddress) -> Bool {
        guard address.isIPv4 == base.isIPv4 else { return false }
        return Self.agrees(address.high, base.high, bits: min(prefix, 64))
            && Self.agrees(address.low, base.low, bits: max(prefix - 64, 0))
    }

    private static func agrees(_ left: UInt64, _ right: UInt64, bits: Int) -> Bool {
        // A shift by all 64 bits leaves nothing.
        (left ^ right) >> UInt64(64 - bits) == 0
    }
}
