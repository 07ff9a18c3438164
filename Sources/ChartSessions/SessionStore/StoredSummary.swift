/// What a list of sessions says about a stored session.
public struct StoredSummary: Sendable, Equatable {
    /// The session's name.
    public var id: String
    /// The subject of its owner; `nil` without one.
    public var owner: String?
    /// Its last committed revision.
    public var revision: Int
    /// The datasets of that revision.
    public var datasets: [String]
    /// When it was created, in milliseconds since 1970; `nil` for a session of an earlier version.
    public var createdAt: Int64?

    /// Creates a summary.
    public init(id: String, owner: String?, revision: Int, datasets: [String], createdAt: Int64?) {
        self.id = id
        self.owner = owner
        self.revision = revision
        self.datasets = datasets
        self.createdAt = createdAt
    }

    /// Creates the summary of a stored head at a revision.
    public init(of head: StoredHead, at revision: Int) {
        self.init(
            id: head.id, owner: head.owner?.subject, revision: revision, datasets: head.datasets,
            createdAt: head.createdAt)
    }
}
