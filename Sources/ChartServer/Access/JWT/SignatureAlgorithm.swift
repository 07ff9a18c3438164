/// The algorithms whose signatures the server accepts, by their names in the header of a JWT.
enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// RSA with PKCS #1 v1.5 and SHA-256.
    case rs256 = "RS256"
    /// RSA with PSS and SHA-256.
    case ps256 = "PS256"
    /// ECDSA with P-256 and SHA-256.
    case es256 = "ES256"
    /// Ed25519.
    case edDSA = "EdDSA"
}
