import ChartSeries
import ChartStores
import CoreTestSupport

/// A simple model of what a store must contain after a number of changes.
struct StoreModel {
    struct Live {
        var head: StoredHead
        var entries: [LogEntry] = []
        var lastRevision = 0
        var snapshot: StoredSnapshot?
    }

    private(set) var live: [(id: String, session: Live)] = []
    /// The names of the ended sessions, in the order of their ends.
    private(set) var ended: [String] = []

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
        case (.end(let id), let index?), (.expire(let id), let index?):
            live.remove(at: index)
            ended.append(id)
        case (.clearTombstones(_, let count), _):
            ended = ended.suffix(count)
        case (.append, nil), (.snapshot, nil), (.end, nil), (.expire, nil):
            break
        }
    }

    func check(_ store: any SessionStore) async throws {
        let counts = StoreCounts(live: live.count, ended: ended.count)
        if store.isShared {
            try await expectSoon(counts, "the counts") { try await store.counts() }
        } else {
            try expect(try await store.counts(), counts, "the counts")
        }
        for (id, session) in live {
            let floor = session.snapshot?.revision ?? 0
            try expect(
                try await store.session(id),
                StoredSession(
                    head: session.head, snapshot: session.snapshot,
                    entries: session.entries.filter { $0.revision > floor }), "a session")
            try expect(try await store.entries(of: id, after: 0, limit: .max), session.entries, "a log")
        }
        try await checkLookups(store)
        let listed = live.map { summary(of: $0.session) }
        let found = try await store.summaries(after: nil, limit: 500).map(withoutIdle)
        try expect(found, listed.sorted { $0.id < $1.id }, "the list")
        for id in ended {
            try expect(try await store.session(id), nil, "a session that has ended")
            guard case .ended = try await store.find(id) else {
                throw SessionStoreNonconformance(description: "\(id) has no tombstone")
            }
        }
    }

    private func checkLookups(_ store: any SessionStore) async throws {
        let revisions = Dictionary(uniqueKeysWithValues: live.map { ($0.id, $0.session.lastRevision) })
        try expect(try await store.revisions(of: live.map(\.id) + ended), revisions, "the revisions")
        for (id, session) in live {
            guard case .live(let found) = try await store.find(id) else {
                throw SessionStoreNonconformance(description: "\(id) is not found")
            }
            try expect(withoutIdle(found), summary(of: session), "what is found of \(id)")
            try expect(try await store.hasToken(session.head.driverTokenHash, at: 0), true, "the token of \(id)")
        }
        for name in ["users"] + (0...9).map({ "d\($0)" }) {
            let isShown = live.contains { $0.session.head.datasets.contains(name) }
            try expect(try await store.shows(name), isShown, "\(name) is shown")
        }
        for number in 0..<3 {
            let owner = "owner \(number)"
            let count = live.filter { $0.session.head.owner?.subject.text == owner }.count
            try expect(try await store.count(ofOwner: owner, upTo: 500), count, "the sessions of \(owner)")
        }
    }

    private func summary(of session: Live) -> StoredSummary {
        StoredSummary(of: session.head, at: session.lastRevision, idle: 0)
    }

    private func withoutIdle(_ summary: StoredSummary) -> StoredSummary {
        var summary = summary
        summary.idle = 0
        return summary
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
            return .end(session: id)
        case 1 where !model.ended.isEmpty:
            return .clearTombstones(olderThan: 1_000_000_000, keeping: cases.integer(in: 0...model.ended.count))
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
