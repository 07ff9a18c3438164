import ChartWire
import Configuration
import HTTPTypes
import Hummingbird
import StoreTestSupport
import Testing

@testable import ChartServer
@testable import ServerTestSupport

/// What counts for `limits.address.requestsPerSecond`, over HTTP; the clock stands still.
struct AddressRateTests {
    /// A request that ends in one place of its path, and its status.
    struct Ending: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var method = HTTPRequest.Method.get
        let path: String
        var headers: HTTPFields = [:]
        let status: HTTPResponse.Status
    }

    static let endings = [
        Ending(testDescription: "unknown path", path: "/v1/charts", status: .notFound),
        Ending(testDescription: "unknown file", path: "/js/b.js", status: .notFound),
        Ending(testDescription: "other method", method: .delete, path: "/v1/datasets", status: .methodNotAllowed),
        Ending(
            testDescription: "other method of a probe", method: .post, path: "/health/live", status: .methodNotAllowed),
        Ending(testDescription: "file", path: "/js/a.js", status: .ok),
        Ending(testDescription: "page", path: "/", status: .ok),
        Ending(testDescription: "head of the page", method: .head, path: "/", status: .ok),
        Ending(testDescription: "documentation", path: "/docs", status: .temporaryRedirect),
        Ending(
            testDescription: "preflight", method: .options, path: "/v1/datasets",
            headers: [.origin: "https://a.example", .accessControlRequestMethod: "GET"], status: .noContent),
        Ending(testDescription: "bad query", path: "/v1/datasets?colour=red", status: .badRequest),
        Ending(testDescription: "no credential", path: "/v1/datasets", status: .unauthorized),
        Ending(
            testDescription: "refused key", path: "/v1/datasets", headers: [.authorization: "Bearer csk_x"],
            status: .unauthorized),
        Ending(
            testDescription: "malformed JWT", path: "/v1/datasets", headers: [.authorization: "Bearer a.b.c"],
            status: .unauthorized),
        Ending(
            testDescription: "a session's token", path: "/v1/sessions/x", headers: [.authorization: "Bearer x"],
            status: .unauthorized),
    ]

    private static func server(rate: Int, _ settings: [AbsoluteConfigKey: ConfigValue] = [:]) throws -> TestServer {
        let server = try TestServer(
            [
                "auth.mode": "keys", "log.audit": "off", "demo.enabled": true,
                "http.corsOrigins": "https://a.example",
                "limits.address.requestsPerSecond": .init(stringLiteral: "\(rate)"),
            ].merging(settings) { $1 })
        try server.directory.write("<!doctype html>", to: "Public/index.html")
        try server.directory.write("export const a = 1", to: "Public/js/a.js")
        try server.directory.write("<!doctype html>", to: "docs/documentation/chart_surface/index.html")
        return server
    }

    private static func send(_ ending: Ending, to client: any ServerClient) async throws -> ServerAnswer {
        try await client.execute(uri: ending.path, method: ending.method, headers: ending.headers)
    }

    @Test(arguments: endings, [ChartApplication.Connection.socket, .channel])
    func `a request counts once, wherever it ends`(ending: Ending, setup: ChartApplication.Connection) async throws {
        try await Self.server(rate: 3).test(setup) { client in
            for _ in 0..<3 { #expect(try await Self.send(ending, to: client).status == ending.status) }
            let refused = try await Self.send(ending, to: client)
            #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "1")
            if ending.method != .head { try expectProblem(.addressRateExceeded, refused) }
        }
    }

    @Test func `all requests of an address count together, and it may go on when its time has come`() async throws {
        let server = try Self.server(rate: Self.endings.count)
        try await server.test(.socket) { client in
            try await Self.expectAnswers(from: client)
            for ending in Self.endings {
                let status = try await Self.send(ending, to: client).status
                #expect(status == .tooManyRequests, "\(ending)")
            }
            server.clock.advance(byMilliseconds: 1_000)
            try await Self.expectAnswers(from: client)
        }
    }

    /// Sends one request of each kind, and expects its own status.
    private static func expectAnswers(from client: any ServerClient) async throws {
        for ending in endings {
            let status = try await send(ending, to: client).status
            #expect(status == ending.status, "\(ending)")
        }
    }

    @Test func `a probe does not count, and is answered when the rate is used up`() async throws {
        try await Self.server(rate: 1).test(.socket) { client in
            for used in [false, true] {
                for path in ["/health/live", "/health/ready"] {
                    for method in [HTTPRequest.Method.get, .head, .get] {
                        let probe = try await client.execute(uri: path, method: method)
                        #expect(probe.status == .ok)
                    }
                }
                let other = try await client.execute(uri: "/v1/charts", method: .get)
                #expect(other.status == (used ? .tooManyRequests : .notFound))
            }
        }
    }

    @Test func `a JWT that is verified counts for its principal alone, and another for the address`() async throws {
        var server = try Self.server(rate: 1, ["limits.principal.requestsPerSecond": "4"])
        let issuer = try JWTIssuer()
        try issuer.join(&server)
        func token(_ number: Double) async throws -> HTTPFields {
            let claims = JWTIssuer.claims(["jti": .number(number)])
            return [.authorization: "Bearer \(try await issuer.token("EdDSA", claims: claims))"]
        }
        var tokens: [HTTPFields] = []
        for number in [0.0, 1, 1, 2, 3] { tokens.append(try await token(number)) }
        let known = tokens
        let forged: HTTPFields = [.authorization: "Bearer \(try await JWTIssuer().token("EdDSA"))"]
        let clock = server.clock
        try await server.test(.socket) { client in
            func call(_ headers: HTTPFields) async throws -> ServerAnswer {
                try await client.execute(uri: "/v1/datasets", method: .get, headers: headers)
            }
            for token in known.dropLast() { #expect(try await call(token).status == .ok) }
            for token in known { try expectProblem(.principalRateExceeded, try await call(token)) }
            try expectProblem(.jwtInvalid, try await call(forged))
            try expectProblem(.addressRateExceeded, try await call(forged))
            try expectProblem(.addressRateExceeded, try await call([:]))
            clock.advance(byMilliseconds: 1_000)
            #expect(try await call(known[4]).status == .ok)
            try expectProblem(.tokenMissing, try await call([:]))
        }
    }
}
