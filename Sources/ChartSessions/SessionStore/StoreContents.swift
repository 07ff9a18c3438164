/// The contents of a store at the start of the server.
public struct StoreContents: Sendable, Equatable {
    /// A live session.
    public struct Live: Sendable, Equatable {
        /// The session's name.
        public var id: String
        /// The hashes of its tokens.
        public var tokens: TokenHashes
        /// The datasets of its last revision.
        public var datasets: [String]
        /// The idle timeout in milliseconds.
        public var idleTimeout: Double
        /// The subject of the session's owner; `nil` without one.
        public var owner: String?

        /// Creates the summary of a session.
        public init(
            id: String, tokens: TokenHashes, datasets: [String], idleTimeout: Double, owner: String? = nil
        ) {
            self.id = id
            self.tokens = tokens
            self.datasets = datasets
            self.idleTimeout = idleTimeout
            self.owner = owner
        }

        /// Creates the summary of a stored head.
        public init(of head: StoredHead) {
            self.init(
                id: head.id, tokens: TokenHashes(driver: head.driverTokenHash, viewer: head.viewerTokenHash),
                datasets: head.datasets, idleTimeout: head.idleTimeout, owner: head.owner?.subject)
        }
    }

    /// The hashes of the two tokens of a session.
    public struct TokenHashes: Sendable, Equatable {
        /// The SHA-256 of the driver token.
        public var driver: [UInt8]
        /// The SHA-256 of the viewer token.
        public var viewer: [UInt8]

        /// Creates a pair of hashes.
        public init(driver: [UInt8], viewer: [UInt8]) {
            self.driver = driver
            self.viewer = viewer
        }
    }

    /// An ended session.
    public struct Tombstone: Sendable, Equatable {
        /// The session's name.
        public var id: String
        /// When it ended, in milliseconds since 1970.
        public var endedAt: Int64

        /// Creates a tombstone.
        public init(id: String, endedAt: Int64) {
            self.id = id
            self.endedAt = endedAt
        }
    }

    /// The live sessions, in the order of their creation.
    public var live: [Live]
    /// The tombstones, the oldest end first.
    public var tombstones: [Tombstone]

    /// Creates contents.
    public init(live: [Live] = [], tombstones: [Tombstone] = []) {
        self.live = live
        self.tombstones = tombstones
    }
}
