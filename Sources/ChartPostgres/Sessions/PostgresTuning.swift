import Dispatch

/// The timing of a store over PostgreSQL, and hooks for tests.
package struct PostgresTuning: Sendable {
    /// Calls a closure after a time.
    package typealias Timer = @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

    /// The time after which a write counts as stalled.
    package var patience = Duration.seconds(2)
    /// The server's own limit of a statement; the node waits for one second more.
    package var statementLimit = Duration.seconds(3)
    /// When a statement that starts now has to have an answer: a second after the server's own limit.
    var deadline: ContinuousClock.Instant { .now + statementLimit + .seconds(1) }
    /// The time between two trials of a failing store.
    package var trialInterval = Duration.seconds(1)
    /// The time between two attempts to learn the outcome of a group.
    package var doubtInterval = Duration.milliseconds(200)
    /// The longest wait for a connection of the pool.
    package var readerWait = Duration.seconds(3)
    /// Calls a closure after a time; a test can hand in a clock of its own.
    package var after: Timer = { delay, action in
        DispatchQueue.global().asyncAfter(deadline: .now() + delay / .seconds(1), execute: action)
    }
    /// The number of connections for reads.
    package var readers = 4
    /// The largest number of changes of a group.
    package var changesPerGroup = 1_024
    /// The bytes at which a group is full.
    package var bytesPerGroup = 8 << 20
    /// The most uses of sessions that one statement notes.
    package var usesPerStatement = 1_000
    /// The time between two rounds of maintenance.
    package var maintenanceInterval = Duration.seconds(10)
    /// The most sessions that one statement clears.
    package var sessionsPerClearing = 1_000
    /// How long a round of maintenance clears before it lets reads go first.
    package var clearingTurn = Duration.seconds(1)
    /// How long dropped entries stay, so that a node can find its own after a lost connection.
    package var purgeDelay = Duration.seconds(60)
    /// Called before each group is sent.
    package var beforeGroup: @Sendable () -> Void = {}
    /// Called after each group is committed, before its answer counts; an error stands for a lost connection.
    package var afterGroup: @Sendable () throws(PostgresError) -> Void = { () throws(PostgresError) in }

    /// Creates the default tuning.
    package init() {}
}
