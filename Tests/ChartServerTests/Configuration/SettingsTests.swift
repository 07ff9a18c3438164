import Configuration
import Testing

@testable import ChartServer

struct SettingsTests {
    private func settings(_ values: [AbsoluteConfigKey: ConfigValue]) throws -> Settings {
        try Settings(reader: ConfigReader(provider: InMemoryProvider(values: values)))
    }

    @Test func `without values the documented defaults apply`() throws {
        let settings = try settings([:])
        #expect(settings.host == "127.0.0.1")
        #expect(settings.port == 8080)
        #expect(settings.authMode == .none)
        #expect(settings.limits.bodyBytes == 1_048_576)
        #expect(settings.limits.datasetBytes == 4_294_967_296)
        #expect(settings.limits.batchesPerSecond == nil)
        #expect(settings.limits.viewersPerSession == 64)
        #expect(settings.limits.streamBytes == 262_144)
        #expect(settings.idleTimeout == 3_600_000)
        #expect(settings.gestureTimeout == 10_000)
    }

    @Test(arguments: [
        ("127.0.0.1", AuthMode.none), ("127.8.9.1", .none), ("localhost", .none), ("::1", .none), ("0.0.0.0", .keys),
        ("::", .keys), ("127.example.org", .keys), ("127.0.0.1.evil", .keys),
    ])
    func `by default only a loopback host needs no tokens`(host: String, mode: AuthMode) throws {
        #expect(try settings(["http.host": .init(stringLiteral: host)]).authMode == mode)
    }

    @Test func `an open server on another host than loopback is a decision`() throws {
        let open: [AbsoluteConfigKey: ConfigValue] = ["http.host": "0.0.0.0", "auth.mode": "none"]
        let error = #expect(throws: ConfigurationError.self) { try settings(open) }
        #expect(error?.description.contains("auth.allowOpen") == true)
        #expect(try settings(open.merging(["auth.allowOpen": "true"]) { $1 }).authMode == .none)
        #expect(try settings(["http.host": "0.0.0.0", "auth.mode": "keys"]).authMode == .keys)
    }

    @Test func `a value may have any type of its provider`() throws {
        let settings = try settings([
            "http.port": 0, "demo.enabled": false, "session.idleTimeout": "2h",
            "data.dir": .init(.stringArray(["a", "b"]), isSecret: false),
        ])
        #expect(settings.port == 0)
        #expect(!settings.isDemoEnabled)
        #expect(settings.idleTimeout == 7_200_000)
        #expect(settings.dataDirectory == "a,b")
    }

    @Test func `the error of a bad value names its key and the accepted values`() {
        let error = #expect(throws: ConfigurationError.self) { try settings(["http.port": 70_000]) }
        #expect(error?.description == #"http.port is "70000"; it takes 0 to 65535"#)
    }
}
