/// The log tails of all live sessions.
struct LogTails: Sendable {
    private var tails: [String: LogTail] = [:]
    private var unwritten: [String] = []
    /// The number of the next entry; each number is given once.
    private(set) var nextEntry: Int64

    init(nextEntry: Int64) {
        self.nextEntry = nextEntry
    }

    subscript(session: String) -> LogTail? { tails[session] }

    /// Every session with its tail, in no order.
    var all: [String: LogTail] { tails }

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
    /// The flush can omit it: an opening takes this tail from the snapshot.
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
