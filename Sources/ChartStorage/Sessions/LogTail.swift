import ChartStores

/// The end of the log of one session.
struct LogTail: Sendable, Equatable {
    /// The session's key in the database.
    let key: Int64
    /// The last entry; 0 for an empty log, and for one that ends with a snapshot.
    var entry: Int64 = 0
    /// The revision of that entry or snapshot; 0 for an empty log.
    var revision = 0
    /// The first entry of the last skip block of revisions; see ``SessionSchema``.
    var skipBlockStart: Int64 = 0
    /// The revision that was committed before the log has lost its last changes; 0 for a whole log.
    var lostUpTo = 0
    /// Whether ``LogTails/takeUnwritten()`` has yet to return the session.
    var isUnwritten = false

    /// Moves to an entry.
    ///
    /// - Returns: Whether the move made a written tail unwritten.
    mutating func advance(to entry: Int64, revision: Int) -> Bool {
        let block = SessionSchema.revisionsPerSkipBlock
        if self.entry == 0 || self.revision / block != revision / block { skipBlockStart = entry }
        self.entry = entry
        self.revision = revision
        defer { isUnwritten = true }
        return !isUnwritten
    }

    /// Throws `SessionStoreError.damagedSession(_:)` for a log that has lost its last changes.
    func checkIsWhole() throws(SessionStoreError) {
        guard lostUpTo <= revision else { throw .lost(upTo: lostUpTo, behind: revision) }
    }

    /// Throws `SessionStoreError` for a revision that does not follow the last one.
    func checkNext(_ next: Int, of session: String) throws(SessionStoreError) {
        guard next > revision else { throw .present(session, revision: next) }
        guard next == revision + 1 else { throw .gap(session, revision: next) }
    }
}
