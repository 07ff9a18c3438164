/// The hashed tokens of a session.
package struct AccessTokens: Sendable {
    let driver: HashValue?
    let viewer: HashValue?

    /// Hashes two tokens.
    package init(driver: AccessToken, viewer: AccessToken) {
        self.driver = Self.hash(driver.text)
        self.viewer = Self.hash(viewer.text)
    }

    /// Takes stored hashes; a malformed hash matches no token.
    package init(driverHash: [UInt8], viewerHash: [UInt8]) {
        driver = HashValue(bytes: driverHash)
        viewer = HashValue(bytes: viewerHash)
    }

    /// The SHA-256 of the driver token.
    package var driverHash: [UInt8] { driver?.bytes ?? [] }
    /// The SHA-256 of the viewer token.
    package var viewerHash: [UInt8] { viewer?.bytes ?? [] }

    /// Returns the role of a token in constant time; `nil` for an unknown one.
    package func role(of presented: String) -> AccessRole? {
        let hash = Self.hash(presented)
        let isDriver = driver == hash
        let isViewer = viewer == hash
        return isDriver ? .owner : isViewer ? .viewer : nil
    }

    /// Returns the SHA-256 of a token.
    static func hash(_ text: String) -> HashValue { TextHash(of: text).value }
}
