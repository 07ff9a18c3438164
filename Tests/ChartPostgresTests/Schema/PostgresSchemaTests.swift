import ChartStores
import StoreTestSupport
import Testing

@testable import ChartPostgres

/// The tables are created, migrated, and left alone.
struct PostgresSchemaTests {
    @Test func `tables of a newer version stop the start`() async throws {
        let database = try TestDatabase()
        await (try database.store()).close()
        try database.connect().run("INSERT INTO migration VALUES (99)")
        let error = #expect(throws: PostgresError.self) { try database.store() }
        #expect(error?.description.contains("version 99") == true)
    }

    @Test func `a role without the right to create tables is told what to grant`() async throws {
        let database = try TestDatabase()
        let error = #expect(throws: PostgresError.self) { try database.store(as: "guest") }
        #expect(error?.description.contains("grant CREATE") == true)
        try database.cluster.connect(database.name).run("CREATE SCHEMA chart_surface AUTHORIZATION guest")
        let store = try database.store(as: "guest")
        try await store.commit(.create(.sample("a")))
        await store.close()
    }

    @Test func `nodes that start at once create the tables once`() async throws {
        let database = try TestDatabase()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 { group.addTask { await (try database.store()).close() } }
            try await group.waitForAll()
        }
        #expect(try database.connect().run("SELECT version FROM migration").count == PostgresSchema.migrations.count)
    }

    @Test func `a later migration runs once, on the data of the earlier ones`() async throws {
        let database = try TestDatabase()
        let store = try database.store()
        try await store.commit(.create(.sample("a")))
        await store.close()
        let later = PostgresSchema.migrations + [["ALTER TABLE chart_surface.session ADD COLUMN color text"]]
        let connection = try database.connector().open(.schema)
        for _ in 1...2 { try PostgresSchema.prepare(connection, until: .now + .seconds(10), migrations: later) }
        #expect(try database.connect().run("SELECT version FROM migration").count == later.count)
        #expect(try database.connect().run("SELECT color FROM session").count == 1)
    }
}
