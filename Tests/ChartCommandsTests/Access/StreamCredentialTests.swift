import AsyncHTTPClient
import ChartSessions
import ChartStorage
import ChartStores
import ChartWire
import Configuration
import HTTPTypes
import NIOCore
import NIOHTTP1
import StoreTestSupport
import Testing

@testable import ChartCommands
@testable import ChartServer
@testable import ServerTestSupport
@testable import SessionTestSupport

/// Streams under `auth.mode` `keys`, whose credentials end while they are open.
@Suite(.timeLimit(.minutes(10))) struct StreamCredentialTests {
    /// A server with two keys and an issuer of JWTs; the clock stands still.
    private struct Keyed: Sendable {
        let client: any ServerClient
        let clock: ManualClock
        let store: SQLiteAPIKeyStore
        let directory: TemporaryDirectory
        let issuer: JWTIssuer
        let keys: [String]

        /// A token that expires in ten minutes.
        func token(_ subject: String) async throws -> String {
            try await issuer.token(
                "ES256",
                claims: JWTIssuer.claims(["sub": .string(subject), "exp": .number(Double(clock.now / 1_000 + 600))]))
        }

        /// Replaces the keys that the issuer publishes.
        func publish(_ keys: [String]) throws {
            _ = try directory.write(String(decoding: try issuer.set(keys), as: UTF8.self), to: "issuer.json")
        }

        func send(
            _ method: HTTPRequest.Method, _ path: String, _ body: String, as credential: String
        ) async throws -> Reply {
            try await client.execute(
                uri: path, method: method,
                headers: [.contentType: "application/json", .authorization: "Bearer \(credential)"],
                body: ByteBuffer(string: body)
            ) { Reply(status: $0.status.code, headers: $0.headers, text: String(buffer: $0.body)) }
        }

        /// Opens a session with a surface that shows no dataset.
        func open(as credential: String) async throws -> Reply {
            let opened = try await send(.post, "/v1/sessions", #"{"surfaces":[{"id":"main"}]}"#, as: credential)
            try #require(opened.status == 201, "\(opened.text)")
            return opened
        }

        /// Opens a stream of a session, and reads its first event.
        func watch(_ session: Reply, as credential: String) async throws -> EventStream {
            let (port, id) = (try #require(client.port), try #require(session.string("id")))
            var request = HTTPClientRequest(url: "http://localhost:\(port)/v1/sessions/\(id)/stream")
            request.headers.add(name: "Authorization", value: "Bearer \(credential)")
            let response = try await HTTPClient.shared.execute(request, timeout: .seconds(50))
            try #require(response.status == .ok)
            var stream = EventStream(response)
            #expect(try await stream.next()?.name == "state")
            return stream
        }

        /// Changes a session with its own token.
        func change(_ session: Reply) async throws {
            let (id, token) = (try #require(session.string("id")), try #require(session.string("driverToken")))
            let tick = #"{"events":[{"type":"tick","time":1}]}"#
            let reply = try await send(.post, "/v1/sessions/\(id)/surfaces/main/events", tick, as: token)
            #expect(reply.status == 200, "\(reply.text)")
        }
    }

    private static func run(_ body: @escaping @Sendable (Keyed) async throws -> Void) async throws {
        var server = try TestServer(["auth.mode": "keys", "log.audit": "off"])
        let issuer = try JWTIssuer()
        let published = try server.directory.write(
            String(decoding: try issuer.set(), as: UTF8.self), to: "issuer.json")
        server.values["auth.jwt.issuer"] = .init(stringLiteral: JWTIssuer.settings.issuer)
        server.values["auth.jwt.audience"] = .init(stringLiteral: JWTIssuer.settings.audience)
        server.values["auth.jwt.keys"] = .init(stringLiteral: published)
        let store = try SQLiteAPIKeyStore(dataDirectory: server.directory.path)
        var keys: [String] = []
        for lifetime: Int64 in [60_000, 120_000] {
            let (key, text) = APIKey.make(
                name: "viewer", scopes: [.createSessions], datasets: .all, createdAt: server.clock.now,
                expiresAt: server.clock.now + lifetime)
            try store.add(key)
            keys.append(text)
        }
        let (clock, directory, made) = (server.clock, server.directory, keys)
        try await server.test(.socket) { client in
            try await body(
                Keyed(
                    client: client, clock: clock, store: store, directory: directory, issuer: issuer, keys: made))
        }
    }

    /// Checks that a stream ends because of its credential.
    private static func expectRefusal(_ stream: inout EventStream) async throws {
        let end = try #require(try await stream.next())
        #expect(end.name == "end" && end.id == nil && end.body.string("reason") == "credential", "\(end)")
        #expect(try await stream.next() == nil)
    }

    /// Checks that a stream still has the changes of its session.
    private static func expectChange(_ stream: inout EventStream, of session: Reply, on server: Keyed) async throws {
        try await server.change(session)
        #expect(try await stream.next()?.name == "update")
    }

    @Test func `a token that was given out ends its streams when it expires or is removed`() async throws {
        try await Self.run { server in
            let own = try await server.open(as: server.keys[0])
            let path = "/v1/sessions/\(try #require(own.string("id")))/tokens"
            let driver = try #require(own.string("driverToken"))
            func grant(_ body: String) async throws -> Reply {
                try await server.send(.post, path, body, as: driver)
            }
            let removed = try await grant(#"{"may":["look"]}"#)
            let expiring = try await grant(#"{"may":["annotate"],"expires":30000}"#)
            let lasting = try await grant(#"{"may":["drive"]}"#)
            var streams: [EventStream] = []
            for token in [removed, expiring, lasting] {
                streams.append(try await server.watch(own, as: try #require(token.string("token"))))
            }
            let tid = try #require(removed.string("id"))
            #expect(try await server.send(.delete, "\(path)/\(tid)", "", as: driver).status == 204)
            try await Self.expectRefusal(&streams[0])
            try await Self.expectChange(&streams[1], of: own, on: server)
            server.clock.advance(byMilliseconds: 30_000)
            try await Self.expectRefusal(&streams[1])
            #expect(try await streams[2].next()?.name == "update")
            try await Self.expectChange(&streams[2], of: own, on: server)
        }
    }

    @Test func `a revoked key ends its streams, and no other stream`() async throws {
        try await Self.run { server in
            let (own, foreign) = (try await server.open(as: server.keys[0]), try await server.open(as: server.keys[1]))
            var revoked = try await server.watch(own, as: server.keys[0])
            var token = try await server.watch(own, as: try #require(own.string("viewerToken")))
            var other = try await server.watch(foreign, as: server.keys[1])
            _ = try server.store.revoke(try #require(APIKey.id(inText: server.keys[0])), at: server.clock.now)
            try await Self.expectRefusal(&revoked)
            let id = try #require(own.string("id"))
            let again = try await server.send(.get, "/v1/sessions/\(id)/stream", "", as: server.keys[0])
            #expect(again.status == 401 && again.code == "auth.key-revoked")
            try await Self.expectChange(&token, of: own, on: server)
            try await Self.expectChange(&other, of: foreign, on: server)
        }
    }

    @Test func `a key that expires ends its streams, and no other stream`() async throws {
        try await Self.run { server in
            let (own, foreign) = (try await server.open(as: server.keys[0]), try await server.open(as: server.keys[1]))
            var expired = try await server.watch(own, as: server.keys[0])
            var token = try await server.watch(own, as: try #require(own.string("driverToken")))
            var other = try await server.watch(foreign, as: server.keys[1])
            server.clock.advance(byMilliseconds: 60_000)
            try await Self.expectRefusal(&expired)
            try await Self.expectChange(&token, of: own, on: server)
            try await Self.expectChange(&other, of: foreign, on: server)
        }
    }

    @Test func `a JWT that expires ends its streams after the leeway, and no other stream`() async throws {
        try await Self.run { server in
            let early = try await server.token("anna")
            let own = try await server.open(as: early)
            var expired = try await server.watch(own, as: early)
            server.clock.advance(byMilliseconds: 630_000)
            var token = try await server.watch(own, as: try #require(own.string("viewerToken")))
            let late = try await server.token("anna")
            var other = try await server.watch(own, as: late)
            try await Task.sleep(for: .milliseconds(700))
            try await server.change(own)
            #expect(try await expired.next()?.name == "update")
            #expect(try await token.next()?.name == "update")
            #expect(try await other.next()?.name == "update")
            server.clock.advance(byMilliseconds: 1)
            try await Self.expectRefusal(&expired)
            try await server.change(own)
            #expect(try await token.next()?.name == "update")
            #expect(try await other.next()?.name == "update")
        }
    }

    @Test func `a JWT whose key the issuer withdraws ends its streams`() async throws {
        try await Self.run { server in
            let jwt = try await server.token("anna")
            let own = try await server.open(as: jwt)
            var withdrawn = try await server.watch(own, as: jwt)
            var token = try await server.watch(own, as: try #require(own.string("viewerToken")))
            try server.publish(["rsa"])
            try await Self.expectRefusal(&withdrawn)
            try await Self.expectChange(&token, of: own, on: server)
        }
    }
}
