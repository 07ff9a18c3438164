import ChartStores

extension SessionStoreConformance.Subject {
    func checkCreated() async throws {
        let heads = ["b", "a", "c"].map { StoredHead.sample($0, datasets: ["users", "\u{0}\n\"\($0)"]) }
        for head in heads { try await store.commit(.create(head)) }
        try await nowAndReopened { store in
            try await expectCounts(store, live: 3, ended: 0)
            for head in heads {
                try await expectFound(store, StoredSummary(of: head, at: 0, idle: 0))
                try expect(
                    try await store.session(head.id), StoredSession(head: head, snapshot: nil, entries: []), "a session"
                )
            }
        }
    }

    func checkUnknown() async throws {
        try await expectCounts(store, live: 0, ended: 0)
        try expect(try await store.find("a"), .unknown, "a name that is not there")
        try expect(try await store.session("a"), nil, "a session that is not there")
        try expect(try await store.entries(of: "a", after: 0, limit: 10), [], "a log that is not there")
        try expect(try await store.revisions(of: ["a"]), [:], "the revision of a session that is not there")
        try expect(try await store.hasToken([1], at: 0), false, "a token that is not there")
        try expect(try await store.shows("users"), false, "a dataset that is not shown")
        try expect(try await store.overdue(limit: 10), [], "overdue sessions that are not there")
        try await store.commit(.clearTombstones(olderThan: 0, keeping: 0))
    }

    func checkEntries() async throws {
        let entries = [
            LogEntry(revision: 1, line: []), LogEntry(revision: 2, line: [0, 10, 255]), .sample(3), .sample(4),
        ]
        try await store.commit(.create(.sample("a")))
        for entry in entries { try await store.commit(.append(session: "a", entry, datasets: nil)) }
        try await nowAndReopened { store in
            try expect(try await store.session("a")?.entries, entries, "the entries")
            try expect(try await store.entries(of: "a", after: 0, limit: 10), entries, "the log")
            try expect(try await store.entries(of: "a", after: 2, limit: 1), [.sample(3)], "a page")
            try expect(try await store.entries(of: "a", after: 4, limit: 1), [], "the end of the log")
            try expect(try await store.entries(of: "a", after: 0, limit: .max), entries, "a page without a limit")
        }
    }

    func checkDatasets() async throws {
        try await store.commit(.create(.sample("a", datasets: [])))
        try await store.commit(.sample("a", 1, datasets: ["x", "y"]))
        try await store.commit(.sample("a", 2))
        try await nowAndReopened { store in
            try await expectFound(store, StoredSummary(of: .sample("a", datasets: ["x", "y"]), at: 2, idle: 0))
            try expect(try await store.session("a")?.head.datasets, ["x", "y"], "the datasets")
        }
    }

    func checkSnapshots() async throws {
        try await store.commit(.create(.sample("a")))
        for revision in 1...5 { try await store.commit(.sample("a", revision)) }
        try await store.commit(.snapshot(session: "a", StoredSnapshot(revision: 2, state: [2]), keepsHistory: true))
        try await store.commit(.snapshot(session: "a", StoredSnapshot(revision: 4, state: [4, 0]), keepsHistory: true))
        try await store.commit(.snapshot(session: "a", StoredSnapshot(revision: 3, state: [3]), keepsHistory: true))
        try await nowAndReopened { store in
            try expect(
                try await store.session("a"),
                StoredSession(
                    head: .sample("a"), snapshot: StoredSnapshot(revision: 4, state: [4, 0]), entries: [.sample(5)]),
                "the session")
            try expect(
                try await store.entries(of: "a", after: 0, limit: 10), (1...5).map { .sample($0) }, "the log")
        }
    }

