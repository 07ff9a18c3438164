/// The first line of a session's log, with its tokens and datasets.
package struct StoredHead: Sendable, Equatable {
    /// The session's name.
    package var id: String
    /// The SHA-256 of the driver token.
    package var driverTokenHash: [UInt8]
    /// The SHA-256 of the viewer token.
    package var viewerTokenHash: [UInt8]
    /// The idle timeout in milliseconds.
    package var idleTimeout: Double
    /// The session's datasets: those of the start in a change, those of the last revision in an answer.
    package var datasets: [String]
    /// The first line of the log, without its newline.
    package var line: [UInt8]
    /// The principal that opened the session; `nil` where the server knows no principals.
    package var owner: SessionOwner?
    /// When the session was created, in milliseconds since 1970; `nil` for a session of an earlier version.
    package var createdAt: Int64?
    /// What the session begins to show, where other processes may replace datasets; see ``LogEntry/begunLookups``.
    package var begunLookups: [DatasetLookup] = []

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
    package init(
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
package struct LogEntry: Sendable, Equatable {
    /// The revision, counted from 1; gaps occur only before a snapshot beyond the end of the log.
    package var revision: Int
    /// The line without its newline, opaque to the store.
    package var line: [UInt8]
    /// The rows that the session begins to show with this revision, where other processes may replace datasets.
    ///
    /// The store refuses the change with ``SessionStoreError/conflict`` if one of the datasets has other rows now. An
    /// answer of the store has none.
    package var begunLookups: [DatasetLookup] = []

    /// Creates an entry.
    package init(revision: Int, line: [UInt8]) {
        self.revision = revision
        self.line = line
    }
}

/// The state of a session at a revision.
package struct StoredSnapshot: Sendable, Equatable {
    /// The last revision of the state.
    package var revision: Int
    /// The encoded state, opaque to the store.
    package var state: [UInt8]

    /// Creates a snapshot.
    package init(revision: Int, state: [UInt8]) {
        self.revision = revision
        self.state = state
    }
}

/// The data that continues a session.
package struct StoredSession: Sendable, Equatable {
    /// The head, with the current datasets.
    package var head: StoredHead
    /// The last snapshot; `nil` before the first.
    package var snapshot: StoredSnapshot?
    /// The entries after the snapshot, in the order of their revisions.
    package var entries: [LogEntry]

    /// Creates a stored session.
    package init(head: StoredHead, snapshot: StoredSnapshot?, entries: [LogEntry]) {
        self.head = head
        self.snapshot = snapshot
        self.entries = entries
    }
}
