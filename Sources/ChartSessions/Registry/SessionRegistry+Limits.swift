extension SessionRegistry {
    /// What bounds the registry.
    public struct Limits: Sendable {
        /// The most sessions that have not ended.
        public var sessions: Int
        /// The most live sessions that one address has opened; `nil` for no limit.
        public var sessionsPerAddress: Int?
        /// After how many milliseconds a driver that is silent with touches down is cancelled.
        public var gestureTimeout: Double
        /// For how many milliseconds an ended session answers that it is gone; as many of them do as may live.
        public var tombstone: Double
        /// After how many idle milliseconds a session is kept in the store alone.
        public var evictAfter: Double
        /// After how many changes a snapshot is written.
        public var snapshotEvery: Int
        /// After how many bytes of the log a snapshot is written.
        public var snapshotBytes: Int
        /// After how many milliseconds a change that is not committed fails, and a question that the store has not answered.
        public var storePatience: Double
        /// The most ends that one sweep tries again, of those that the store has refused.
        public var endingsPerSweep: Int
        /// Whether an answer waits until what it tells is committed.
        public var waitsForCommits: Bool
        /// Whether the log before a snapshot is kept.
        public var keepsHistory: Bool
        /// What bounds the streams of a session.
        public var streams: StreamLimits

        /// Creates limits.
        public init(
            sessions: Int = 100_000, sessionsPerAddress: Int? = nil, gestureTimeout: Double = 10_000,
            tombstone: Double = 86_400_000,
            evictAfter: Double = 60_000, snapshotEvery: Int = 1_000, snapshotBytes: Int = 1_048_576,
            storePatience: Double = 5_000, endingsPerSweep: Int = 256, waitsForCommits: Bool = true,
            keepsHistory: Bool = true, streams: StreamLimits = StreamLimits()
        ) {
            self.sessions = sessions
            self.sessionsPerAddress = sessionsPerAddress
            self.gestureTimeout = gestureTimeout
            self.tombstone = tombstone
            self.evictAfter = evictAfter
            self.snapshotEvery = snapshotEvery
            self.snapshotBytes = snapshotBytes
            self.storePatience = storePatience
            self.endingsPerSweep = endingsPerSweep
            self.waitsForCommits = waitsForCommits
            self.keepsHistory = keepsHistory
            self.streams = streams
        }

        /// The longest log, in changes and bytes, with which a session leaves memory without a snapshot.
        var evictableLog: (records: Int, bytes: Int) { (min(16, snapshotEvery), min(16_384, snapshotBytes)) }
    }
}
