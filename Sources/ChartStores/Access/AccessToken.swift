import ChartJSON

/// The rights of a caller in a session, each more than those before it.
package enum AccessRole: Sendable, Hashable, Comparable, CaseIterable {
    /// Reads.
    case viewer
    /// Makes annotations too, and changes those of its author.
    case annotator
    /// Changes everything.
    case driver
    /// Gives out tokens and ends the session too: the driver's token, and the principal that opened the session.
    case owner
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
