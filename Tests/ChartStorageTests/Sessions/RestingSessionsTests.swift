import ChartSeries
import ChartStores
import Foundation
import GRDB
import StoreTestSupport
import Testing

@testable import ChartStorage

/// Many sessions that rest: what an opening reads of them, and what finds one.
struct RestingSessionsTests {
    private func explain(_ statement: String, in store: SQLiteSessionStore) async throws -> String {
        try await store.connections.current.pool.read { database in
            let rows = try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + statement)
            return rows.map { String.fromDatabaseValue($0["detail"]) ?? "" }.joined(separator: "; ")
        }
    }

    @Test(
        arguments: SessionLookup.tokens + [
            SessionLookup.dataset, SessionLookup.ownerCount, SessionUses.overdue, SummaryRow.selection,
        ])
    func `a lookup searches an index and sorts nothing`(statement: String) async throws {
        let store = try StoreFile().open()
        let bound = statement.replacing(":value", with: "x'01'").replacing("?", with: "1")
        let plan = try await explain(bound, in: store)
        #expect(plan.contains("SEARCH") && !plan.contains("SCAN sessions") && !plan.contains("SCAN uses"), "\(plan)")
        #expect(!plan.contains("SCAN shown") && !plan.contains("TEMP B-TREE"), "\(plan)")
        await store.close()
    }

    @Test func `an opening reads the tails of the sessions that changed after the last tail flush`() async throws {
        let file = try StoreFile()
        let first = try file.open()
        for number in 0..<500 {
            let chain = ChangeChain()
            _ = first.enqueue(.create(.sample("\(number)")), on: chain) { _ in }
            for revision in 1...3 { _ = first.enqueue(.sample("\(number)", revision), on: chain) { _ in } }
        }
        await first.close()
        let second = try file.open()
        for id in ["3", "4", "3"] {
            let revision = try await second.revisions(of: [id])[id] ?? 0
            try await second.commit(.sample(id, revision + 1))
        }
        let opening = try await second.connections.current.pool.read { try StoreOpening($0) }
        #expect(opening.logTails.count == 2)
        #expect(opening.logTails["3"]?.revision == 5 && opening.logTails["4"]?.revision == 4)
        #expect(opening.keys.last == 500 && opening.keys.firstLive == 1)
        await second.close()
        let third = try file.open()
        #expect(try await third.connections.current.pool.read { try StoreOpening($0) }.logTails.count == 0)
        #expect(try await third.revisions(of: ["2", "3", "4"]) == ["2": 3, "3": 5, "4": 4])
        await third.close()
    }

    @Test func `idle times continue where they stood when the server was down`() async throws {
        let file = try StoreFile()
        let clock = ManualClock(milliseconds: 1_700_000_000_000)
        let sessionClock = SessionClock { clock.now }
        let store = try file.open(clock: sessionClock)
        for id in ["a", "b"] { try await store.commit(.create(.sample(id, idleTimeout: 100_000))) }
        clock.advance(byMilliseconds: 60_000)
        store.noteUses([SessionUse(session: "b", ago: 20_000)])
        await store.close()
        clock.advance(byMilliseconds: 86_400_000)
        let again = try file.open(clock: sessionClock)
        let idle = try await again.summaries(after: nil, limit: 9).map(\.idle)
        #expect(idle == [60_000, 20_000])
        #expect(try await again.overdue(limit: 9) == [])
        #expect(await again.refusal(of: .expire(session: "a")) == .conflict)
        clock.advance(byMilliseconds: 40_000)
        #expect(try await again.overdue(limit: 9) == ["a"])
        clock.advance(byMilliseconds: 40_000)
        #expect(try await again.overdue(limit: 9) == ["a", "b"])
        try await again.commit(.expire(session: "a"))
        await again.close()
    }

    @Test func `a queued use keeps a session from its end`() async throws {
        let file = try StoreFile()
        let clock = ManualClock(milliseconds: 1_700_000_000_000)
        var tuning = StoreTuning()
        tuning.pauseOfUses = .seconds(600)
        let store = try file.open(tuning, clock: SessionClock { clock.now })
        try await store.commit(.create(.sample("a", idleTimeout: 100_000)))
        clock.advance(byMilliseconds: 100_000)
        #expect(try await store.overdue(limit: 9) == ["a"])
        store.noteUses([SessionUse(session: "a", ago: 1)])
        #expect(await store.refusal(of: .expire(session: "a")) == .conflict)
        clock.advance(byMilliseconds: 99_999)
        try await store.commit(.expire(session: "a"))
        await store.close()
    }

    @Test func `uses are written by themselves, also after a killed process`() async throws {
        let file = try StoreFile()
        let clock = ManualClock(milliseconds: 1_700_000_000_000)
        var tuning = StoreTuning()
        tuning.pauseOfUses = .milliseconds(5)
        let store = try file.open(tuning, clock: SessionClock { clock.now })
        try await store.commit(.create(.sample("a")))
        clock.advance(byMilliseconds: 70_000)
        store.noteUses([SessionUse(session: "a", ago: 30_000)])
        try await eventually { try await store.summaries(after: nil, limit: 1).map(\.idle) == [30_000] }
        let copy = try StoreFile()
        for end in ["", "-wal"] {
            try Data(contentsOf: URL(filePath: file.path + end)).write(to: URL(filePath: copy.path + end))
        }
        await store.close()
        let found = try copy.open(tuning, clock: SessionClock { clock.now })
        #expect(try await found.summaries(after: nil, limit: 1).map(\.idle) == [30_000])
        await found.close()
    }

    @Test func `tombstones beyond one step are removed between commits`() async throws {
        let file = try StoreFile()
        let store = try file.open()
        for number in 0..<3_000 {
            let chain = ChangeChain()
            _ = store.enqueue(.create(.sample("\(number)")), on: chain) { _ in }
            _ = store.enqueue(.end(session: "\(number)"), on: chain) { _ in }
        }
        try await store.commit(.clearTombstones(olderThan: 1_000_000, keeping: 10))
        try await eventually { try await store.counts() == StoreCounts(live: 0, ended: 10) }
        guard case .ended = try await store.find("2999") else {
            Issue.record("the last tombstone is missing")
            return
        }
        #expect(try await store.find("2980") == .unknown)
        await store.close()
    }

    /// Writes a database of an earlier version with live and ended sessions.
    private func writeEarlierDatabase(_ file: StoreFile, live: Int, ended: Int) async throws {
        let queue = try DatabaseQueue(path: file.path)
        try SessionSchema.migrator.migrate(queue, upTo: "owners")
        try await queue.write { database in
            let insert = try database.makeStatement(
                sql: """
                    INSERT INTO sessions (id, driverTokenHash, viewerTokenHash, idleTimeout, datasets, line, owner,
                        ownerDatasets, createdAt, seal, endedAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """)
            for number in 0..<live + ended {
                let head = StoredHead.sample(
                    "\(number)", datasets: ["d\(number % 7)", "all"], owner: .sample("owner \(number % 3)"),
                    createdAt: 1)
                try insert.execute(arguments: [
                    head.id, Data(head.driverTokenHash), Data(head.viewerTokenHash), head.idleTimeout,
                    try DatasetNames.text(of: head.datasets), Data(head.line), head.owner?.subject.text,
                    try StoredOwner.patterns(of: head.owner), head.createdAt, RowSeal.head(head),
                    number < live ? nil : 1_700_000_000_000,
                ])
            }
        }
        try queue.close()
    }

    @Test func `a database of an earlier version gets its lookups`() async throws {
        let file = try StoreFile()
        try await writeEarlierDatabase(file, live: 3_000, ended: 500)
        let clock = ManualClock()
        let store = try file.open(clock: SessionClock { clock.now })
        #expect(try await store.counts() == StoreCounts(live: 3_000, ended: 500))
        let head = StoredHead.sample(
            "6", datasets: ["d6", "all"], owner: .sample("owner 0"), createdAt: 1)
        #expect(try await store.find("6") == .live(StoredSummary(of: head, at: 0, idle: 0)))
        #expect(try await store.session("6")?.head == head)
        #expect(try await store.hasToken(StoredHead.sample("2999").viewerTokenHash, at: 0))
        #expect(try await !store.hasToken(StoredHead.sample("3000").viewerTokenHash, at: 0))
        #expect(try await store.shows("d6"))
        #expect(try await !store.shows("d7"))
        #expect(try await store.count(ofOwner: "owner 1", upTo: 5_000) == 1_000)
        clock.advance(byMilliseconds: 3_599_999)
        #expect(try await store.overdue(limit: 9) == [])
        clock.advance(byMilliseconds: 1)
        #expect(try await store.overdue(limit: 3) == ["0", "1", "2"])
        try await store.commit(.clearTombstones(olderThan: 0, keeping: 2))
        try await eventually { LogEnds.count(beside: file.path) == 3_000 }
        await store.close()
    }
}