    func checkDroppedHistory() async throws {
        try await store.commit(.create(.sample("a")))
        for revision in 1...600 { try await store.commit(.sample("a", revision)) }
        try await store.commit(.snapshot(session: "a", StoredSnapshot(revision: 598, state: [1]), keepsHistory: false))
        try await store.commit(.sample("a", 601))
        let rest: [LogEntry] = (599...601).map { .sample($0) }
        try await nowAndReopened { store in
            try expect(try await store.session("a")?.entries, rest, "the entries")
            try expect(try await store.entries(of: "a", after: 0, limit: 10), rest, "the log")
            try expect(try await store.entries(of: "a", after: 0, limit: 2), Array(rest[..<2]), "a page")
            try expect(try await store.entries(of: "a", after: 600, limit: 2), [.sample(601)], "a later page")
        }
    }

    func checkSnapshotsBeyondEnd() async throws {
        let ids = ["long", "without history", "empty"]
        let snapshot = StoredSnapshot(revision: 301, state: [3, 1])
        for id in ids {
            try await store.commit(.create(.sample(id)))
            for revision in 1...299 where id != "empty" { try await store.commit(.sample(id, revision)) }
            try await store.commit(.snapshot(session: id, snapshot, keepsHistory: id != "without history"))
        }
        try await nowAndReopened { store in
            for id in ids {
                try expect(
                    try await store.session(id), StoredSession(head: .sample(id), snapshot: snapshot, entries: []),
                    "the session \(id)")
                try expect(try await store.entries(of: id, after: 0, limit: 10), [], "the log \(id)")
                for revision in [1, 300, 301, 303] {
                    try await expectRefusal(by: store, of: .sample(id, revision))
                }
            }
        }
        let reopened = try await reopen()
        for id in ids {
            for revision in 302...600 { try await reopened.commit(.sample(id, revision)) }
        }
        try await nowAndReopened(reopened) { store in
            for id in ids {
                let rest: [LogEntry] = (302...600).map { .sample($0) }
                try expect(try await store.session(id)?.snapshot, snapshot, "the snapshot \(id)")
                try expect(try await store.session(id)?.entries, rest, "the entries \(id)")
                try expect(try await store.entries(of: id, after: 0, limit: 1_000), rest, "the log \(id)")
                try expect(try await store.entries(of: id, after: 7, limit: 2), Array(rest[..<2]), "a page \(id)")
                try expect(try await store.entries(of: id, after: 599, limit: 2), [.sample(600)], "the last page \(id)")
            }
        }
    }

    func checkEndings() async throws {
        for id in ["a", "b", "c"] { try await store.commit(.create(.sample(id))) }
        for revision in 1...300 { try await store.commit(.sample("a", revision)) }
        try await store.commit(.snapshot(session: "a", StoredSnapshot(revision: 7, state: [7]), keepsHistory: true))
        for id in ["a", "c"] { try await store.commit(.end(session: id)) }
        try await nowAndReopened { store in
            try await expectCounts(store, live: 1, ended: 2)
            try expect(try await store.summaries(after: nil, limit: 9).map(\.id), ["b"], "the sessions")
            try await expectEnded(store, "a", ago: 0)
            try expect(try await store.session("a"), nil, "a session that has ended")
            try expect(try await store.entries(of: "a", after: 0, limit: 9), [], "its log")
        }
        let store = try await reopen()
        try await store.commit(.clearTombstones(olderThan: 1_000_000_000, keeping: 0))
        try await store.commit(.create(.sample("a", datasets: ["new"])))
        try await expectFound(store, StoredSummary(of: .sample("a", datasets: ["new"]), at: 0, idle: 0))
        try expect(try await store.session("a")?.entries, [], "the log of a session with a reused id")
        try expect(try await store.session("a")?.snapshot, nil, "the snapshot of a session with a reused id")
    }
}

extension SessionStoreConformance.Subject {
    /// Runs checks on the store, and once more after reopening it.
    func nowAndReopened(
        _ current: (any SessionStore)? = nil, _ look: (any SessionStore) async throws -> Void
    ) async throws {
        try await look(current ?? store)
        try await look(try await reopen())
    }
}
