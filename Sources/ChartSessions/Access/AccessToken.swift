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
    let driver: HashValue?
    let viewer: HashValue?

    /// Keeps the hashes of two tokens.
    public init(driver: AccessToken, viewer: AccessToken) {
        self.driver = Self.hash(driver.text)
        self.viewer = Self.hash(viewer.text)
    }

    /// Takes over hashes that were kept; a malformed hash matches no token.
    public init(driverHash: [UInt8], viewerHash: [UInt8]) {
        driver = HashValue(bytes: driverHash)
        viewer = HashValue(bytes: viewerHash)
    }

    /// The SHA-256 of the driver's token.
    public var driverHash: [UInt8] { driver?.bytes ?? [] }
    /// The SHA-256 of the viewers' token.
    public var viewerHash: [UInt8] { viewer?.bytes ?? [] }

    /// The role of a presented token, found in constant time; `nil` for an unknown one.
    public func role(of presented: String) -> AccessRole? {
        let hash = Self.hash(presented)
        let isDriver = driver == hash
        let isViewer = viewer == hash
        return isDriver ? .driver : isViewer ? .viewer : nil
    }

    /// The SHA-256 of a presented token.
    static func hash(_ text: String) -> HashValue { HashValue(SHA256.hash(data: Array(text.utf8))) }
}
