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
