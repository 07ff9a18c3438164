package import Foundation

/// The keys that sign requests to S3.
package struct S3Credentials: Sendable, Hashable {
    /// The access key, which is no secret.
    let accessKey: String
    /// The secret key.
    let secretKey: String
    /// The token of credentials that end; `nil` for others.
    let sessionToken: String?
    /// When the credentials end; `nil` for those that do not.
    let expiration: Date?

    /// Creates credentials.
    ///
    /// - Parameters:
    ///   - accessKey: The access key.
    ///   - secretKey: The secret key.
    ///   - sessionToken: The token of credentials that end; `nil` for others.
    ///   - expiration: When the credentials end; `nil` for those that do not.
    package init(accessKey: String, secretKey: String, sessionToken: String? = nil, expiration: Date? = nil) {
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.sessionToken = sessionToken
        self.expiration = expiration
    }

    /// Whether the credentials have not ended at a moment.
    func isValid(at moment: Date) -> Bool { expiration.map { moment < $0 } ?? true }
}
