import ChartSessions

/// A simple model of what a store must contain after a number of changes.
struct StoreModel {
    struct Live {
        var head: StoredHead
        var entries: [LogEntry] = []
        var lastRevision = 0
        var snapshot: StoredSnapshot?
    }

    private(set) var live: [(id: String, session: Live)] = []
    private(set) var ended: [StoreContents.Tombstone] = []

    mutating func apply(_ change: StoreChange) {
        let index = live.firstIndex { $0.id == change.session }
        switch (change, index) {
        case (.create(let head), _):
            live.append((head.id, Live(head: head)))
        case (.append(_, let entry, let datasets), let index?):
            live[index].session.entries.append(entry)
            live[index].session.lastRevision = entry.revision
            if let datasets { live[index].session.head.datasets = datasets }
        case (.snapshot(_, let snapshot, let keepsHistory), let index?):
            live[index].session.snapshot = snapshot
            let isBeyondEnd = snapshot.revision > live[index].session.lastRevision
            if isBeyondEnd { live[index].session.lastRevision = snapshot.revision }
            if isBeyondEnd || !keepsHistory {
                live[index].session.entries.removeAll { $0.revision <= snapshot.revision }
            }
        case (.end(let id, let now), let index?):
            live.remove(at: index)
            ended.append(StoreContents.Tombstone(id: id, endedAt: now))
        case (.forget(let id), _):
            ended.removeAll { $0.id == id }
        case (.append, nil), (.snapshot, nil), (.end, nil):
            break
        }
    }

    func check(_ store: any SessionStore) async throws {
        let contents = StoreContents(
            live: live.map { .init(of: $0.session.head) },
            tombstones: ended.sorted { ($0.endedAt, $0.id) < ($1.endedAt, $1.id) })
        try expect(try store.contents(), contents, "the contents")
        for (id, session) in live {
            let floor = session.snapshot?.revision ?? 0
            try expect(
                try await store.session(id),
                StoredSession(
                    head: session.head, snapshot: session.snapshot,
                    entries: session.entries.filter { $0.revision > floor }), "a session")
            try expect(try await store.entries(of: id, after: 0, limit: .max), session.entries, "a log")
        }
        let listed = live.map { StoredSummary(of: $0.session.head, at: $0.session.lastRevision) }
        try expect(try await store.summaries(after: nil, limit: 500), listed.sorted { $0.id < $1.id }, "the list")
        for tombstone in ended { try expect(try await store.session(tombstone.id), nil, "a session that has ended") }
    }
}

/// Random changes that are valid for the current contents of a store.
struct RandomStoreChanges {
    private var cases: SeededCases
    private var created = 0
    private var now: Int64 = 0

    init(seed: UInt64) {
        cases = SeededCases(seed: seed)
    }

    mutating func next(after model: StoreModel) -> StoreChange {
        now += Int64(cases.integer(in: 0...3))
        guard model.live.count >= 2, !cases.isTrue(oneIn: 40) else { return create() }
        let (id, session) = cases.element(of: model.live)
        switch cases.integer(in: 0...60) {
        case 0:
            return .end(session: id, at: now)
        case 1 where !model.ended.isEmpty:
            return .forget(session: cases.element(of: model.ended).id)
        case 2, 3:
            guard session.lastRevision > (session.snapshot?.revision ?? 0) else { return append(to: id, session) }
            let revision = cases.integer(in: (session.snapshot?.revision ?? 0) + 1...session.lastRevision)
            return snapshot(of: id, at: revision)
        case 4:
            return snapshot(of: id, at: session.lastRevision + cases.integer(in: 1...3))
        default:
            return append(to: id, session)
        }
    }

    private mutating func create() -> StoreChange {
        created += 1
        let owner: SessionOwner? = cases.isTrue() ? .sample("owner \(created % 3)") : nil
        return .create(.sample("session \(created)", owner: owner, createdAt: cases.isTrue() ? now : nil))
    }

    private mutating func snapshot(of id: String, at revision: Int) -> StoreChange {
        let state = [UInt8](repeating: UInt8(revision & 255), count: cases.integer(in: 0...3_000))
        return .snapshot(session: id, StoredSnapshot(revision: revision, state: state), keepsHistory: cases.isTrue())
    }

    private mutating func append(to id: String, _ session: StoreModel.Live) -> StoreChange {
        let line = [UInt8](repeating: UInt8(session.lastRevision & 255), count: cases.integer(in: 0...6_000))
        return .append(
            session: id, LogEntry(revision: session.lastRevision + 1, line: line),
            datasets: cases.isTrue(oneIn: 20) ? ["d\(cases.integer(in: 0...9))"] : nil)
    }
}
