import ChartStores
import GRDB

/// The current failure, and the time of the next trial.
struct StoreFailure: Sendable {
    /// The error of all changes.
    let error: SessionStoreError
    /// When the next trial is due.
    var nextTrial: ContinuousClock.Instant
    /// Whether a trial needs new connections.
    let needsNewConnections: Bool

    /// Creates a failure from an error.
    init(_ cause: any Error, at path: String, nextTrial: ContinuousClock.Instant) {
        error = SessionStoreError(cause, at: path)
        self.nextTrial = nextTrial
        let code = (cause as? DatabaseError)?.resultCode
        needsNewConnections = code != .SQLITE_FULL && code != .SQLITE_BUSY && code != .SQLITE_LOCKED
    }
}
