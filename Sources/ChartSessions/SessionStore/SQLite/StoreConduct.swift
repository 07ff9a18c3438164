/// How a store behaves in time, and what a test does to it.
struct StoreConduct: Sendable {
    /// How long a write may take before it counts as one that hangs.
    var patience = Duration.seconds(2)
    /// The time between two trials of a store that fails.
    var trialInterval = Duration.seconds(1)
    /// The entries after which the ends of the logs are written down; as many are read anew as the store is opened.
    var entriesPerReckoning = 16_384
    /// The bytes of changes after which the log of the database is copied into its tables.
    var bytesPerCheckpoint = 4 << 20
    /// The pages of the log of the database at which the writer waits for the last of them to be copied.
    var pagesOfLog = 8_192
    /// The bytes of changes, since the log of the database was copied as a whole, at which the writer waits for a copy.
    var largestLog: Int { pagesOfLog * 4 * SessionDatabase.pageSize }
    /// Called in each transaction of changes, in front of its `COMMIT`.
    var beforeCommit: @Sendable () throws -> Void = {}
    /// Called behind each `COMMIT` of changes, before any of them counts.
    var afterCommit: @Sendable () -> Void = {}
    /// Called behind each trial of a store that fails.
    var afterTrial: @Sendable () -> Void = {}
}
