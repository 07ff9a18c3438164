import Foundation

/// Whose JWTs the server accepts.
package struct JWTSettings: Sendable, Hashable {
    /// Where the issuer's public keys are.
    package enum KeySource: Sendable, Hashable {
        /// In a file, by its path.
        case file(String)
        /// At an https URL.
        case url(String)
    }

    /// The `iss` of each token.
    package var issuer: String
    /// The `aud` of each token, or one of them.
    package var audience: String
    /// Where the issuer's public keys are.
    package var keys: KeySource
    /// The PEM file of the authorities that the URL's server is held to; nil for those of the system.
    package var trustRoots: String?
    /// The least time between two fetches that unknown keys cause, and after a failed one, in milliseconds.
    package var refetchInterval: Int64

    /// A minute.
    static let defaultRefetchInterval: Int64 = 60_000

    /// Takes the settings.
    package init(
        issuer: String, audience: String, keys: KeySource, trustRoots: String? = nil,
        refetchInterval: Int64 = Self.defaultRefetchInterval
    ) {
        self.issuer = issuer
        self.audience = audience
        self.keys = keys
        self.trustRoots = trustRoots
        self.refetchInterval = refetchInterval
    }
}

extension JWTSettings {
    /// Reads the settings.
    ///
    /// - Parameter values: The configuration.
    /// - Returns: The settings; nil where no key is given.
    /// - Throws: `ConfigurationError` for a bad value, and for keys that are not given together.
    static func read(from values: SettingValues) throws(ConfigurationError) -> JWTSettings? {
        let issuer = values[\.jwtIssuer]
        let audience = values[\.jwtAudience]
        let keys = values[\.jwtKeys]
        let trustRoots = values[\.jwtCertificates]
        if let issuer, let audience, let keys {
            if trustRoots != nil, case .file = keys {
                throw ConfigurationError("auth.jwt.certificates is for an https URL in auth.jwt.keys, which is a path")
            }
            return JWTSettings(
                issuer: issuer, audience: audience, keys: keys, trustRoots: trustRoots,
                refetchInterval: Int64(values[\.jwtRefetchAfter]))
        }
        let given = [
            ("auth.jwt.issuer", issuer != nil), ("auth.jwt.audience", audience != nil), ("auth.jwt.keys", keys != nil),
        ]
        guard let missing = given.first(where: { !$0.1 })?.0, trustRoots != nil || given.contains(where: \.1) else {
            return nil
        }
        throw ConfigurationError(
            "\(missing) is missing: auth.jwt.issuer, auth.jwt.audience and auth.jwt.keys are given together or not at all"
        )
    }
}

/// A file with a set of keys.
struct JWTKeyFile: Sendable {
    /// The path as the operator gave it.
    let path: String

    /// What tells that the file has changed; nil without a file.
    var stamp: FileStamp? { FileStamp(of: path) }

    /// Reads the keys.
    ///
    /// - Returns: The keys.
    /// - Throws: `JWTKeySetError` for a file that cannot be read, or is no set.
    func read() throws(JWTKeySetError) -> JWTKeySet {
        guard let handle = FileHandle(forReadingAtPath: path),
            let bytes = try? handle.read(upToCount: JSONWebKeySet.mostBytes + 1)
        else { throw JWTKeySetError("it cannot be read") }
        return try JWTKeySet.parse([UInt8](bytes))
    }
}
