import Crypto

/// What the bearer of a token may do.
public enum AccessRole: Sendable, Hashable {
    /// Look.
    case viewer
    /// Look and change.
    case driver
}

/// A secret of 160 random bits that stands for a role in one session.
public struct AccessToken: Sendable, Hashable {
    /// The secret in hexadecimal digits, shown once.
    public let text: String

    /// Mints a token.
    public init() {
        text = Self.randomDigits(bytes: 20)
    }

    /// Random bytes of the system's generator in hexadecimal digits.
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

/// The tokens of a session as they are kept: hashed.
public struct AccessTokens: Sendable {
    private let driver: SHA256Digest
    private let viewer: SHA256Digest

    /// Keeps the hashes of two tokens.
    public init(driver: AccessToken, viewer: AccessToken) {
        self.driver = SHA256.hash(data: Array(driver.text.utf8))
        self.viewer = SHA256.hash(data: Array(viewer.text.utf8))
    }

    /// The role of a presented token, found in constant time; `nil` for an unknown one.
    public func role(of presented: String) -> AccessRole? {
        let digest = SHA256.hash(data: Array(presented.utf8))
        let isDriver = digest == driver
        let isViewer = digest == viewer
        return isDriver ? .driver : isViewer ? .viewer : nil
    }
}
