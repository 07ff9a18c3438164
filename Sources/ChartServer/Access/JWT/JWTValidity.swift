import ChartStores

/// How long a verified JWT counts: until its last moment, while the issuer publishes its key.
struct JWTValidity: Sendable {
    /// The last moment at which it is accepted, in milliseconds since 1970.
    let lastMoment: Double
    /// The hash of the key that has signed it.
    let key: TextHash

    /// Whether it counts.
    ///
    /// - Parameters:
    ///   - now: Milliseconds since 1970.
    ///   - keys: The hashes of the present keys.
    /// - Returns: Whether it counts.
    func holds(at now: Int64, keys: Set<TextHash>) -> Bool { Double(now) <= lastMoment && keys.contains(key) }
}
