import ChartStores
import Configuration
import Logging
import NIOEmbedded
import StoreTestSupport
import Synchronization
import Testing

@testable import ChartServer
@testable import ServerTestSupport

/// The key that a server makes that has none.
struct FirstKeyTests {
    private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private static func settings(_ values: [AbsoluteConfigKey: ConfigValue]) throws -> Settings {
        try Settings(reader: ConfigReader(provider: InMemoryProvider(values: values)))
    }

    @Test func `it is called first, has all rights without an end, and counts at once`() throws {
        let store = MemoryAPIKeyStore()
        let ring = try KeyRing(store: store, logger: Self.quiet)
        #expect(ring.isEmpty)
        let text = try #require(try ring.makeFirst())
        let key = try #require(try store.keys().first)
        #expect(key.name == "first" && key.scopes == Set(Scope.allCases) && key.datasets == .all)
        #expect(key.expiresAt == nil && key.hash == TextHash(of: text).bytes)
        #expect(ring.principal(ofKey: text, now: .max) == .success(key.principal) && !ring.isEmpty)
        #expect(try ring.makeFirst() == nil && store.keys().count == 1)
    }

    @Test(arguments: [true, false])
    func `a key that cannot be used is a key`(isRevoked: Bool) throws {
        let store = MemoryAPIKeyStore()
        let (key, _) = APIKey.make(
            name: "old", scopes: [], datasets: .all, createdAt: 0, expiresAt: isRevoked ? nil : 1)
        try store.add(key)
        if isRevoked { _ = try store.revoke(key.id, at: 1) }
        let ring = try KeyRing(store: store, logger: Self.quiet)
        #expect(!ring.isEmpty)
        #expect(try ring.makeFirst() == nil)
    }

    @Test(arguments: [Logger.Level.trace, .info, .critical])
    func `it is shown once, whatever the level of the log is`(level: Logger.Level) async throws {
        let lines = LogLines()
        var logger = lines.logger
        logger.logLevel = level
        let ring = try KeyRing(store: MemoryAPIKeyStore(), logger: Self.quiet)
        let settings = try Self.settings(["http.host": "0.0.0.0"])
        for _ in 1...2 {
            await FirstKey(ring: ring, replacesTokens: false).make(at: EmbeddedChannel(), of: settings, logger: logger)
        }
        let addresses = lines.metadata.compactMap { $0["address"]?.description }
        let shown = /http:\/\/localhost:0\/#key=(csk_[0-9a-f]{12}_[0-9a-f]{40})/
        let match = try #require(addresses.first?.wholeMatch(of: shown))
        #expect(addresses.count == 1 && lines.messages.count == 1)
        #expect(try ring.principal(ofKey: String(match.1), now: 0).get().scopes == Set(Scope.allCases))
    }

    @Test func `data of a server that asked for tokens gets a warning`() async throws {
        let lines = LogLines()
        let ring = try KeyRing(store: MemoryAPIKeyStore(), logger: Self.quiet)
        let settings = try Self.settings(["http.host": "0.0.0.0"])
        await FirstKey(ring: ring, replacesTokens: true).make(at: EmbeddedChannel(), of: settings, logger: lines.logger)
        #expect(lines.levels == [.notice, .warning] && lines.messages.last?.contains("auth.mode to token") == true)
    }

    @Test(
        arguments: [
            ([:], "http://localhost:80"), (["http.hosts": "charts.example, b.example"], "http://charts.example:80"),
            (["http.hosts": "any"], "http://localhost:80"), (["http.host": "::"], "http://localhost:80"),
            (["http.host": "192.0.2.7"], "http://192.0.2.7:80"),
            (["http.host": "2001:db8::1"], "http://[2001:db8::1]:80"),
            (["http.certificate": "c.pem", "http.privateKey": "k.pem"], "https://localhost:80"),
        ] as [([AbsoluteConfigKey: ConfigValue], String)])
    func `the address is the page's`(values: [AbsoluteConfigKey: ConfigValue], wanted: String) throws {
        let settings = try Self.settings(["http.host": "0.0.0.0"].merging(values) { $1 })
        #expect(FirstKey.address(of: settings, port: 80) == wanted)
    }
}
