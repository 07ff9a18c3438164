import ChartSessions

/// Where the log of each session ends that lives.
struct SessionLedger: Sendable {
    /// The end of one log.
    struct Place: Sendable, Equatable {
        /// The session's key in the database.
        let key: Int64
        /// The last entry; 0 for a log without any, or with none behind a snapshot beyond its end.
        var entry: Int64 = 0
        /// Its revision, or that of the snapshot; 0 for a log without either.
        var revision = 0
        /// The first entry of the last stretch of revisions; see ``SessionSchema``.
        var stretch: Int64 = 0
        /// Whether ``SessionLedger/takeUnwritten()`` has yet to tell of it.
        var isUnwritten = false
    }

    private var places: [String: Place] = [:]
    private var unwritten: [String] = []
    /// The number of the next entry; a number is never given twice.
    private(set) var nextEntry: Int64

    init(nextEntry: Int64) {
        self.nextEntry = nextEntry
    }

    subscript(session: String) -> Place? { places[session] }

    /// Every session with its place, in no order.
    var all: [String: Place] { places }

    /// Puts a place as the database has it.
    mutating func put(_ place: Place?, of session: String) {
        places[session] = place
        if let place, place.isUnwritten { unwritten.append(session) }
    }

    /// Moves the end of a log to the next entry, and gives its number.
    mutating func advance(_ session: String, to revision: Int) -> Int64 {
        let entry = nextEntry
        nextEntry += 1
        put(entry, revision: revision, of: session)
        return entry
    }

    /// Puts an entry that the database has at the end of a log.
    mutating func put(_ entry: Int64, revision: Int, of session: String) {
        if places[session]?.advance(to: entry, revision: revision) == true { unwritten.append(session) }
    }

    /// Moves the end of a log to a snapshot beyond it.
    ///
    /// That needs not be written down: an opening takes the end from the snapshot.
    mutating func leap(_ session: String, to revision: Int) {
        guard let place = places[session] else { return }
        places[session] = Place(key: place.key, revision: revision, isUnwritten: place.isUnwritten)
    }

    /// Goes back to the place before an entry that does not count, whose number is left out, or before a snapshot that
    /// does not, with 0 for the entry.
    mutating func retreat(_ session: String, from entry: Int64, to before: Place) {
        guard var place = places[session], place.entry == entry else { return }
        let isUnwritten = place.isUnwritten
        place = before
        place.isUnwritten = isUnwritten
        places[session] = place
    }

    /// The sessions whose places have changed since they were asked for the last time.
    mutating func takeUnwritten() -> [String] {
        let taken = unwritten.filter { places[$0] != nil }
        for session in taken { places[session]?.isUnwritten = false }
        unwritten = []
        return taken
    }
}

extension SessionLedger.Place {
    /// Moves to an entry.
    ///
    /// - Returns: Whether the place has to be written down from now on.
    fileprivate mutating func advance(to entry: Int64, revision: Int) -> Bool {
        if self.entry == 0 || self.revision / SessionSchema.stretch != revision / SessionSchema.stretch {
            stretch = entry
        }
        self.entry = entry
        self.revision = revision
        defer { isUnwritten = true }
        return !isUnwritten
    }

    /// Throws ``SessionStoreError`` for an entry that does not follow the last one.
    func checkNext(_ next: Int, of session: String) throws(SessionStoreError) {
        guard next > revision else { throw .present(session, revision: next) }
        guard next == revision + 1 else { throw .gap(session, revision: next) }
    }
}
