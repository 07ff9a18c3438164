import Configuration
import StoreTestSupport
import Testing

@testable import ChartServer

struct JWTSettingsTests {
    private func settings(_ values: [AbsoluteConfigKey: ConfigValue]) throws -> JWTSettings? {
        let values = values.merging(["auth.mode": "keys"]) { given, _ in given }
        return try Settings(reader: ConfigReader(provider: InMemoryProvider(values: values))).jwt
    }

    @Test func `an issuer counts under keys alone`() {
        let error = #expect(throws: ConfigurationError.self) {
            try settings([
                "auth.mode": "token", "auth.jwt.issuer": "i", "auth.jwt.audience": "a", "auth.jwt.keys": "k.json",
            ])
        }
        #expect(error?.description.contains("auth.mode keys") == true)
    }

    @Test func `a path and an https URL are told apart`() throws {
        #expect(try settings([:]) == nil)
        #expect(
            try settings(["auth.jwt.issuer": "i", "auth.jwt.audience": "a", "auth.jwt.keys": "./keys.json"])
                == JWTSettings(issuer: "i", audience: "a", keys: .file("./keys.json")))
        #expect(
            try settings([
                "auth.jwt.issuer": "i", "auth.jwt.audience": "a", "auth.jwt.keys": "https://i.example/keys?v=1",
                "auth.jwt.certificates": "ca.pem",
            ])
                == JWTSettings(
                    issuer: "i", audience: "a", keys: .url("https://i.example/keys?v=1"), trustRoots: "ca.pem"))
    }

    @Test(arguments: [
        "http://i.example/keys", "https://", "https:///keys", "https://u:p@i\u{e9}", "ftp://i", "HTTP://i",
    ])
    func `another URL is refused`(url: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try settings([
                "auth.jwt.issuer": "i", "auth.jwt.audience": "a", "auth.jwt.keys": .init(stringLiteral: url),
            ])
        }
        #expect(error?.description == "auth.jwt.keys is \"\(url)\"; it takes off, a path or an https URL")
    }

    @Test(arguments: ["auth.jwt.issuer", "auth.jwt.audience", "auth.jwt.keys"])
    func `two of the three keys are refused with the name of the third`(missing: String) {
        var values: [AbsoluteConfigKey: ConfigValue] = [
            "auth.jwt.issuer": "i", "auth.jwt.audience": "a", "auth.jwt.keys": "keys.json",
        ]
        values[AbsoluteConfigKey(ConfigKey(missing))] = nil
        let error = #expect(throws: ConfigurationError.self) { try settings(values) }
        #expect(error?.description.hasPrefix("\(missing) is missing: ") == true)
    }

    @Test func `authorities need a URL`() {
        let file: [AbsoluteConfigKey: ConfigValue] = [
            "auth.jwt.issuer": "i", "auth.jwt.audience": "a", "auth.jwt.keys": "keys.json",
            "auth.jwt.certificates": "ca.pem",
        ]
        let error = #expect(throws: ConfigurationError.self) { try settings(file) }
        #expect(error?.description.hasPrefix("auth.jwt.certificates is for an https URL") == true)
        let alone = #expect(throws: ConfigurationError.self) { try settings(["auth.jwt.certificates": "ca.pem"]) }
        #expect(alone?.description.hasPrefix("auth.jwt.issuer is missing") == true)
    }
}
