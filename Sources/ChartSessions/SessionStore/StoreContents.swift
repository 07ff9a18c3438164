/// What a server finds in its store as it starts.
public struct StoreContents: Sendable, Equatable {
    /// A session that lives.
    public struct Live: Sendable, Equatable {
        /// The session's name.
        public var id: String
        /// What its callers are told apart by.
        public var tokens: TokenHashes
        /// The datasets that it shows as of its last revision.
        public var datasets: [String]
        /// The milliseconds without a visitor after which it ends.
        public var idleTimeout: Double

        /// Creates the summary of a session.
        public init(id: String, tokens: TokenHashes, datasets: [String], idleTimeout: Double) {
            self.id = id
            self.tokens = tokens
            self.datasets = datasets
            self.idleTimeout = idleTimeout
        }

        /// Sums up a session by how it began, with the datasets that it shows by now.
        public init(of head: StoredHead) {
            self.init(
                id: head.id, tokens: TokenHashes(driver: head.driverTokenHash, viewer: head.viewerTokenHash),
                datasets: head.datasets, idleTimeout: head.idleTimeout)
        }
    }

    /// The hashes of the two tokens of a session.
    public struct TokenHashes: Sendable, Equatable {
        /// The SHA-256 of the token of those who drive.
        public var driver: [UInt8]
        /// The SHA-256 of the token of those who look on.
        public var viewer: [UInt8]

        /// Takes two hashes.
        public init(driver: [UInt8], viewer: [UInt8]) {
            self.driver = driver
            self.viewer = viewer
        }
    }

    /// A session that has ended.
    public struct Tombstone: Sendable, Equatable {
        /// The session's name.
        public var id: String
        /// When it ended, in milliseconds since 1970.
        public var endedAt: Int64

        /// Creates the stone of a session and the time of its end.
        public init(id: String, endedAt: Int64) {
            self.id = id
            self.endedAt = endedAt
        }
    }

    /// The sessions that live, in the order in which they were created.
    public var live: [Live]
    /// The stones, the oldest end first.
    public var tombstones: [Tombstone]

    /// Creates contents of sessions and stones.
    public init(live: [Live] = [], tombstones: [Tombstone] = []) {
        self.live = live
        self.tombstones = tombstones
    }
}
