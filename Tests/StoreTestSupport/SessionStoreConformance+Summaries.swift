import ChartSeries
import ChartStores

extension SessionStoreConformance.Subject {
    func checkOwners() async throws {
        let heads = [
            StoredHead.sample("a", owner: .sample("csk_1"), createdAt: 1_700_000_000_123), .sample("b", createdAt: 0),
            .sample("c"), .sample("d", owner: SessionOwner(subject: "", datasets: .none)),
        ]
        for head in heads { try await store.commit(.create(head)) }
        try await store.commit(.sample("a", 1, datasets: ["other"]))
        try await nowAndReopened { store in
            let owners = try await store.summaries(after: nil, limit: 9).map(\.owner)
            try expect(owners, ["csk_1", nil, nil, ""], "the owners in the list")
            for head in heads {
                let found = try await store.session(head.id)?.head
                try expect(found?.owner, head.owner, "the owner of \(head.id)")
                try expect(found?.createdAt, head.createdAt, "the creation of \(head.id)")
            }
        }
    }

    func checkOwnerCounts() async throws {
        for (id, owner) in [("a", "one"), ("b", "two"), ("c", "one"), ("d", ""), ("e", "one")] {
            try await store.commit(.create(.sample(id, owner: .sample(owner))))
        }
        try await store.commit(.create(.sample("f")))
        try await store.commit(.end(session: "e"))
        try await nowAndReopened { store in
            for (owner, count) in [("one", 2), ("two", 1), ("", 1), ("on", 0), ("three", 0)] {
                for limit in [0, 1, 2, 9] {
                    try expect(
                        try await store.count(ofOwner: owner, upTo: limit), min(count, limit),
                        "the sessions of '\(owner)' up to \(limit)")
                }
            }
        }
    }

    func checkSummaries() async throws {
        try expect(try await store.summaries(after: nil, limit: 3), [], "an empty list")
        for id in ["f", "b", "d", "a", "e", "c"] {
            try await store.commit(.create(.sample(id, owner: .sample("of \(id)"), createdAt: 7)))
        }
        for revision in 1...2 { try await store.commit(.sample("b", revision, datasets: ["d\(revision)"])) }
        try await store.commit(.snapshot(session: "d", StoredSnapshot(revision: 9, state: [9]), keepsHistory: true))
        for id in ["e", "f"] { try await store.commit(.end(session: id)) }
        try await advance(5_000)
        func summary(_ id: String, revision: Int = 0, datasets: [String] = ["users"]) -> StoredSummary {
            let head = StoredHead.sample(id, datasets: datasets, owner: .sample("of \(id)"), createdAt: 7)
            return StoredSummary(of: head, at: revision, idle: 5_000)
        }
        let all = [summary("a"), summary("b", revision: 2, datasets: ["d2"]), summary("c"), summary("d", revision: 9)]
        try await nowAndReopened { store in
            try await expectList(try await store.summaries(after: nil, limit: 10), all, "the list")
            for limit in 1...5 {
                for (start, id) in [nil, "a", "b", "c", "d"].enumerated() {
                    try await expectList(
                        try await store.summaries(after: id, limit: limit), Array(all[start...].prefix(limit)),
                        "a page of \(limit) after \(id ?? "the start")")
                }
            }
            try await expectList(
                try await store.summaries(after: "bb", limit: 1), [summary("c")], "a page after no session")
            try expect(try await store.summaries(after: "z", limit: 1), [], "a page after the end")
        }
        let reopened = try await reopen()
        try await reopened.commit(.end(session: "b"))
        try await reopened.commit(.clearTombstones(olderThan: 1_000_000_000, keeping: 0))
        try await reopened.commit(.create(.sample("f")))
        try await nowAndReopened(reopened) { store in
            let page = try await store.summaries(after: "a", limit: 10)
            try await expectList(
                page, [summary("c"), summary("d", revision: 9), StoredSummary(of: .sample("f"), at: 0, idle: 0)],
                "the list after an end, with a reused id")
        }
    }
}
