import ChartStores
import Logging
import StoreTestSupport
import Testing

@testable import ChartPostgres

/// API keys in the database that the nodes share.
@Suite(.serialized) struct PostgresAPIKeyStoreTests {
    private static func store(in database: TestDatabase) throws -> PostgresAPIKeyStore {
        try PostgresAPIKeyStore(
            settings: database.settings(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test(arguments: APIKeyStoreConformance.Check.allCases)
    func `a store over PostgreSQL passes the check`(_ check: APIKeyStoreConformance.Check) throws {
        try APIKeyStoreConformance {
            let database = try TestDatabase()
            return (try Self.store(in: database), try Self.store(in: database))
        }.run(check)
    }

    @Test func `a lost connection is opened again, and a revocation counts after it`() throws {
        let database = try TestDatabase()
        let store = try Self.store(in: database)
        try store.add(APIKeyStoreConformance.key("aaaaaaaaaaaa"))
        let before = try store.changeNumber()
        try database.endConnections(of: "%keys")
        #expect(try store.revoke("aaaaaaaaaaaa", at: 5)?.revokedAt == 5)
        #expect(try store.changeNumber() == before + 1 && store.keys().map(\.revokedAt) == [5])
    }

    @Test func `an insertion whose answer was lost says that the key may be stored`() throws {
        let database = try TestDatabase()
        let store = try Self.store(in: database)
        try database.endConnections(of: "%keys")
        let error = #expect(throws: APIKeyStoreError.self) {
            try store.add(APIKeyStoreConformance.key("bbbbbbbbbbbb"))
        }
        #expect(error?.description.contains("may be stored") == true)
        #expect(try store.keys().isEmpty)
    }

    @Test func `a row that was altered by hand is told by its id`() throws {
        let database = try TestDatabase()
        let store = try Self.store(in: database)
        try store.add(APIKeyStoreConformance.key("cccccccccccc"))
        try database.connect().run("UPDATE api_key SET datasets = 'sales'")
        let error = #expect(throws: APIKeyStoreError.self) { try store.keys() }
        #expect(error?.description.contains("cccccccccccc") == true)
    }
}
