/// Bytes and words as hexadecimal digits.
package enum Hexadecimal {
    /// The digits of bytes, two each, in lower case.
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * bytes.underestimatedCount)
        for byte in bytes {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 15))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// The 16 digits of a word, in lower case.
    package static func text(of word: UInt64) -> String {
        text(of: stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) })
    }

    /// The bytes of a text of two lower-case digits each; `nil` for another text.
    package static func bytes(of text: String) -> [UInt8]? {
        let digits = text.utf8.map { isLowerCase($0) ? value(of: $0) : nil }
        guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).compactMap { index in
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            return high << 4 | low
        }
    }

    /// Whether a byte is a digit or a letter from `a` to `f`.
    package static func isLowerCase(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        case _: false
        }
    }

    /// The value of a digit in lower or upper case; `nil` for another byte.
    package static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case _: nil
        }
    }

    /// The lower-case digit of a value below 16; inlined, because every hash of an answer is written with it.
    @inline(__always)
    static func digit(_ value: UInt8) -> UInt8 {
        value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }
}
