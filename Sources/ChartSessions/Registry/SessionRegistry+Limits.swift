extension SessionRegistry {
    /// The limits of a registry.
    package struct Limits: Sendable {
        /// The maximum number of sessions that have not ended.
        package var sessions: Int
        /// The maximum number of live sessions of one address; `nil` for no limit.
        package var sessionsPerAddress: Int?
        /// The maximum number of live sessions of one principal; `nil` for no limit.
        package var sessionsPerOwner: Int?
        /// The milliseconds after which a silent driver with touches down is cancelled.
        package var gestureTimeout: Double
        /// The milliseconds for which an ended session answers ``SessionError/gone``; ``sessions`` also bounds the
        /// tombstones.
        package var tombstone: Double
        /// The idle milliseconds after which a session is evicted.
        package var evictAfter: Double
        /// The number of changes after which a snapshot is written.
        package var snapshotEvery: Int
        /// The log bytes after which a snapshot is written.
        package var snapshotBytes: Int
        /// The milliseconds after which a pending change, or a read of the store, fails.
        package var storePatience: Double
        /// The maximum number of refused ends that one sweep retries.
        package var endingsPerSweep: Int
        /// Whether an answer waits for the commit of its change.
        package var waitsForCommits: Bool
        /// Whether the store keeps the log before a snapshot.
        package var keepsHistory: Bool
        /// Whether a read asks a store that other processes write for later revisions.
        package var confirmsReads: Bool
        /// The limits of the streams of a session.
        package var streams: StreamLimits

        /// Creates limits.
        package init(
            sessions: Int = 100_000, sessionsPerAddress: Int? = nil, sessionsPerOwner: Int? = nil,
            gestureTimeout: Double = 10_000, tombstone: Double = 86_400_000,
            evictAfter: Double = 60_000, snapshotEvery: Int = 1_000, snapshotBytes: Int = 1_048_576,
            storePatience: Double = 5_000, endingsPerSweep: Int = 256, waitsForCommits: Bool = true,
            keepsHistory: Bool = true, confirmsReads: Bool = true, streams: StreamLimits = StreamLimits()
        ) {
            self.sessions = sessions
            self.sessionsPerAddress = sessionsPerAddress
            self.sessionsPerOwner = sessionsPerOwner
            self.gestureTimeout = gestureTimeout
            self.tombstone = tombstone
            self.evictAfter = evictAfter
            self.snapshotEvery = snapshotEvery
            self.snapshotBytes = snapshotBytes
            self.storePatience = storePatience
            self.endingsPerSweep = endingsPerSweep
            self.waitsForCommits = waitsForCommits
            self.keepsHistory = keepsHistory
            self.confirmsReads = confirmsReads
            self.streams = streams
        }

        /// The longest log, in changes and bytes, of a session that is evicted without a snapshot.
        var evictableLog: (records: Int, bytes: Int) { (min(16, snapshotEvery), min(16_384, snapshotBytes)) }
    }
}
