package import ChartStores
import Synchronization

/// Stores API keys in memory; they end with the process.
package final class MemoryAPIKeyStore: APIKeyStore {
    private struct Content {
        var keys: [APIKey] = []
        var changes: Int64 = 0
    }

    private let content = Mutex(Content())

    /// Creates a store without keys.
    package init() {}

    /// Returns all keys; see `APIKeyStore.keys()`.
    package func keys() throws(APIKeyStoreError) -> [APIKey] { content.withLock { $0.keys } }

    /// Adds a key; see `APIKeyStore.add(_:)`.
    ///
    /// - Throws: `APIKeyStoreError` when another key has its id.
    package func add(_ key: APIKey) throws(APIKeyStoreError) {
        try content.withLock { content throws(APIKeyStoreError) in
            guard !content.keys.contains(where: { $0.id == key.id }) else { throw .present(key.id) }
            content.keys.append(key)
            content.changes += 1
        }
    }

    /// Adds a key to a store without keys; see `APIKeyStore.addFirst(_:)`.
    package func addFirst(_ key: APIKey) throws(APIKeyStoreError) -> Bool {
        content.withLock { content in
            guard content.keys.isEmpty else { return false }
            content.keys.append(key)
            content.changes += 1
            return true
        }
    }

    /// Revokes a key; see `APIKeyStore.revoke(_:at:)`.
    package func revoke(_ id: String, at time: Int64) throws(APIKeyStoreError) -> APIKey? {
        content.withLock { content in
            guard let index = content.keys.firstIndex(where: { $0.id == id }) else { return nil }
            if content.keys[index].revokedAt == nil {
                content.keys[index].revokedAt = time
                content.changes += 1
            }
            return content.keys[index]
        }
    }

    /// The number of changes so far; see `APIKeyStore.changeNumber()`.
    package func changeNumber() throws(APIKeyStoreError) -> Int64 { content.withLock { $0.changes } }
}
