/// One change of what is stored.
public enum StoreChange: Sendable, Equatable {
    /// A session begins.
    case create(StoredHead)
    /// A revision of a session, with the datasets that it shows from now on when those changed.
    case append(session: String, LogEntry, datasets: [String]?)
    /// The state of a session at a revision; it takes the place of an earlier snapshot, and leaves a later one as it is.
    ///
    /// Without its history the entries up to the revision are dropped. A snapshot beyond the last entry becomes the end of
    /// the log: the entries between them are missing, so that those before are dropped in any case, and the next entry is
    /// the one behind the snapshot.
    case snapshot(session: String, StoredSnapshot, keepsHistory: Bool)
    /// A session ends, in milliseconds since 1970: a stone takes the place of all that is stored of it.
    case end(session: String, at: Int64)
    /// The stone of a session that ended is cleared away; one that is not there is no error.
    case forget(session: String)

    /// The name of the session that is changed.
    public var session: String {
        switch self {
        case .create(let head): head.id
        case .append(let session, _, _), .snapshot(let session, _, _), .end(let session, _), .forget(let session):
            session
        }
    }

    /// About how many bytes it takes to store.
    package var size: Int {
        switch self {
        case .create(let head): 512 + head.line.count
        case .append(_, let entry, _): 64 + entry.line.count
        case .snapshot(_, let snapshot, _): 64 + snapshot.state.count
        case .end, .forget: 512
        }
    }
}
