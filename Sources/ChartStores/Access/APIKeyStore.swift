/// Stores API keys; the server and the command line may use one store at the same time, from two processes.
package protocol APIKeyStore: Sendable {
    /// Returns all keys, revoked and expired ones too, in the order of their making.
    ///
    /// - Throws: ``APIKeyStoreError`` when they cannot be read.
    func keys() throws(APIKeyStoreError) -> [APIKey]

    /// Adds a key.
    ///
    /// - Throws: ``APIKeyStoreError`` when it cannot be stored, or when another key has its id.
    func add(_ key: APIKey) throws(APIKeyStoreError)

    /// Adds a key to a store without keys; of several calls at once, also of several processes, one adds its key.
    ///
    /// - Returns: Whether the key was added; false where there is a key, revoked and expired ones too.
    /// - Throws: ``APIKeyStoreError`` when it cannot be stored.
    func addFirst(_ key: APIKey) throws(APIKeyStoreError) -> Bool

    /// Revokes a key; one that is revoked already keeps its time.
    ///
    /// - Parameters:
    ///   - id: The id of the key.
    ///   - time: Milliseconds since 1970.
    /// - Returns: The key as it is stored now; nil for an unknown id.
    /// - Throws: ``APIKeyStoreError`` when it cannot be stored.
    func revoke(_ id: String, at time: Int64) throws(APIKeyStoreError) -> APIKey?

    /// A number that differs after each change, also after one of another process; cheap enough to ask four times a second.
    ///
    /// - Throws: ``APIKeyStoreError`` when it cannot be read.
    func changeNumber() throws(APIKeyStoreError) -> Int64
}

/// A store of API keys that cannot be read or written.
package struct APIKeyStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What happened, where, and what to do.
    package let description: String

    /// Takes the reason.
    package init(_ description: String) {
        self.description = description
    }

    /// The error of a key whose id another key has.
    package static func present(_ id: String) -> APIKeyStoreError {
        APIKeyStoreError("there is already a key with the id \(id): make another one")
    }
}
