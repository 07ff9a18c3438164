import Foundation
import GRDB
import StoreTestSupport
import Testing

@testable import ChartStorage

/// The copies of databases before a migration.
struct SchemaCopyTests {
    @Test(arguments: ["sessions", "seals", "sealed", "owners"])
    func `the database of an earlier version is kept, and that version can go on with it`(last: String) async throws {
        let file = try StoreFile()
        let before = try fill(file.path, upTo: last)
        let store = try file.open()
        await store.close()

        let identifiers = SessionSchema.migrator.migrations
        let next = try #require(identifiers.drop { $0 != last }.dropFirst().first)
        let copy = file.folder + "/sessions-before-\(next).sqlite"
        for name in try FileManager.default.contentsOfDirectory(atPath: file.folder)
        where name.hasPrefix("sessions.sqlite") {
            try FileManager.default.removeItem(atPath: file.folder + "/" + name)
        }
        try FileManager.default.moveItem(atPath: copy, toPath: file.path)
        let (rows, applied) = try content(of: file.path, upTo: last)
        #expect(rows == before && !applied.contains(next))
    }

    /// Makes a database of an earlier version with a session.
    private func fill(_ path: String, upTo last: String) throws -> [Row] {
        let queue = try DatabaseQueue(path: path)
        try SessionSchema.migrator.migrate(queue, upTo: last)
        try queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO sessions (key, id, driverTokenHash, viewerTokenHash, idleTimeout, datasets, line)
                    VALUES (1, 'a', x'01', x'02', 1000, 'users', '{}')
                    """)
        }
        return try queue.read { try Row.fetchAll($0, sql: "SELECT * FROM sessions") }
    }

    /// What an earlier version reads.
    private func content(of path: String, upTo last: String) throws -> (rows: [Row], applied: Set<String>) {
        let queue = try DatabaseQueue(path: path)
        try SessionSchema.migrator.migrate(queue, upTo: last)
        return try queue.read { database in
            (
                try Row.fetchAll(database, sql: "SELECT * FROM sessions"),
                try SessionSchema.migrator.appliedIdentifiers(database)
            )
        }
    }

    @Test func `a new database, and one of this version, leave no copy`() async throws {
        let file = try StoreFile()
        for _ in 0..<2 {
            let store = try file.open()
            await store.close()
            _ = try SQLiteAPIKeyStore(dataDirectory: file.folder)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: file.folder)
        #expect(names.allSatisfy { !$0.contains("before") }, "\(names)")
    }
}
