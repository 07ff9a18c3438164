import ChartSeries

/// The data of ``MemorySessionStore``, and what finds a session in it.
struct MemoryStoreContent: Sendable {
    private var live: [String: MemorySession] = [:]
    /// The names of the live sessions.
    private(set) var names = SortedNames()
    /// The hashes of the tokens of the live sessions.
    private(set) var tokens: Set<[UInt8]> = []
    /// The granted tokens of the live sessions that have some.
    private var granted: [String: [GrantedToken]] = [:]
    /// The number of live sessions that show each dataset.
    private(set) var uses: [String: Int] = [:]
    /// The number of live sessions of each owner.
    private(set) var owners: [ExactName: Int] = [:]
    /// When each ended session ended, in milliseconds of the clock.
    private var tombstones: [String: Int64] = [:]
    var isClosed = false

    var counts: StoreCounts { StoreCounts(live: live.count, ended: tombstones.count) }

    func presence(of id: String, now: Int64) -> StoredPresence {
        if let summary = summary(of: id, now: now) { return .live(summary) }
        return tombstones[id].map { .ended(ago: max(0, now - $0)) } ?? .unknown
    }

    func summary(of id: String, now: Int64) -> StoredSummary? { live[id]?.summary(now: now) }

    func revision(of id: String) -> Int? { live[id]?.lastRevision }

    func session(_ id: String) -> StoredSession? { live[id]?.sinceSnapshot }

    func page(of id: String, after revision: Int, limit: Int) -> [LogEntry] {
        live[id]?.page(after: revision, limit: limit) ?? []
    }

    func overdue(limit: Int, now: Int64) -> [String] {
        let overdue = live.values.filter { $0.dueAt <= now }.map { (dueAt: $0.dueAt, id: $0.id) }
        return overdue.sorted { ($0.dueAt, $0.id) < ($1.dueAt, $1.id) }.prefix(limit).map(\.id)
    }

    mutating func noteUse(of id: String, at time: Int64) {
        guard let index = live.index(forKey: id) else { return }
        live.values[index].noteUse(at: time)
    }

    func obstacle(to change: StoreChange, _ clock: SessionClock) -> SessionStoreError? {
        guard !isClosed else { return .closed }
        switch change {
        case .create(let head):
            return live[head.id] == nil && tombstones[head.id] == nil ? nil : .present(head.id)
        case .append(let id, let entry, _):
            // Looked at in place: a copy would count the references of the whole session.
            guard let index = live.index(forKey: id) else { return .missing(id) }
            return live.values[index].obstacle(to: entry.revision)
        case .snapshot(let id, _, _), .end(let id):
            return live[id] == nil ? .missing(id) : nil
        case .expire(let id):
            guard let session = live[id] else { return .missing(id) }
            return session.dueAt <= clock.now() ? nil : .conflict
        case .clearTombstones:
            return nil
        }
    }

    mutating func apply(_ change: StoreChange, _ clock: SessionClock) {
        switch change {
        case .create(let head):
            live[head.id] = MemorySession(head: head, now: clock.now())
            names.insert(head.id)
            tokens.insert(head.driverTokenHash)
            tokens.insert(head.viewerTokenHash)
            if let owner = head.owner { owners[owner.subject, default: 0] += 1 }
            note(head.datasets)
        case .append(let id, let entry, let datasets):
            guard let index = live.index(forKey: id) else { return }
            if let datasets {
                release(live.values[index].datasets)
                note(datasets)
            }
            live.values[index].append(entry, datasets: datasets)
        case .snapshot(let id, let snapshot, let keepsHistory):
            live[id]?.take(snapshot, keepsHistory: keepsHistory)
        case .end(let id), .expire(let id):
            guard let session = live.removeValue(forKey: id) else { return }
            forget(session)
            tombstones[id] = clock.now()
        case .clearTombstones(let age, let count):
            let oldest = tombstones.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
            let now = clock.now()
            for (index, tombstone) in oldest.enumerated()
            where index < oldest.count - count || now - tombstone.value > age {
                tombstones[tombstone.key] = nil
            }
        }
    }

    func hasGranted(_ hash: [UInt8], at date: Int64) -> Bool {
        granted.values.contains { $0.contains { $0.hash == hash && $0.counts(at: date) } }
    }

    func granted(to id: String, at date: Int64) -> [GrantedToken] {
        granted[id]?.filter { $0.counts(at: date) } ?? []
    }

    mutating func grant(_ token: GrantedToken, to id: String, at date: Int64) throws(SessionStoreError) -> Bool {
        guard !isClosed else { throw .closed }
        guard live[id] != nil else { throw .missing(id) }
        let others = granted(to: id, at: date)
        guard others.count < GrantedToken.mostOfSession else { return false }
        granted[id] = others + [token]
        return true
    }

    mutating func revoke(_ token: String, of id: String) throws(SessionStoreError) -> Bool {
        guard !isClosed else { throw .closed }
        guard let index = granted[id]?.firstIndex(where: { $0.id == token }) else { return false }
        granted[id]?.remove(at: index)
        return true
    }

    private mutating func forget(_ session: MemorySession) {
        names.remove(session.id)
        granted[session.id] = nil
        tokens.remove(session.head.driverTokenHash)
        tokens.remove(session.head.viewerTokenHash)
        release(session.datasets)
        guard let owner = session.head.owner?.subject, let count = owners[owner] else { return }
        owners[owner] = count > 1 ? count - 1 : nil
    }

    private mutating func note(_ datasets: [String]) {
        for name in Set(datasets) { uses[name, default: 0] += 1 }
    }

    private mutating func release(_ datasets: [String]) {
        for name in Set(datasets) {
            guard let count = uses[name] else { continue }
            uses[name] = count > 1 ? count - 1 : nil
        }
    }
}
