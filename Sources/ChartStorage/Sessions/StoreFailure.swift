import ChartSessions
import GRDB

/// Why changes fail at the moment, and when the next trial is due.
struct StoreFailure: Sendable {
    /// What changes fail with.
    let error: SessionStoreError
    /// When a trial write is due.
    var nextTrial: ContinuousClock.Instant
    /// Whether the connections may be spoiled, so that a trial begins with new ones.
    let needsNewConnections: Bool

    /// Judges an error.
    init(_ cause: any Error, at path: String, nextTrial: ContinuousClock.Instant) {
        error = SessionStoreError(cause, at: path)
        self.nextTrial = nextTrial
        let code = (cause as? DatabaseError)?.resultCode
        needsNewConnections = code != .SQLITE_FULL && code != .SQLITE_BUSY && code != .SQLITE_LOCKED
    }
}
