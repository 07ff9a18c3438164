import ChartStores

/// A JWT whose parts are read, and whose signature is not verified.
struct UnverifiedJWT: Sendable {
    /// The parts.
    let envelope: JWTEnvelope
    /// The hash of the text.
    let hash: TextHash
}
