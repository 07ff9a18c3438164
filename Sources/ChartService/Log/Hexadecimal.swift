/// Hashes as text.
enum Hexadecimal {
    /// Sixteen lower-case digits.
    static func text(_ hash: UInt64) -> String {
        String(decoding: (0..<16).map { digit(UInt8(truncatingIfNeeded: hash >> (60 - 4 * $0)) & 15) }, as: UTF8.self)
    }

    /// The bytes of hexadecimal text, two digits each; `nil` for other text.
    static func bytes(_ text: String) -> [UInt8]? {
        let digits = text.utf8.map(value)
        guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).compactMap { index in
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            return high << 4 | low
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
