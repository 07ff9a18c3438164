import ChartStores

/// What a list of sessions says about a session.
package struct SessionSummary: Sendable, Hashable {
    /// The session's name.
    package let id: String
    /// The subject of the principal that opened it; `nil` where the server knows no principals.
    package let owner: String?
    /// Its last committed revision.
    package let revision: Int
    /// The datasets that it shows, each once, in ascending order of their bytes.
    package let datasets: [String]
    /// The number of its viewers.
    package let viewers: Int
    /// When it was created, in milliseconds since 1970; `nil` for a session of an earlier version.
    package let createdAt: Int64?
    /// When it was last used, in milliseconds since 1970; for a session in the store alone, as it was last noted there.
    package let lastUsedAt: Int64

    /// Takes what the store says, and what only the memory knows.
    init(_ stored: StoredSummary, revision: Int, datasets: [String], viewers: Int, lastUsedAt: Int64) {
        id = stored.id
        owner = stored.owner
        createdAt = stored.createdAt
        self.revision = revision
        self.datasets = Set(datasets).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        self.viewers = viewers
        self.lastUsedAt = lastUsedAt
    }
}
