/// One change of the stored data.
package enum StoreChange: Sendable, Equatable {
    /// Creates a session.
    case create(StoredHead)
    /// Appends a revision, with the session's datasets if they changed.
    case append(session: String, LogEntry, datasets: [String]?)
    /// Replaces an earlier snapshot of a session; a later one stays.
    ///
    /// Without history, the store drops the entries up to the revision. A snapshot beyond the last entry becomes the
    /// end of the log. The entries between are missing, so the store drops all earlier ones, and the next entry follows
    /// the snapshot.
    case snapshot(session: String, StoredSnapshot, keepsHistory: Bool)
    /// Ends a session and replaces its data by a tombstone.
    case end(session: String)
    /// Ends a session that is overdue by the clock of the store, like ``end(session:)``; a session that was used since
    /// conflicts.
    case expire(session: String)
    /// Removes the tombstones that are older than so many milliseconds, and the oldest ones beyond a number.
    case clearTombstones(olderThan: Int64, keeping: Int)

    /// The name of the changed session; `nil` for a change of tombstones.
    package var session: String? {
        switch self {
        case .create(let head): head.id
        case .append(let session, _, _), .snapshot(let session, _, _), .end(let session), .expire(let session): session
        case .clearTombstones: nil
        }
    }

    /// The approximate number of bytes to store.
    package var size: Int {
        switch self {
        case .create(let head): 512 + head.line.count
        case .append(_, let entry, _): 64 + entry.line.count
        case .snapshot(_, let snapshot, _): 64 + snapshot.state.count
        case .end, .expire, .clearTombstones: 512
        }
    }
}
