/// The rights of a token.
package enum AccessRole: Sendable, Hashable {
    /// Reads.
    case viewer
    /// Reads and changes.
    case driver
}

/// A secret of 160 random bits that gives a role in one session.
package struct AccessToken: Sendable, Hashable {
    /// The secret in hexadecimal digits; the server shows it once.
    package let text: String

    /// Creates a random token.
    package init() {
        text = Self.randomDigits(bytes: 20)
    }

    /// Returns random bytes of the system's generator in hexadecimal digits.
    static func randomDigits(bytes count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef".utf8)
        var text = ""
        text.reserveCapacity(2 * count)
        for _ in 0..<count {
            let byte = UInt8.random(in: .min ... .max, using: &generator)
            text.unicodeScalars.append(Unicode.Scalar(digits[Int(byte >> 4)]))
            text.unicodeScalars.append(Unicode.Scalar(digits[Int(byte & 15)]))
        }
        return text
    }
}
