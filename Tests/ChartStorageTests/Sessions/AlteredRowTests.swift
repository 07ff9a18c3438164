import ChartStores
import Foundation
import GRDB
import StoreTestSupport
import Testing

@testable import ChartStorage

/// Altered rows of the database: their session is damaged, and never a different session.
struct AlteredRowTests {
    private func stored(in file: StoreFile) async throws {
        let store = try file.open()
        for id in ["a", "b"] {
            try await store.commit(.create(.sample(id)))
            for revision in 1...6 { try await store.commit(.append(session: id, .sample(revision), datasets: nil)) }
        }
        try await store.commit(
            .snapshot(session: "a", StoredSnapshot(revision: 3, state: Array("state".utf8)), keepsHistory: true))
        await store.close()
    }

    @Test(arguments: [
        "UPDATE entries SET line = CAST(replace(CAST(line AS TEXT), '5', '7') AS BLOB) WHERE revision = 5",
        "UPDATE entries SET revision = 9 WHERE revision = 5",
        "UPDATE entries SET previous = previous + 1 WHERE revision = 6",
        "UPDATE entries SET previous = id WHERE revision = 6", "UPDATE entries SET line = NULL WHERE revision = 6",
        "UPDATE entries SET session = 'x' WHERE revision = 5", "DELETE FROM entries WHERE revision = 4",
        "DELETE FROM entries WHERE revision = 6", "UPDATE snapshots SET state = CAST('State' AS BLOB)",
        "UPDATE snapshots SET revision = 4", "UPDATE sessions SET line = CAST('x' AS BLOB)",
        "UPDATE sessions SET idleTimeout = 7", "UPDATE sessions SET driverTokenHash = CAST('x' AS BLOB)",
        "UPDATE heads SET revision = 5", "UPDATE heads SET entry = 1",
    ])
    func `an altered, swapped or missing row damages its session`(alteration: String) async throws {
        let file = try StoreFile()
        try await stored(in: file)
        try await DatabaseQueue(path: file.path).write { database in
            // The columns do not allow NULL, so the test makes another table.
            try database.execute(sql: "PRAGMA ignore_check_constraints = 1")
            do { try database.execute(sql: alteration) } catch let error as DatabaseError {
                guard error.resultCode == .SQLITE_CONSTRAINT else { throw error }
                try database.execute(sql: "UPDATE entries SET line = 'text', seal = seal + 1 WHERE revision = 6")
            }
        }
        let store = try file.open()
        let error = await #expect(throws: SessionStoreError.self) { _ = try await store.session("a") }
        #expect(error.map { if case .damagedSession = $0 { true } else { false } } == true, "\(error as Any)")
        #expect(store.condition == .ready)
        await store.close()
    }

    private func dropSeals(in file: StoreFile, ofEarlierVersion isEarlier: Bool) async throws {
        try await DatabaseQueue(path: file.path).write { database in
            for table in ["sessions", "entries", "snapshots"] {
                try database.execute(sql: "UPDATE \(table) SET seal = NULL")
            }
            guard isEarlier else { return }
            try database.execute(
                sql: """
                    ALTER TABLE marks DROP COLUMN sealedFrom;
                    DELETE FROM grdb_migrations WHERE identifier = 'sealed';
                    """)
        }
    }

    @Test func `rows of an earlier version without a seal are read, and get one`() async throws {
        let file = try StoreFile()
        try await stored(in: file)
        try await dropSeals(in: file, ofEarlierVersion: true)
        let store = try file.open()
        let session = try await store.session("a")
        #expect(session?.snapshot?.revision == 3 && session?.entries.map(\.revision) == [4, 5, 6])
        try await store.commit(.append(session: "a", .sample(7), datasets: nil))
        await store.close()
        try await DatabaseQueue(path: file.path).write { database in
            let bare = try Int.fetchOne(
                database,
                sql: """
                    SELECT (SELECT count(*) FROM sessions WHERE seal IS NULL)
                        + (SELECT count(*) FROM snapshots WHERE seal IS NULL)
                        + (SELECT count(*) FROM entries WHERE seal IS NULL AND revision = 7)
                    """)
            #expect(bare == 0)
        }
    }

    @Test func `a row that has lost its seal damages its session`() async throws {
        let file = try StoreFile()
        try await stored(in: file)
        try await dropSeals(in: file, ofEarlierVersion: false)
        let store = try file.open()
        for id in ["a", "b"] {
            await #expect(throws: SessionStoreError.self) { _ = try await store.session(id) }
        }
        await store.close()
    }
}
