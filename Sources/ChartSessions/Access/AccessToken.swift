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
    /// The SHA-256 of the driver's token.
    public let driverHash: [UInt8]
    /// The SHA-256 of the viewers' token.
    public let viewerHash: [UInt8]

    /// Keeps the hashes of two tokens.
    public init(driver: AccessToken, viewer: AccessToken) {
        driverHash = Self.hash(driver.text)
        viewerHash = Self.hash(viewer.text)
    }

    /// Takes over hashes that were kept.
    public init(driverHash: [UInt8], viewerHash: [UInt8]) {
        self.driverHash = driverHash
        self.viewerHash = viewerHash
    }

    /// The role of a presented token, found in constant time; `nil` for an unknown one.
    public func role(of presented: String) -> AccessRole? {
        let digest = Self.hash(presented)
        let isDriver = Self.areEqual(digest, driverHash)
        let isViewer = Self.areEqual(digest, viewerHash)
        return isDriver ? .driver : isViewer ? .viewer : nil
    }

    private static func hash(_ text: String) -> [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }

    /// Compares every byte, however early two hashes differ.
    private static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
