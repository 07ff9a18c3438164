import ChartStores

/// Adds and revokes API keys on the command line.
struct KeyAdministration {
    /// A change that has been stored.
    enum Change: Sendable, Hashable {
        case added(APIKey)
        case revoked(APIKey)
    }

    /// The store, which a running server may have open.
    let store: any APIKeyStore
    /// The present, in milliseconds since 1970.
    let now: Int64
    /// Called after each change.
    let afterChange: @Sendable (Change) -> Void

    /// Adds a key.
    ///
    /// - Parameter request: What was asked for.
    /// - Returns: The key, and its text.
    /// - Throws: `APIKeyStoreError` when it cannot be stored.
    func add(_ request: KeyRequest) throws(APIKeyStoreError) -> (key: APIKey, text: String) {
        let made = APIKey.make(
            name: request.name, scopes: request.scopes, datasets: request.datasets, createdAt: now,
            expiresAt: request.lifetime.map { now + Int64($0) })
        try store.add(made.key)
        afterChange(.added(made.key))
        return made
    }

    /// Revokes a key; one that is revoked already stays as it is.
    ///
    /// - Parameter id: The id of the key.
    /// - Returns: The revoked key; nil for an unknown id.
    /// - Throws: `APIKeyStoreError` when it cannot be stored.
    func revoke(_ id: String) throws(APIKeyStoreError) -> APIKey? {
        guard let key = try store.revoke(id, at: now) else { return nil }
        if key.revokedAt == now { afterChange(.revoked(key)) }
        return key
    }
}
