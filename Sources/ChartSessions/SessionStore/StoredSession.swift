/// What a session began with.
public struct StoredHead: Sendable, Equatable {
    /// The session's name.
    public var id: String
    /// The digest of the token of those who drive.
    public var driverTokenHash: [UInt8]
    /// The digest of the token of those who look on.
    public var viewerTokenHash: [UInt8]
    /// The milliseconds without a visitor after which the session ends.
    public var idleTimeout: Double
    /// The datasets that the session shows: as it began when it is created, as of its last revision when it is read.
    public var datasets: [String]
    /// The first line of the log, without its newline.
    public var line: [UInt8]

    /// Creates the head of a session.
    ///
    /// - Parameters:
    ///   - id: The session's name.
    ///   - driverTokenHash: The digest of the token of those who drive.
    ///   - viewerTokenHash: The digest of the token of those who look on.
    ///   - idleTimeout: The milliseconds without a visitor after which the session ends.
    ///   - datasets: The datasets that the session shows.
    ///   - line: The first line of the log, without its newline.
    public init(
        id: String, driverTokenHash: [UInt8], viewerTokenHash: [UInt8], idleTimeout: Double, datasets: [String],
        line: [UInt8]
    ) {
        self.id = id
        self.driverTokenHash = driverTokenHash
        self.viewerTokenHash = viewerTokenHash
        self.idleTimeout = idleTimeout
        self.datasets = datasets
        self.line = line
    }
}

/// One revision of a session, as a line of its log.
public struct LogEntry: Sendable, Equatable {
    /// The revision, counted from 1, without a gap but before a snapshot beyond the end of the log.
    public var revision: Int
    /// The line without its newline; the store does not look into it.
    public var line: [UInt8]

    /// Creates an entry of a revision and its line.
    public init(revision: Int, line: [UInt8]) {
        self.revision = revision
        self.line = line
    }
}

/// The state of a session at a revision.
public struct StoredSnapshot: Sendable, Equatable {
    /// The last revision that the state has seen.
    public var revision: Int
    /// The state; the store does not look into it.
    public var state: [UInt8]

    /// Creates the snapshot of a state at a revision.
    public init(revision: Int, state: [UInt8]) {
        self.revision = revision
        self.state = state
    }
}

/// What it takes to continue a session.
public struct StoredSession: Sendable, Equatable {
    /// What the session began with, and the datasets that it shows now.
    public var head: StoredHead
    /// The last snapshot; `nil` when there was none yet.
    public var snapshot: StoredSnapshot?
    /// The entries after the snapshot, or all of them, in the order of their revisions.
    public var entries: [LogEntry]

    /// Creates a session of its head, its snapshot and the entries since.
    public init(head: StoredHead, snapshot: StoredSnapshot?, entries: [LogEntry]) {
        self.head = head
        self.snapshot = snapshot
        self.entries = entries
    }
}
