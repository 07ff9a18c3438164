import ChartJSON

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
    package static func randomDigits(bytes count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return Hexadecimal.text(of: (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }
}
