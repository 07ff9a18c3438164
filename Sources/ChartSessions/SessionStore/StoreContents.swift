/// What a server finds in its store as it starts.
public struct StoreContents: Sendable, Equatable {
    /// A session that lives.
    public struct Live: Sendable, Equatable {
        /// The session's name.
        public var id: String
        /// The datasets that it shows as of its last revision.
        public var datasets: [String]
        /// The milliseconds without a visitor after which it ends.
        public var idleTimeout: Double

        /// Creates the summary of a session.
        public init(id: String, datasets: [String], idleTimeout: Double) {
            self.id = id
            self.datasets = datasets
            self.idleTimeout = idleTimeout
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
