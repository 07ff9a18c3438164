import ChartStores

extension SessionStoreConformance.Subject {
    func checkIdle() async throws {
        for id in ["a", "b"] { try await store.commit(.create(.sample(id))) }
        try await advance(100_000)
        try await store.commit(.sample("b", 1))
        for id in ["a", "b"] { try await expectIdle(store, id, 100_000) }
        store.noteUses([SessionUse(session: "a", ago: 30_000)])
        try await expectIdleSoon(store, "a", 30_000)
        store.noteUses([
            SessionUse(session: "a", ago: 60_000), SessionUse(session: "unknown", ago: 0),
            SessionUse(session: "b", ago: 50_000), SessionUse(session: "b", ago: 10_000),
        ])
        try await expectIdleSoon(store, "b", 10_000)
        try await expectIdle(store, "a", 30_000)
        try expect(try await store.find("unknown"), .unknown, "an unknown session after its use")
        store.noteUses([])
        store.noteUses([SessionUse(session: "b", ago: 0)])
        try await nowAndReopened(try await reopen()) { store in
            try await expectIdle(store, "a", 30_000)
            try await expectIdle(store, "b", 0)
        }
        try await advance(25_000)
        let reopened = try await reopen()
        try await expectIdle(reopened, "b", 25_000)
        try expect(reopened.condition, .ready, "the condition")
    }

    func checkOverdue() async throws {
        for (id, timeout) in [("a", 300_000.0), ("b", 100_000), ("c", 200_000), ("d", 10_000_000)] {
            try await store.commit(.create(.sample(id, idleTimeout: timeout)))
        }
        try await advance(99_999 - slack)
        try expect(try await store.overdue(limit: 9), [], "the overdue sessions before the first timeout")
        try await advance(1 + slack)
        try expect(try await store.overdue(limit: 9), ["b"], "the overdue sessions after the first timeout")
        try await advance(250_000)
        try await nowAndReopened { store in
            for limit in 1...4 {
                try expect(
                    try await store.overdue(limit: limit), Array(["b", "c", "a"].prefix(limit)), "the overdue sessions")
            }
        }
        var store = try await reopen()
        store.noteUses([SessionUse(session: "b", ago: 60_000)])
        try await expectSoon(["c", "a"], "the overdue sessions after a use") { [store] in
            try await store.overdue(limit: 9)
        }
        try await store.commit(.end(session: "c"))
        try await nowAndReopened(store) { store in
            try expect(try await store.overdue(limit: 9), ["a"], "the overdue sessions after an end")
        }
        try await advance(40_000)
        store = try await reopen()
        try expect(try await store.overdue(limit: 9), ["a", "b"], "the overdue sessions long after a use")
    }

    func checkExpiry() async throws {
        let head = StoredHead.sample("a", idleTimeout: 100_000)
        try await store.commit(.create(head))
        try await store.commit(.create(.sample("b", idleTimeout: 100_000)))
        func expectConflict(_ what: String) async throws {
            let chain = ChangeChain()
            try expect(await store.refusal(of: .expire(session: "a"), on: chain), .conflict, what)
            try expect(chain.isBroken, true, "the chain of a conflict is broken")
            guard case .live = try await store.find("a") else {
                throw SessionStoreNonconformance(description: "a session has expired: \(what)")
            }
        }
        try await expectConflict("the end of a session that is not overdue")
        try await advance(100_000)
        store.noteUses([SessionUse(session: "a", ago: 50_000)])
        try await expectIdleSoon(store, "a", 50_000)
        try await expectConflict("the end of a session that was used")
        try expect(store.condition, .ready, "the condition after conflicts")
        try await store.commit(.expire(session: "b"))
        try await advance(50_000)
        try await store.commit(.expire(session: "a"))
        try await nowAndReopened { store in
            try await expectEnded(store, "a", ago: 0)
            try await expectEnded(store, "b", ago: 50_000)
            try expect(try await store.session("a"), nil, "a session that has expired")
            try expect(try await store.hasToken(head.driverTokenHash, at: 0), false, "the token of an expired session")
            try expect(try await store.overdue(limit: 9), [], "the overdue sessions after their ends")
            try await expectCounts(store, live: 0, ended: 2)
            try await expectRefusal(by: store, of: .expire(session: "a"))
        }
    }

    func checkTombstones() async throws {
        for id in ["c", "a", "b", "live"] { try await store.commit(.create(.sample(id))) }
        for id in ["c", "a", "b"] {
            try await store.commit(.end(session: id))
            try await advance(100_000)
        }
        func expectTombstones(_ store: any SessionStore, _ ids: [String], _ when: String) async throws {
            for (index, id) in ["c", "a", "b"].enumerated() {
                if ids.contains(id) {
                    try await expectEnded(store, id, ago: Int64(3 - index) * 100_000)
                } else {
                    try expect(try await store.find(id), .unknown, "\(id) \(when)")
                }
            }
            try await expectCounts(store, live: 1, ended: ids.count)
        }
        func clear(olderThan age: Int64, keeping count: Int) async throws {
            try await store.commit(.clearTombstones(olderThan: age, keeping: count))
        }
        try await clear(olderThan: 1_000_000, keeping: 3)
        try await expectTombstones(store, ["c", "a", "b"], "after nothing was removed")
        try await clear(olderThan: 250_000, keeping: 3)
        try await expectTombstones(store, ["a", "b"], "after a removal by age")
        try await clear(olderThan: 1_000_000, keeping: 1)
        try await nowAndReopened { try await expectTombstones($0, ["b"], "after a removal by number") }
        let reopened = try await reopen()
        try await expectRefusal(by: reopened, of: .create(.sample("b")))
        try await reopened.commit(.create(.sample("c")))
        try await reopened.commit(.clearTombstones(olderThan: 1_000_000, keeping: 0))
        try await nowAndReopened(reopened) { store in
            try expect(try await store.find("b"), .unknown, "the last tombstone after its removal")
            try await expectCounts(store, live: 2, ended: 0)
        }
    }

    private func idle(_ store: any SessionStore, _ id: String) async throws -> Int64? {
        guard case .live(let summary) = try await store.find(id) else { return nil }
        return summary.idle
    }

    private func expectIdle(_ store: any SessionStore, _ id: String, _ expected: Int64) async throws {
        let found = try await idle(store, id)
        guard let found, isTime(found, expected) else {
            throw SessionStoreNonconformance(
                description: "\(id) should be idle for \(expected) ms, and is for \(found as Any)")
        }
    }

    private func expectIdleSoon(_ store: any SessionStore, _ id: String, _ expected: Int64) async throws {
        try await expectSoon(true, "\(id) is idle for \(expected) ms") {
            try await idle(store, id).map { isTime($0, expected) }
        }
    }
}
