/// The keys that sign requests to S3.
package struct S3Credentials: Sendable {
    /// The access key, which is no secret.
    let accessKey: String
    /// The secret key.
    let secretKey: String
    /// The token of credentials that end; `nil` for others.
    let sessionToken: String?

    /// Creates credentials.
    ///
    /// - Parameters:
    ///   - accessKey: The access key.
    ///   - secretKey: The secret key.
    ///   - sessionToken: The token of credentials that end; `nil` for others.
    package init(accessKey: String, secretKey: String, sessionToken: String? = nil) {
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.sessionToken = sessionToken
    }
}
