/// The first line of a session's log, with its tokens and datasets.
public struct StoredHead: Sendable, Equatable {
    /// The session's name.
    public var id: String
    /// The SHA-256 of the driver token.
    public var driverTokenHash: [UInt8]
    /// The SHA-256 of the viewer token.
    public var viewerTokenHash: [UInt8]
    /// The idle timeout in milliseconds.
    public var idleTimeout: Double
    /// The session's datasets: those of the start in a change, those of the last revision in an answer.
    public var datasets: [String]
    /// The first line of the log, without its newline.
    public var line: [UInt8]
    /// The principal that opened the session; `nil` where the server knows no principals.
    public var owner: SessionOwner?
    /// When the session was created, in milliseconds since 1970; `nil` for a session of an earlier version.
    public var createdAt: Int64?
    /// What the session begins to show, where other processes may replace datasets; see ``LogEntry/begunLookups``.
    public var begunLookups: [DatasetLookup] = []

    /// Creates the head of a session.
    ///
    /// - Parameters:
    ///   - id: The session's name.
    ///   - driverTokenHash: The SHA-256 of the driver token.
    ///   - viewerTokenHash: The SHA-256 of the viewer token.
    ///   - idleTimeout: The idle timeout in milliseconds.
    ///   - datasets: The session's datasets.
    ///   - line: The first line of the log, without its newline.
    ///   - owner: The principal that opened the session; `nil` without one.
    ///   - createdAt: When it was created, in milliseconds since 1970; `nil` if that is unknown.
    public init(
        id: String, driverTokenHash: [UInt8], viewerTokenHash: [UInt8], idleTimeout: Double, datasets: [String],
        line: [UInt8], owner: SessionOwner? = nil, createdAt: Int64? = nil
    ) {
        self.id = id
        self.driverTokenHash = driverTokenHash
        self.viewerTokenHash = viewerTokenHash
        self.idleTimeout = idleTimeout
        self.datasets = datasets
        self.line = line
        self.owner = owner
        self.createdAt = createdAt
    }
}

/// One revision of a session as a line of its log.
public struct LogEntry: Sendable, Equatable {
    /// The revision, counted from 1; gaps occur only before a snapshot beyond the end of the log.
    public var revision: Int
    /// The line without its newline, opaque to the store.
    public var line: [UInt8]
    /// The rows that the session begins to show with this revision, where other processes may replace datasets.
    ///
    /// The store refuses the change with ``SessionStoreError/conflict`` if one of the datasets has other rows now. An
    /// answer of the store has none.
    public var begunLookups: [DatasetLookup] = []

    /// Creates an entry.
    public init(revision: Int, line: [UInt8]) {
        self.revision = revision
        self.line = line
    }
}

/// The state of a session at a revision.
public struct StoredSnapshot: Sendable, Equatable {
    /// The last revision of the state.
    public var revision: Int
    /// The encoded state, opaque to the store.
    public var state: [UInt8]

    /// Creates a snapshot.
    public init(revision: Int, state: [UInt8]) {
        self.revision = revision
        self.state = state
    }
}

/// The data that continues a session.
public struct StoredSession: Sendable, Equatable {
    /// The head, with the current datasets.
    public var head: StoredHead
    /// The last snapshot; `nil` before the first.
    public var snapshot: StoredSnapshot?
    /// The entries after the snapshot, in the order of their revisions.
    public var entries: [LogEntry]

    /// Creates a stored session.
    public init(head: StoredHead, snapshot: StoredSnapshot?, entries: [LogEntry]) {
        self.head = head
        self.snapshot = snapshot
        self.entries = entries
    }
}
