import ChartSessions
import ChartStorage
import ChartStores
import Configuration
import Foundation
import HTTPTypes
import Metrics
import NIOCore
import StoreTestSupport
import Testing

@testable import ChartCommands
@testable import ChartServer
@testable import ServerTestSupport

/// What principals may do with datasets and sessions under `auth.mode` `keys`.
@Suite struct KeyedServiceTests {
    /// A server with keys; the clock stands still.
    struct Keyed: Sendable {
        let client: any ServerClient
        let clock: ManualClock
        let store: SQLiteAPIKeyStore

        /// Calls the server and returns the status and the text of the answer.
        func call(
            _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, type: String = "application/json",
            as credential: String?
        ) async throws -> (status: Int, text: String, retryAfter: String?) {
            var headers: HTTPFields = [:]
            if body != nil { headers[.contentType] = type }
            headers[.authorization] = credential.map { "Bearer \($0)" }
            return try await client.execute(
                uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) }
            ) { ($0.status.code, String(buffer: $0.body), $0.headers[.retryAfter]) }
        }

        /// Puts two rows, and returns the status and the text of the answer.
        func put(_ dataset: String, as credential: String) async throws -> (status: Int, text: String) {
            let answer = try await call(
                .put, "/v1/datasets/\(dataset)", "t,v\n0,1\n1,2\n", type: "text/csv", as: credential)
            return (answer.status, answer.text)
        }
    }

    /// Runs a test against a server with keys of these scopes and patterns.
    static func run(
        _ settings: [AbsoluteConfigKey: ConfigValue] = [:], keys: [(scopes: [Scope], datasets: [String])],
        _ body: @escaping @Sendable (Keyed, [String]) async throws -> Void
    ) async throws {
        let server = try TestServer(["auth.mode": "keys", "log.audit": "off"].merging(settings) { $1 })
        let store = try SQLiteAPIKeyStore(dataDirectory: server.directory.path)
        var texts: [String] = []
        for (index, wanted) in keys.enumerated() {
            let (key, text) = APIKey.make(
                name: "key \(index)", scopes: Set(wanted.scopes), datasets: DatasetPatterns(wanted.datasets),
                createdAt: server.clock.now, expiresAt: server.clock.now + 60_000)
            try store.add(key)
            texts.append(text)
        }
        let clock = server.clock
        let made = texts
        try await server.test(.socket) { client in
            try await body(Keyed(client: client, clock: clock, store: store), made)
        }
    }

    private static let all = Scope.allCases

    @Test func `a dataset that no pattern matches does not exist`() async throws {
        try await Self.run(keys: [(Self.all, ["*"]), (Self.all, ["sales-*"])]) { server, keys in
            #expect(try await server.put("secret", as: keys[0]).status == 201)
            #expect(try await server.put("sales-1", as: keys[1]).status == 201)
            let list = try await server.call(.get, "/v1/datasets", as: keys[1])
            #expect(list.text.contains("sales-1") && !list.text.contains("secret"))
            for (method, path) in [(HTTPRequest.Method.get, ""), (.delete, ""), (.get, "/window")] {
                let there = try await server.call(method, "/v1/datasets/secret\(path)", as: keys[1])
                let missing = try await server.call(method, "/v1/datasets/absent\(path)", as: keys[1])
                #expect(there.status == 404)
                #expect(there.text == missing.text.replacing("absent", with: "secret"))
            }
            let bodies = ["secret", "absent"].map { #"{"surfaces":[{"dataset":"\#($0)"}]}"# }
            let there = try await server.call(.post, "/v1/sessions", bodies[0], as: keys[1])
            let missing = try await server.call(.post, "/v1/sessions", bodies[1], as: keys[1])
            #expect(there.status == 422)
            #expect(there.text == missing.text.replacing("absent", with: "secret"))
        }
    }

    @Test func `a session goes by its owner, also for later surfaces`() async throws {
        try await Self.run(keys: [(Self.all, ["*"]), (Self.all, ["sales-*"])]) { server, keys in
            _ = try await server.put("secret", as: keys[0])
            _ = try await server.put("sales-1", as: keys[1])
            let opened = try await server.call(
                .post, "/v1/sessions", #"{"surfaces":[{"dataset":"sales-1"}]}"#, as: keys[1])
            let session = try #require(try Self.texts(of: opened.text))
            let (id, driver) = (try #require(session["id"]), try #require(session["driverToken"]))
            for credential in [driver, keys[1]] {
                let surface = try await server.call(
                    .post, "/v1/sessions/\(id)/surfaces", #"{"id":"b","dataset":"secret"}"#, as: credential)
                #expect(surface.status == 422 && surface.text.contains("specification.unknown-dataset"))
            }
            #expect(try await server.call(.get, "/v1/sessions/\(id)", as: keys[0]).status == 404)
            let list = try await server.call(.get, "/v1/sessions?limit=1", as: keys[0])
            let subject = String(keys[1].prefix(16))
            #expect(list.status == 200 && list.text.contains(#""owner":"\#(subject)""#))
            #expect(list.text.contains(#""datasets":["sales-1"]"#) && !list.text.contains(driver))
            #expect(try await server.call(.delete, "/v1/sessions/\(id)", as: keys[0]).status == 204)
            #expect(try await server.call(.get, "/v1/sessions/\(id)", as: driver).status == 410)
        }
    }

    @Test func `a key that is revoked or has expired is refused, and its session shows nothing new`() async throws {
        try await Self.run(keys: [(Self.all, ["*"]), (Self.all, ["*"])]) { server, keys in
            _ = try await server.put("line", as: keys[0])
            let opened = try await server.call(
                .post, "/v1/sessions", #"{"surfaces":[{"dataset":"line"}]}"#, as: keys[0])
            let session = try #require(try Self.texts(of: opened.text))
            let (id, driver) = (try #require(session["id"]), try #require(session["driverToken"]))
            _ = try server.store.revoke(try #require(APIKey.id(inText: keys[0])), at: server.clock.now)
            while try await server.call(.get, "/v1/datasets", as: keys[0]).status != 401 {
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(try await server.call(.get, "/v1/datasets", as: keys[0]).text.contains("auth.key-revoked"))
            let surface = try await server.call(
                .post, "/v1/sessions/\(id)/surfaces", #"{"id":"b","dataset":"line"}"#, as: driver)
            #expect(surface.status == 422)
            #expect(try await server.call(.get, "/v1/sessions/\(id)", as: driver).status == 200)
            server.clock.advance(byMilliseconds: 60_000)
            #expect(try await server.call(.get, "/v1/datasets", as: keys[1]).text.contains("auth.key-expired"))
        }
    }

    @Test func `a principal and an address are held to their rates`() async throws {
        let limits: [AbsoluteConfigKey: ConfigValue] = [
            "limits.principal.requestsPerSecond": "3", "limits.address.requestsPerSecond": "2",
        ]
        try await Self.run(limits, keys: [(Self.all, ["*"]), (Self.all, ["*"])]) { server, keys in
            for _ in 0..<3 { #expect(try await server.call(.get, "/v1/datasets", as: keys[0]).status == 200) }
            let fourth = try await server.call(.get, "/v1/datasets", as: keys[0])
            #expect(fourth.status == 429 && fourth.retryAfter == "1" && fourth.text.contains("limits.principal-rate"))
            #expect(try await server.call(.get, "/v1/datasets", as: keys[1]).status == 200)
            for _ in 0..<2 { #expect(try await server.call(.get, "/v1/datasets", as: "csk_x").status == 401) }
            let third = try await server.call(.get, "/v1/datasets", as: "csk_x")
            #expect(third.status == 429 && third.text.contains("limits.address-rate"))
            #expect(try await server.call(.get, "/health/live", as: nil).status == 200)
        }
    }

    @Test func `a principal has a bounded number of sessions`() async throws {
        try await Self.run(["limits.principal.sessions": "1"], keys: [(Self.all, ["*"]), (Self.all, ["*"])]) {
            server, keys in
            let body = #"{"surfaces":[]}"#
            #expect(try await server.call(.post, "/v1/sessions", body, as: keys[0]).status == 201)
            let second = try await server.call(.post, "/v1/sessions", body, as: keys[0])
            #expect(second.status == 429 && second.retryAfter != nil)
            #expect(second.text.contains("limits.principal-sessions"))
            #expect(try await server.call(.post, "/v1/sessions", body, as: keys[1]).status == 201)
        }
    }

    /// The members that are texts.
    private static func texts(of json: String) throws -> [String: String]? {
        (try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])?.compactMapValues { $0 as? String }
    }
}
