/// The rights of a token.
public enum AccessRole: Sendable, Hashable {
    /// Reads.
    case viewer
    /// Reads and changes.
    case driver
}

/// A secret of 160 random bits that gives a role in one session.
public struct AccessToken: Sendable, Hashable {
    /// The secret in hexadecimal digits; the server shows it once.
    public let text: String

    /// Creates a random token.
    public init() {
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

/// The hashed tokens of a session.
public struct AccessTokens: Sendable {
    let driver: HashValue?
    let viewer: HashValue?

    /// Hashes two tokens.
    public init(driver: AccessToken, viewer: AccessToken) {
        self.driver = Self.hash(driver.text)
        self.viewer = Self.hash(viewer.text)
    }

    /// Takes stored hashes; a malformed hash matches no token.
    public init(driverHash: [UInt8], viewerHash: [UInt8]) {
        driver = HashValue(bytes: driverHash)
        viewer = HashValue(bytes: viewerHash)
    }

    /// The SHA-256 of the driver token.
    public var driverHash: [UInt8] { driver?.bytes ?? [] }
    /// The SHA-256 of the viewer token.
    public var viewerHash: [UInt8] { viewer?.bytes ?? [] }

    /// Returns the role of a token in constant time; `nil` for an unknown one.
    public func role(of presented: String) -> AccessRole? {
        let hash = Self.hash(presented)
        let isDriver = driver == hash
        let isViewer = viewer == hash
        return isDriver ? .driver : isViewer ? .viewer : nil
    }

    /// Returns the SHA-256 of a token.
    static func hash(_ text: String) -> HashValue { TextHash(of: text).value }
}
