import GRDB

/// The log tails in memory: the unwritten ones, and some of the others.
///
/// A live session without a tail here has its tail in the database; see ``LogTail/stored(_:session:)``.
struct LogTails: Sendable {
    private var tails: [String: LogTail] = [:]
    private var unwritten: [String] = []
    /// The sessions whose lost changes were found since the last ``takeLosses()``.
    private var losses: [String] = []
    /// The number of the next entry; each number is given once.
    private(set) var nextEntry: Int64

    init(nextEntry: Int64) {
        self.nextEntry = nextEntry
    }

    subscript(session: String) -> LogTail? { tails[session] }

    /// The number of tails in memory.
    var count: Int { tails.count }

    /// Returns the tail of a live session, which it reads from the database if necessary.
    ///
    /// - Parameters:
    ///   - session: The session's name.
    ///   - database: The writer's connection, or one that sees all its commits.
    ///   - ends: The file of log ends, which tells whether the log has lost its last changes.
    /// - Returns: The tail; `nil` for an ended or unknown session.
    /// - Throws: `SessionStoreError` for altered rows, `DatabaseError` otherwise.
    mutating func load(_ session: String, _ database: Database, ends: LogEnds?) throws -> LogTail? {
        if let tail = tails[session] { return tail }
        guard let tail = try LogTail.stored(database, session: session) else { return nil }
        tails[session] = tail
        if let ends { compare(session, with: ends) }
        return tails[session]
    }

    /// Compares all tails with the file of log ends.
    mutating func compare(with ends: LogEnds) {
        for session in tails.keys.sorted() { compare(session, with: ends) }
    }

    private mutating func compare(_ session: String, with ends: LogEnds) {
        guard let tail = tails[session], let end = ends.revision(of: tail.key), end > tail.revision else { return }
        tails[session]?.lostUpTo = end
        losses.append(session)
    }

    /// The sessions whose lost changes were found since the last call.
    mutating func takeLosses() -> [(session: String, tail: LogTail)] {
        defer { losses = [] }
        return losses.compactMap { session in tails[session].map { (session, $0) } }
    }

    /// Forgets all written tails, if there are too many tails.
    ///
    /// The caller has no tail flush under way, and no change that it may have to undo.
    mutating func dropWritten(ifBeyond limit: Int) {
        guard tails.count > limit else { return }
        tails = tails.filter { $0.value.isUnwritten }
    }

    /// Sets the tail of a session; `nil` removes it.
    mutating func put(_ tail: LogTail?, of session: String) {
        tails[session] = tail
        if let tail, tail.isUnwritten { unwritten.append(session) }
    }

    /// Moves a tail to the next entry, and returns the entry's number.
    mutating func advance(_ session: String, to revision: Int) -> Int64 {
        let entry = nextEntry
        nextEntry += 1
        put(entry, revision: revision, of: session)
        return entry
    }

    /// Moves a tail to an entry of the database.
    mutating func put(_ entry: Int64, revision: Int, of session: String) {
        if tails[session]?.advance(to: entry, revision: revision) == true { unwritten.append(session) }
    }

    /// Moves a tail to a snapshot beyond it.
    ///
    /// The flush can omit it: a lookup takes this tail from the snapshot.
    mutating func skip(_ session: String, to revision: Int) {
        guard let tail = tails[session] else { return }
        tails[session] = LogTail(key: tail.key, revision: revision, isUnwritten: tail.isUnwritten)
    }

    /// Moves a tail back to where it was before an entry, or before a snapshot, which has 0 as its entry.
    ///
    /// The entry's number stays unused.
    mutating func moveBack(_ session: String, from entry: Int64, to before: LogTail) {
        guard var tail = tails[session], tail.entry == entry else { return }
        let isUnwritten = tail.isUnwritten
        tail = before
        tail.isUnwritten = isUnwritten
        tails[session] = tail
    }

    /// The sessions whose tails have changed since the last call.
    mutating func takeUnwritten() -> [String] {
        let taken = unwritten.filter { tails[$0] != nil }
        for session in taken { tails[session]?.isUnwritten = false }
        unwritten = []
        return taken
    }
}
