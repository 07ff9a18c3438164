import ChartStores

extension SessionStoreConformance.Subject {
    func checkPresence() async throws {
        let head = StoredHead.sample("a", owner: .sample("csk_1"), createdAt: 1_700_000_000_123, idleTimeout: 70_000)
        try await store.commit(.create(head))
        try await store.commit(.create(.sample("b")))
        try await store.commit(.sample("a", 1))
        try await advance(20_000)
        try await store.commit(.end(session: "b"))
        try await advance(30_000)
        try await nowAndReopened { store in
            try await expectFound(store, StoredSummary(of: head, at: 1, idle: 50_000))
            try await expectEnded(store, "b", ago: 30_000)
            for name in ["c", "", "A", "aa"] { try expect(try await store.find(name), .unknown, "the name '\(name)'") }
        }
    }

    func checkTokens() async throws {
        for id in ["a", "b"] { try await store.commit(.create(.sample(id))) }
        func expectTokens(_ store: any SessionStore, of id: String, areKnown: Bool) async throws {
            let head = StoredHead.sample(id)
            for hash in [head.driverTokenHash, head.viewerTokenHash] {
                try expect(try await store.hasToken(hash, at: 0), areKnown, "a token of \(id) is known")
                try expect(try await store.hasToken(hash + [0], at: 0), false, "a longer token is known")
                try expect(try await store.hasToken(hash.dropLast(), at: 0), false, "a shorter token is known")
            }
        }
        try await nowAndReopened { store in
            for id in ["a", "b"] { try await expectTokens(store, of: id, areKnown: true) }
            try await expectTokens(store, of: "c", areKnown: false)
            try expect(try await store.hasToken([], at: 0), false, "an empty token is known")
        }
        let reopened = try await reopen()
        try await reopened.commit(.end(session: "a"))
        try await nowAndReopened(reopened) { store in
            try await expectTokens(store, of: "a", areKnown: false)
            try await expectTokens(store, of: "b", areKnown: true)
            try expect(try await store.hasToken([], at: 0), false, "an empty token is known after an end")
        }
    }

    func checkShownDatasets() async throws {
        func expectShown(_ store: any SessionStore, _ shown: [String], _ when: String) async throws {
            for name in ["a", "b", "c", "d", "", "A"] {
                try expect(try await store.shows(name), shown.contains(name), "'\(name)' is shown \(when)")
            }
        }
        try await store.commit(.create(.sample("one", datasets: ["a", "b"])))
        try await store.commit(.create(.sample("two", datasets: ["b", "c", "c"])))
        try await store.commit(.create(.sample("none", datasets: [])))
        try await nowAndReopened { try await expectShown($0, ["a", "b", "c"], "at the start") }
        var store = try await reopen()
        try await store.commit(.sample("one", 1, datasets: ["d", "a"]))
        try await store.commit(.sample("two", 1))
        try await store.commit(.sample("two", 2, datasets: ["c"]))
        try await nowAndReopened(store) { try await expectShown($0, ["a", "c", "d"], "after changes") }
        store = try await reopen()
        try await store.commit(.end(session: "two"))
        try await nowAndReopened(store) { try await expectShown($0, ["a", "d"], "after an end") }
        store = try await reopen()
        try await store.commit(.sample("one", 2, datasets: []))
        try await nowAndReopened(store) { try await expectShown($0, [], "after all were taken away") }
    }

    func checkRevisions() async throws {
        for id in ["a", "b", "c", "d"] { try await store.commit(.create(.sample(id))) }
        for revision in 1...30 { try await store.commit(.sample("b", revision)) }
        try await store.commit(.snapshot(session: "b", StoredSnapshot(revision: 30, state: [1]), keepsHistory: false))
        try await store.commit(.snapshot(session: "c", StoredSnapshot(revision: 7, state: [7]), keepsHistory: true))
        try await store.commit(.end(session: "d"))
        let names = ["a", "b", "c", "d", "e", "b"]
        try await nowAndReopened { store in
            try expect(try await store.revisions(of: []), [:], "no revisions")
            try expect(try await store.revisions(of: names), ["a": 0, "b": 30, "c": 7], "the revisions")
        }
        let reopened = try await reopen()
        try await reopened.commit(.sample("c", 8))
        try await nowAndReopened(reopened) { store in
            try expect(try await store.revisions(of: names), ["a": 0, "b": 30, "c": 8], "the later revisions")
        }
    }

    func checkCounts() async throws {
        try await expectCounts(store, live: 0, ended: 0)
        for number in 0..<5 { try await store.commit(.create(.sample("session \(number)"))) }
        try await expectCounts(store, live: 5, ended: 0)
        for number in 0..<3 { try await store.commit(.end(session: "session \(number)")) }
        try await nowAndReopened { try await expectCounts($0, live: 2, ended: 3) }
        let reopened = try await reopen()
        try await reopened.commit(.clearTombstones(olderThan: 1_000_000_000, keeping: 1))
        try await reopened.commit(.create(.sample("another")))
        try await nowAndReopened(reopened) { try await expectCounts($0, live: 3, ended: 1) }
    }
}

extension SessionStoreConformance.Subject {
    /// Whether a time of the store is the expected one, but for what the clock moves on its own.
    func isTime(_ found: Int64, _ expected: Int64) -> Bool { (expected...expected + slack).contains(found) }

    /// Expects a live session, with its revision and idle time.
    func expectFound(_ store: any SessionStore, _ expected: StoredSummary) async throws {
        let presence = try await store.find(expected.id)
        guard case .live(let summary) = presence else {
            throw SessionStoreNonconformance(description: "\(expected.id) should be live, and is \(presence)")
        }
        try await expectList([summary], [expected], "what is found of \(expected.id)")
    }

    /// Expects a session that has ended.
    func expectEnded(_ store: any SessionStore, _ id: String, ago: Int64) async throws {
        let presence = try await store.find(id)
        guard case .ended(let found) = presence, isTime(found, ago) else {
            throw SessionStoreNonconformance(description: "\(id) should have ended \(ago) ms ago, and is \(presence)")
        }
    }

    /// Expects summaries, with idle times that the clock's own movement may exceed.
    func expectList(_ found: [StoredSummary], _ expected: [StoredSummary], _ what: String) async throws {
        var adjusted = found
        for (index, (one, other)) in zip(found, expected).enumerated() where isTime(one.idle, other.idle) {
            adjusted[index].idle = other.idle
        }
        try expect(adjusted, expected, what)
    }

    /// Expects numbers of sessions; those of a shared store may be a second old.
    func expectCounts(_ store: any SessionStore, live: Int, ended: Int) async throws {
        let counts = StoreCounts(live: live, ended: ended)
        if store.isShared {
            try await expectSoon(counts, "the counts") { try await store.counts() }
        } else {
            try expect(try await store.counts(), counts, "the counts")
        }
    }

    /// Expects that the store refuses a change that does not fit the stored data.
    ///
    /// In a shared store another process may have changed the session, so the change conflicts.
    func expectRefusal(
        by store: any SessionStore, of change: StoreChange, on chain: ChangeChain = ChangeChain()
    ) async throws {
        switch await store.refusal(of: change, on: chain) {
        case .damaged where !store.isShared: return
        case .conflict where store.isShared: return
        case .damaged:
            if case .create = change { return }
            throw SessionStoreNonconformance(description: "\(change) is refused as damage by a shared store")
        case let error:
            let found = error.map { "\($0)" } ?? "no error"
            throw SessionStoreNonconformance(description: "\(change) does not fit, and leads to: \(found)")
        }
    }
}
