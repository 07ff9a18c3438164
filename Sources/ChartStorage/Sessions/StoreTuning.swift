/// How a store behaves in time, and what a test does to it.
package struct StoreTuning: Sendable {
    /// How long a write may take before it counts as one that hangs.
    package var patience = Duration.seconds(2)
    /// The time between two trials of a store that fails.
    package var trialInterval = Duration.seconds(1)
    /// The entries after which the ends of the logs are written down; as many are read anew as the store is opened.
    package var entriesPerTailFlush = 16_384
    /// The bytes of changes after which the log of the database is copied into its tables.
    package var bytesPerCheckpoint = 4 << 20
    /// The pages of the log of the database at which the writer waits for the last of them to be copied.
    package var pagesOfLog = 8_192
    /// The bytes of changes, since the log of the database was copied as a whole, at which the writer waits for a copy.
    package var largestLog: Int { pagesOfLog * 4 * SessionDatabase.pageSize }
    /// Called in each transaction of changes, in front of its `COMMIT`.
    package var beforeCommit: @Sendable () throws -> Void = {}
    /// Called behind each `COMMIT` of changes, before any of them counts.
    package var afterCommit: @Sendable () -> Void = {}
    /// Called behind each trial of a store that fails.
    package var afterTrial: @Sendable () -> Void = {}

    /// Creates the usual tuning.
    package init() {}
}
