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
        #expect(settings.drainDelay == 0 && settings.drainTimeout == 5_000)
    }

    @Test(arguments: [
        ("127.0.0.1", AuthMode.none), ("127.8.9.1", .none), ("localhost", .none), ("::1", .none), ("0.0.0.0", .keys),
        ("::", .keys), ("127.example.org", .keys), ("127.0.0.1.evil", .keys),
    ])
    func `by default only a loopback host is open and without limits`(host: String, mode: AuthMode) throws {
        let settings = try settings(["http.host": .init(stringLiteral: host)])
        #expect(settings.authMode == mode && !settings.isAuthModeGiven)
        let limits = settings.limits
        #expect(limits.dataBytes == (mode == .none ? .unlimited : .partOfDisk))
        for rate in [limits.requestsPerSecondOfAddress, limits.requestsPerSecondOfPrincipal] {
            #expect(rate == (mode == .none ? nil : 2_000))
        }
    }

    @Test func `what the configuration says goes before the defaults of another host than loopback`() throws {
        let settings = try settings([
            "http.host": "0.0.0.0", "auth.mode": "token", "limits.dataBytes": "off",
            "limits.address.requestsPerSecond": "off", "limits.principal.requestsPerSecond": 7,
        ])
        #expect(settings.authMode == .token && settings.isAuthModeGiven)
        #expect(settings.limits.dataBytes == .unlimited)
        #expect(settings.limits.requestsPerSecondOfAddress == nil)
        #expect(settings.limits.requestsPerSecondOfPrincipal == 7)
    }

    @Test(arguments: [("sqlite", DataBytes.partOfDisk), ("memory", .partOfDisk), ("postgres", .unlimited)])
    func `with a shared database the disk of a node has no limit by default`(kind: String, wanted: DataBytes) throws {
        var values: [AbsoluteConfigKey: ConfigValue] = [
            "http.host": "0.0.0.0", "store.kind": .init(stringLiteral: kind),
        ]
        if kind == "postgres" { values["store.url"] = "postgresql://charts@127.0.0.1/charts" }
        #expect(try settings(values).limits.dataBytes == wanted)
        values["limits.dataBytes"] = "3MiB"
        #expect(try settings(values).limits.dataBytes == .bytes(3_145_728))
    }

    @Test(arguments: [("0s", 0), ("10m", 600_000), ("250ms", 250)])
    func `the delay and the timeout of a shutdown take up to ten minutes`(text: String, milliseconds: Int) throws {
        for key in ["http.drainDelay", "http.drainTimeout"] {
            let values: [AbsoluteConfigKey: ConfigValue] = [.init(stringLiteral: key): .init(stringLiteral: text)]
            let settings = try settings(values)
            #expect((key == "http.drainDelay" ? settings.drainDelay : settings.drainTimeout) == milliseconds)
            #expect(throws: ConfigurationError.self) {
                try self.settings([.init(stringLiteral: key): "10m1s"])
            }
        }
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
