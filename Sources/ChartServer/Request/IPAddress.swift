/// An IPv4 or IPv6 address; an IPv4 address is held as the IPv6 address that maps it.
///
/// So `::ffff:192.0.2.7` and `192.0.2.7` are the same address.
struct IPAddress: Sendable, Hashable {
    /// The first 64 bits: the network of an IPv6 address.
    let high: UInt64
    /// The last 64 bits.
    let low: UInt64

    /// The first 96 bits of an IPv4 address in its mapped form, as far as they are in ``low``.
    private static let mappedPrefix: UInt64 = 0xffff

    /// An address of its bits.
    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// An IPv4 address of its 32 bits, the first byte highest.
    init(ipv4 bits: UInt32) {
        self.init(high: 0, low: Self.mappedPrefix << 32 | UInt64(bits))
    }

    /// Reads an address without port, brackets or zone; nil for any other text.
    ///
    /// - Complexity: O(1); a longer text than any address is not read.
    init?(_ text: some BidirectionalCollection<UInt8>) {
        let longest = 45
        let text = Array(text.prefix(longest + 1))
        guard text.count <= longest else { return nil }
        if text.contains(UInt8(ascii: ":")) {
            self.init(ipv6: text[...])
        } else if let bits = Self.ipv4(text[...]) {
            self.init(ipv4: bits)
        } else {
            return nil
        }
    }

    /// Reads an address; nil for any other text.
    init?(_ text: String) {
        self.init(text.utf8)
    }

    /// Whether it is an IPv4 address.
    var isIPv4: Bool { high == 0 && low >> 32 == Self.mappedPrefix }

    private init?(ipv6 text: ArraySlice<UInt8>) {
        guard let gap = Self.gap(in: text) else {
            guard let groups = Self.groups(text), groups.count == 8 else { return nil }
            self.init(groups: groups)
            return
        }
        // The gap stands for the omitted groups, which are zero.
        guard let head = Self.groups(text[..<gap], mayEndInIPv4: false), let tail = Self.groups(text[(gap + 2)...]),
            head.count + tail.count < 8
        else { return nil }
        self.init(groups: head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail)
    }

    private init(groups: [UInt16]) {
        self.init(
            high: groups[..<4].reduce(0) { $0 << 16 | UInt64($1) },
            low: groups[4...].reduce(0) { $0 << 16 | UInt64($1) })
    }

    /// Where the first two colons in a row are.
    private static func gap(in text: ArraySlice<UInt8>) -> Int? {
        zip(text.indices, text.indices.dropFirst()).first { text[$0] == colon && text[$1] == colon }?.0
    }

    /// The groups between colons; the last two may be an IPv4 address.
    private static func groups(_ text: ArraySlice<UInt8>, mayEndInIPv4: Bool = true) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        let parts = text.split(separator: colon, omittingEmptySubsequences: false)
        var groups: [UInt16] = []
        for (index, part) in parts.enumerated() {
            if mayEndInIPv4, index == parts.count - 1, let bits = ipv4(part) {
                groups += [UInt16(bits >> 16), UInt16(truncatingIfNeeded: bits)]
            } else {
                guard let group = group(part) else { return nil }
                groups.append(group)
            }
        }
        return groups
    }

    private static func group(_ text: ArraySlice<UInt8>) -> UInt16? {
        guard (1...4).contains(text.count) else { return nil }
        var group: UInt16 = 0
        for digit in text {
            guard let value = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
            group = group << 4 | UInt16(value)
        }
        return group
    }

    private static func ipv4(_ text: ArraySlice<UInt8>) -> UInt32? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bits: UInt32 = 0
        for part in parts {
            // A leading zero would be octal to some readers.
            guard (1...3).contains(part.count), part.count == 1 || part.first != UInt8(ascii: "0") else { return nil }
            var number: UInt32 = 0
            for digit in part {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
                number = number * 10 + UInt32(digit - UInt8(ascii: "0"))
            }
            guard number < 256 else { return nil }
            bits = bits << 8 | number
        }
        return bits
    }

    private static let colon = UInt8(ascii: ":")
}

extension IPAddress: CustomStringConvertible {
    /// The address as it is usually written; an IPv6 address has all its groups.
    var description: String {
        if isIPv4 {
            return [24, 16, 8, 0].map { "\(low >> UInt64($0) & 0xff)" }.joined(separator: ".")
        }
        return (Self.groups(of: high) + Self.groups(of: low)).joined(separator: ":")
    }

    /// The text of four groups, without leading zeros.
    static func groups(of half: UInt64) -> [String] {
        [48, 32, 16, 0].map { String(half >> UInt64($0) & 0xffff, radix: 16) }
    }
}

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
