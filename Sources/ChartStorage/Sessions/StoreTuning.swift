/// The timing of a store, and hooks for tests.
package struct StoreTuning: Sendable {
    /// The time after which a write counts as stalled.
    package var patience = Duration.seconds(2)
    /// The time between two trials of a failing store.
    package var trialInterval = Duration.seconds(1)
    /// The entries between two tail flushes; an opening reads up to as many.
    package var entriesPerTailFlush = 16_384
    /// The log tails in memory; written ones beyond them are read again when they are used.
    package var tailsInMemory = 65_536
    /// The longest time for which the store gathers uses before it writes them.
    package var pauseOfUses = Duration.seconds(1)
    /// The bytes of changes after which the WAL is copied into the tables.
    package var bytesPerCheckpoint = 4 << 20
    /// The pages of the WAL at which the writer copies the remainder.
    package var pagesOfLog = 8_192
    /// The bytes of changes since the last whole copy, at which the writer waits for a copy.
    package var largestLog: Int { pagesOfLog * 4 * SessionDatabase.pageSize }
    /// Called in each transaction of changes, before its `COMMIT`.
    package var beforeCommit: @Sendable () throws -> Void = {}
    /// Called after each `COMMIT` of changes, before any of them counts.
    package var afterCommit: @Sendable () -> Void = {}
    /// Called after each trial of a failing store.
    package var afterTrial: @Sendable () -> Void = {}

    /// Creates the default tuning.
    package init() {}
}
