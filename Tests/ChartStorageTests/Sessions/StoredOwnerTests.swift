import ChartStores
import Foundation
import GRDB
import StoreTestSupport
import Testing

@testable import ChartStorage

/// The owners of sessions in the database: earlier versions, and altered rows.
struct StoredOwnerTests {
    private static let owned = StoredHead.sample("owned", owner: .sample("csk_1"), createdAt: 1_700_000_000_000)
    private static let plain = StoredHead.sample("plain")

    private func stored(in file: StoreFile) async throws {
        let store = try file.open()
        for head in [Self.owned, Self.plain] { try await store.commit(.create(head)) }
        await store.close()
    }

    /// The checksum of a head as earlier versions wrote it.
    private static func earlierSeal(of head: StoredHead) -> Int64 {
        var seal = RowSeal()
        seal.add(Array(head.id.utf8).span)
        seal.add(head.driverTokenHash.span)
        seal.add(head.viewerTokenHash.span)
        seal.add(Int64(bitPattern: head.idleTimeout.bitPattern))
        seal.add(head.line.span)
        return seal.value
    }

    /// Writes a database of an earlier version with one session of two revisions.
    private func writeEarlierDatabase(_ file: StoreFile) async throws {
        let queue = try DatabaseQueue(path: file.path)
        try SessionSchema.migrator.migrate(queue, upTo: "sealed")
        let (head, entries) = (Self.plain, [LogEntry.sample(1), .sample(2)])
        try await queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO sessions (key, id, driverTokenHash, viewerTokenHash, idleTimeout, datasets, line, seal)
                    VALUES (1, ?, ?, ?, ?, '["users"]', ?, ?)
                    """,
                arguments: [
                    head.id, Data(head.driverTokenHash), Data(head.viewerTokenHash), head.idleTimeout, Data(head.line),
                    Self.earlierSeal(of: head),
                ])
            for (index, entry) in entries.enumerated() {
                let numbers: [5 of Int64] = [Int64(index + 1), 1, Int64(entry.revision), Int64(index), 1]
                try database.execute(
                    sql: "INSERT INTO entries VALUES (?, 1, ?, ?, 1, ?, ?)",
                    arguments: [
                        index + 1, entry.revision, index, Data(entry.line),
                        RowSeal.entry(numbers, line: entry.line.span),
                    ])
            }
        }
        try queue.close()
    }

    @Test func `a session of an earlier version is sound and has no owner, and a new one has`() async throws {
        let file = try StoreFile()
        try await writeEarlierDatabase(file)
        let store = try file.open()
        #expect(
            try await store.session("plain")
                == StoredSession(head: Self.plain, snapshot: nil, entries: [.sample(1), .sample(2)]))
        #expect(try await store.summaries(after: nil, limit: 9).map(\.owner) == [nil])
        try await store.commit(.sample("plain", 3))
        try await store.commit(.create(Self.owned))
        await store.close()
        let clock = ManualClock()
        let reopened = try file.open(clock: SessionClock { clock.now })
        #expect(try await reopened.session("plain")?.entries.count == 3)
        #expect(try await reopened.session("owned")?.head == Self.owned)
        let summaries = try await reopened.summaries(after: nil, limit: 9)
        let expected = [(Self.owned, 0), (Self.plain, 3)].enumerated().map { index, session in
            StoredSummary(of: session.0, at: session.1, idle: summaries[index].idle)
        }
        #expect(summaries == expected)
        await reopened.close()
    }

    @Test(arguments: [
        ("owned", "UPDATE sessions SET owner = 'csk_2' WHERE owner IS NOT NULL"),
        ("owned", "UPDATE sessions SET owner = NULL"), ("owned", "UPDATE sessions SET ownerDatasets = NULL"),
        ("owned", "UPDATE sessions SET owner = NULL, ownerDatasets = NULL"),
        ("owned", "UPDATE sessions SET owner = NULL, ownerDatasets = NULL, createdAt = NULL"),
        ("owned", #"UPDATE sessions SET ownerDatasets = '["*"]' WHERE owner IS NOT NULL"#),
        ("owned", "UPDATE sessions SET ownerDatasets = 'x' WHERE owner IS NOT NULL"),
        ("owned", "UPDATE sessions SET owner = x'00' WHERE owner IS NOT NULL"),
        ("owned", "UPDATE sessions SET createdAt = createdAt + 1"),
        ("plain", #"UPDATE sessions SET owner = 'csk_1', ownerDatasets = '["*"]'"#),
        ("plain", "UPDATE sessions SET createdAt = 0"),
    ])
    func `an altered owner or time of creation damages its session`(id: String, alteration: String) async throws {
        let file = try StoreFile()
        try await stored(in: file)
        try await DatabaseQueue(path: file.path).write { try $0.execute(sql: alteration) }
        guard let store = try? file.open() else {
            Issue.record("the store does not open")
            return
        }
        let error = await #expect(throws: SessionStoreError.self) { _ = try await store.session(id) }
        #expect(error.map { if case .damagedSession = $0 { true } else { false } } == true, "\(error as Any)")
        #expect(store.condition == .ready)
        await store.close()
    }

    @Test func `an ended session leaves no owner in the file`() async throws {
        let file = try StoreFile()
        try await stored(in: file)
        let store = try file.open()
        try await store.commit(.end(session: "owned"))
        try await eventually {
            try await store.connections.current.pool.read { database in
                try Int.fetchOne(
                    database, sql: "SELECT count(*) FROM sessions WHERE owner IS NOT NULL OR ownerDatasets IS NOT NULL")
            } == 0
        }
        await store.close()
    }

    @Test func `a page of a list reads the rows of the page alone`() async throws {
        let file = try StoreFile()
        let store = try file.open()
        let plan = try await store.connections.current.pool.read { database in
            try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + SummaryRow.selection, arguments: ["", 9])
                .map { String(describing: $0) }.joined()
        }
        #expect(plan.contains("SEARCH") && plan.contains("liveSessions") && !plan.contains("TEMP B-TREE"), "\(plan)")
        await store.close()
    }
}
