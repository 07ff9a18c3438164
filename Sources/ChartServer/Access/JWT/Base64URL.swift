/// Base64 with the alphabet of URLs and without padding (RFC 7515, appendix C).
enum Base64URL {
    /// Decodes a text.
    ///
    /// - Parameter text: The digits; every text of bytes has one spelling, and other ones are refused.
    /// - Returns: The bytes; nil for a text that is not an encoding.
    static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var (bits, count): (UInt32, Int) = (0, 0)
        for character in text {
            guard let digit = digit(character) else { return nil }
            bits = (bits << 6 | digit) & 0xffff
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
        guard count < 6, bits & (1 << UInt32(count) - 1) == 0 else { return nil }
        return bytes
    }

    private static func digit(_ character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        case _: nil
        }
    }
}
