extension APIKey {
    /// What a key is worth at a time.
    package enum State: String, Sendable, Hashable {
        /// Its holder may use it.
        case active
        /// Its time is over.
        case expired
        /// It was taken back.
        case revoked
    }

    /// What the key is worth at a time; a revoked key is not called expired.
    ///
    /// - Parameter time: Milliseconds since 1970.
    /// - Returns: The state.
    package func state(at time: Int64) -> State {
        if revokedAt != nil { return .revoked }
        guard let expiresAt else { return .active }
        return time < expiresAt ? .active : .expired
    }
}
