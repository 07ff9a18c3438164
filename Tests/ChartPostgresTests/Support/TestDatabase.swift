import ChartStores
import Logging
import StoreTestSupport
import Synchronization

@testable import ChartPostgres

/// A value that several closures change.
final class Shared<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }

    func withLock<Result: Sendable>(_ body: (inout sending Value) -> sending Result) -> Result { value.withLock(body) }
}

/// A database of one test.
struct TestDatabase: Sendable {
    let cluster: PostgresCluster
    let name: String

    /// Creates a database on the cluster of the run.
    init() throws { self = try PostgresCluster.shared.get().makeDatabase() }

    init(cluster: PostgresCluster, name: String) {
        self.cluster = cluster
        self.name = name
    }

    /// Where a server finds the database.
    func settings(as role: String = "chart") throws -> PostgresSettings {
        try PostgresSettings(url: "host=\(cluster.folder) port=\(cluster.port) dbname=\(name) user=\(role)")
    }

    /// Opens connections as a node would.
    func connector(durability: StoreDurability = .commit) throws -> PostgresConnector {
        PostgresConnector(
            settings: try settings(), durability: durability, node: 1, statementLimit: .seconds(3),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Opens a store: a node of its own.
    func store(
        durability: StoreDurability = .commit, as role: String = "chart",
        _ tune: (inout PostgresTuning) -> Void = { _ in }
    ) throws -> PostgresSessionStore {
        var tuning = PostgresTuning()
        tuning.readers = 2
        tuning.trialInterval = .milliseconds(100)
        tune(&tuning)
        return try PostgresSessionStore(
            settings: settings(as: role), durability: durability,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            tuning: tuning)
    }

    /// Connects as an administrator.
    func connect() throws -> PostgresConnection {
        let connection = try cluster.connect(name)
        try connection.run("SET search_path = chart_surface")
        return connection
    }

    /// Ends connections of stores, and returns once they are gone: until then they would take another statement.
    ///
    /// - Parameters:
    ///   - names: Their application names, as LIKE matches them; those to other databases stay.
    ///   - admin: Who ends them; a new connection where it is nil.
    /// - Throws: An error of the database.
    func endConnections(of names: String, by admin: PostgresConnection? = nil) throws {
        try (admin ?? connect()).run(
            """
            SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
            WHERE application_name LIKE '\(names)' AND datname = current_database()
            """)
    }

    /// Moves the clock of the database ahead.
    func setClock(ahead milliseconds: Int64) throws {
        try connect().run(
            """
            CREATE OR REPLACE FUNCTION chart_surface.now_ms() RETURNS int8 LANGUAGE sql VOLATILE
            AS 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8 + \(milliseconds)'
            """)
    }

    /// A store that waits as long as a busy machine needs, for tests of what is stored alone.
    private func patientStore() throws -> PostgresSessionStore {
        try store { tuning in
            (tuning.patience, tuning.statementLimit, tuning.readerWait) = (.seconds(30), .seconds(30), .seconds(30))
        }
    }

    /// The store under the checks that all stores pass.
    static func conformance() throws -> SessionStoreConformance.Subject {
        let database = try TestDatabase()
        let current = Shared(try database.patientStore())
        let offset = Shared<Int64>(0)
        return SessionStoreConformance.Subject(
            current.withLock { $0 },
            advance: { milliseconds in
                let ahead = offset.withLock { offset in
                    offset += milliseconds
                    return offset
                }
                try database.setClock(ahead: ahead)
            }, slack: 9_000,
            reopen: {
                await current.withLock { $0 }.close()
                let store = try database.patientStore()
                current.withLock { $0 = store }
                return store
            })
    }
}
