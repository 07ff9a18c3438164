import ChartStores
import Foundation
import Logging
import StoreTestSupport
import Testing

@testable import ChartPostgres

/// Where the database is, and that no text tells the password.
struct PostgresSettingsTests {
    private func url(_ cluster: PostgresCluster, password: String, database: String) -> String {
        let encoded = password.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return "postgresql://chart:\(encoded)@127.0.0.1:\(cluster.port)/\(database)?sslmode=disable"
    }

    private func open(_ settings: PostgresSettings) throws(PostgresError) -> PostgresSessionStore {
        try PostgresSessionStore(settings: settings, durability: .commit, logger: Logger(label: "test"))
    }

    @Test func `a URL names several servers`() throws {
        let settings = try PostgresSettings(url: "postgresql://u:secret@one,two:5433,[::1]:7/db?connect_timeout=9")
        #expect(settings.hosts.map(\.name) == ["one", "two", "::1"])
        #expect(settings.hosts.map { $0.port ?? "" } == ["", "5433", "7"])
        let parameters = try settings.parameters(of: settings.hosts[1], name: "test")
        #expect(parameters["port"] == "5433" && parameters["host"] == "two" && parameters["password"] == "secret")
        #expect(parameters["target_session_attrs"] == "read-write")
        #expect(settings.connectLimit == .seconds(9))
        #expect(settings.description == "one,two:5433,::1:7/db")
    }

    @Test(arguments: [
        "postgresql://u:secret@host:70000000/x?nonsense=secret", "postgresql://u:secret@[::1/x", "secret",
        "host='secret",
        "host=a,b port=1,2,3 password=secret",
    ])
    func `a URL that cannot be read is not repeated`(_ url: String) {
        let error = #expect(throws: PostgresError.self) { try PostgresSettings(url: url) }
        #expect(error?.kind == .settings && error?.message.contains("secret") == false)
    }

    @Test func `the password comes from the URL or from a file, and no text tells it`() async throws {
        let cluster = try PostgresCluster.shared.get()
        let database = try cluster.makeDatabase()
        let settings = try PostgresSettings(
            url: url(cluster, password: PostgresCluster.password, database: database.name))
        let store = try open(settings)
        await store.close()
        let file = cluster.folder + "/password \(database.name)"
        try (PostgresCluster.password + "\n").write(toFile: file, atomically: true, encoding: .utf8)
        let bare = "host=127.0.0.1 port=\(cluster.port) user=chart dbname=\(database.name)"
        let fromFile = try PostgresSettings(url: bare, passwordFile: file)
        let other = try open(fromFile)
        await other.close()
        for text in ["\(settings)", "\(fromFile)", settings.redacted("a \(PostgresCluster.password) b")] {
            #expect(!text.contains(PostgresCluster.password) && !text.contains("p%40ss"))
        }
        let missing = try PostgresSettings(url: bare, passwordFile: file + " that is missing")
        #expect(throws: PostgresError.self) { try open(missing) }
    }

    @Test(arguments: ["wrong secret", "p@ss"])
    func `a wrong password is refused, without being told`(_ password: String) throws {
        let cluster = try PostgresCluster.shared.get()
        let settings = try PostgresSettings(url: url(cluster, password: password, database: "postgres"))
        let error = #expect(throws: PostgresError.self) { try open(settings) }
        let text = error?.description ?? ""
        #expect(text.contains("password authentication failed") && !text.contains(password))
        #expect(error?.kind == .settings && error?.state == "28P01" && error?.isTemporary == false)
    }

    @Test func `a missing password is a matter of the settings`() throws {
        let cluster = try PostgresCluster.shared.get()
        let file = cluster.folder + "/empty password"
        try "".write(toFile: file, atomically: true, encoding: .utf8)
        let url = "postgresql://chart@127.0.0.1:\(cluster.port)/postgres?sslmode=disable&passfile=\(file)"
        for passwordFile in [nil, file] {
            let settings = try PostgresSettings(url: url, passwordFile: passwordFile)
            let error = #expect(throws: PostgresError.self) { try open(settings) }
            #expect(error?.isTemporary == false && error?.message.contains("no password supplied") == true)
        }
    }

    @Test func `a database that is not there, or no server at all, is told`() throws {
        let cluster = try PostgresCluster.shared.get()
        let base = "host=\(cluster.folder) port=\(cluster.port) user=chart"
        for (url, text, isTemporary) in [
            (base + " dbname=nowhere", #"database "nowhere" does not exist"#, false),
            ("host=127.0.0.1 port=1 user=chart dbname=x", "127.0.0.1:1", true),
        ] {
            let settings = try PostgresSettings(url: url)
            let error = #expect(throws: PostgresError.self) { try open(settings) }
            #expect(error?.description.contains(text) == true && error?.isTemporary == isTemporary, "\(error as Any)")
        }
    }

    @Test func `a server that cannot be reached is passed over`() async throws {
        let database = try TestDatabase()
        let (folder, port) = (database.cluster.folder, database.cluster.port)
        let settings = try PostgresSettings(
            url: "host=127.0.0.1,\(folder) port=1,\(port) user=chart dbname=\(database.name)")
        let store = try open(settings)
        try await store.commit(.create(.sample("a")))
        await store.close()
    }
}
