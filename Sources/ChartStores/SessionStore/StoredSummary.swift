import ChartSeries

/// What a store tells about a live session without a look at its log, so also about a damaged one.
package struct StoredSummary: Sendable, Equatable {
    /// The session's name.
    package var id: String
    /// The hashes of its tokens.
    package var tokens: TokenHashes
    /// The subject of its owner; `nil` without one.
    package var owner: String?
    /// Its last committed revision.
    package var revision: Int
    /// The datasets of that revision.
    package var datasets: [String]
    /// The idle timeout in milliseconds.
    package var idleTimeout: Double
    /// For how many milliseconds no use was noted, by the clock of the store; see ``SessionStore/noteUses(_:)``.
    package var idle: Int64
    /// When it was created, in milliseconds since 1970; `nil` for a session of an earlier version.
    package var createdAt: Int64?

    /// Creates a summary.
    package init(
        id: String, tokens: TokenHashes, owner: String?, revision: Int, datasets: [String], idleTimeout: Double,
        idle: Int64, createdAt: Int64?
    ) {
        self.id = id
        self.tokens = tokens
        self.owner = owner
        self.revision = revision
        self.datasets = datasets
        self.idleTimeout = idleTimeout
        self.idle = idle
        self.createdAt = createdAt
    }

    /// Creates the summary of a stored head at a revision.
    package init(of head: StoredHead, at revision: Int, idle: Int64) {
        self.init(
            id: head.id, tokens: TokenHashes(driver: head.driverTokenHash, viewer: head.viewerTokenHash),
            owner: head.owner?.subject.text, revision: revision, datasets: head.datasets, idleTimeout: head.idleTimeout,
            idle: idle, createdAt: head.createdAt)
    }

    /// Whether the session was idle for longer than it may be.
    package var isOverdue: Bool { Double(idle) >= idleTimeout }
}

/// The hashes of the two tokens of a session.
package struct TokenHashes: Sendable, Equatable {
    /// The SHA-256 of the driver token.
    package var driver: [UInt8]
    /// The SHA-256 of the viewer token.
    package var viewer: [UInt8]

    /// Creates a pair of hashes.
    package init(driver: [UInt8], viewer: [UInt8]) {
        self.driver = driver
        self.viewer = viewer
    }
}

/// What a store knows about a name.
package enum StoredPresence: Sendable, Equatable {
    /// No session has the name, or its tombstone was removed.
    case unknown
    /// A session that has not ended.
    case live(StoredSummary)
    /// A session that ended so many milliseconds ago, by the clock of the store.
    case ended(ago: Int64)
}

/// The numbers of sessions in a store.
package struct StoreCounts: Sendable, Hashable {
    /// The sessions that have not ended.
    package var live: Int
    /// The tombstones.
    package var ended: Int

    /// Creates counts.
    package init(live: Int = 0, ended: Int = 0) {
        self.live = live
        self.ended = ended
    }
}

/// The latest use of a session that a process has seen.
package struct SessionUse: Sendable, Hashable {
    /// The session's name.
    package var session: String
    /// How many milliseconds ago it was.
    package var ago: Int64
    /// Whether the process holds the session, so that it may have seen a later use when the session would expire.
    ///
    /// It notes the next use after an eighth of the idle timeout. A shared store lets the session live so much longer.
    package var isHeld: Bool

    /// Creates a use.
    package init(session: String, ago: Int64, isHeld: Bool = false) {
        self.session = session
        self.ago = ago
        self.isHeld = isHeld
    }
}
