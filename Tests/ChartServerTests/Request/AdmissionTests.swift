import ChartStores
import ChartWire
import Configuration
import HTTPTypes
import Hummingbird
import MetricsTestKit
import NIOCore
import Testing

@testable import ChartServer
@testable import ChartSessions
@testable import ServerTestSupport

struct AdmissionTests {
    private struct Unforeseen: Error {}

    private static let echo = Route(
        method: .put, pattern: "/v1/things/{name}", operationID: "putThing", access: .open, query: ["width"],
        body: .json
    ) { request in
        let width = try request.query.integer("width", in: 1...10) ?? 0
        return .afterBody { .now(.json(Array("\(request.parameter("name")) \(width) ".utf8) + $0)) }
    }

    private static let routes = [
        echo,
        Route(method: .get, pattern: "/v1/things/{name}", operationID: "getThing", access: .open) { _ in
            .now(.json(Array("{}".utf8)))
        },
        Route(method: .get, pattern: "/fails", operationID: "fail", access: .open) { _ in throw Unforeseen() },
        Route(method: .get, pattern: "/refuses", operationID: "refuse", access: .open) { _ in
            throw HTTPError(.conflict, message: "no")
        },
        Route(method: .get, pattern: "/limited", operationID: "limit", access: .open) { _ in
            throw Problem(.rateExceeded, "slow down", retryAfter: 7)
        },
        Route(method: .get, pattern: "/secret", operationID: "secret", access: .open) { _ in
            throw Problem(.tokenMissing, "who")
        },
    ]

    @Test func `a handler gets its parameter, query and body`() async throws {
        try await TestServer().test(routes: Self.routes) { client in
            let response = try await client.execute(
                uri: "/v1/things/a%20b?width=3", method: .put, headers: [.contentType: "application/json"],
                body: ByteBuffer(string: "[1]"))
            #expect(response.status == .ok)
            #expect(String(buffer: response.body) == "a b 3 [1]")
            #expect(response.headers[.contentType] == "application/json")
        }
    }

    @Test func `the route checks the type and the size of the body, and the query`() async throws {
        try await TestServer(["limits.bodyBytes": 4]).test(routes: Self.routes) { client in
            let json: HTTPFields = [.contentType: "application/json"]
            let uri = "/v1/things/a"
            try expectProblem(
                .contentTypeUnsupported, try await client.execute(uri: uri, method: .put, body: ByteBuffer(string: "1"))
            )
            let large = try await client.execute(
                uri: uri, method: .put, headers: json, body: ByteBuffer(string: "12345"))
            try expectProblem(.bodyTooLarge, large)
            #expect(large.headers[.connection] == "close")
            try expectProblem(
                .queryUnknown, try await client.execute(uri: uri + "?widht=1", method: .put, headers: json))
            try expectProblem(
                .queryInvalid, try await client.execute(uri: uri + "?width=11", method: .put, headers: json))
            try expectProblem(.queryUnknown, try await client.execute(uri: uri + "?width=1", method: .get))
        }
    }

    @Test(arguments: ["DELETE", "POST", "OPTIONS", "TRACE", "BREW"])
    func `another method on a known path is 405 with the known methods`(method: String) async throws {
        let method = try #require(HTTPRequest.Method(method))
        try await TestServer().test(routes: Self.routes) { client in
            let response = try await client.execute(uri: "/v1/things/a", method: method)
            try expectProblem(.methodNotAllowed, response)
            #expect(response.headers[.allow] == "PUT, GET, HEAD")
        }
    }

    @Test(arguments: ["/", "/v1", "/v1/things", "/v1/things/a/b", "/%00", "/../etc"])
    func `an unknown path is 404`(path: String) async throws {
        try await TestServer().test(routes: Self.routes) { client in
            try expectProblem(.routeUnknown, try await client.execute(uri: path, method: .get))
            try expectProblem(.routeUnknown, try await client.execute(uri: path, method: .post))
        }
    }

    @Test func `HEAD answers as GET without the body`() async throws {
        try await TestServer().test(routes: Self.routes) { client in
            let response = try await client.execute(uri: "/v1/things/a", method: .head)
            #expect(response.status == .ok)
            #expect(response.headers[.contentLength] == "2")
            #expect(response.body.readableBytes == 0)
        }
    }

    @Test func `an unexpected error is a 500 that hides its text`() async throws {
        try await TestServer().test(routes: Self.routes) { client in
            let response = try await client.execute(uri: "/fails", method: .get)
            try expectProblem(.serverInternal, response)
            #expect(!String(buffer: response.body).contains("Unforeseen"))
        }
    }

    @Test func `an error of the framework becomes a problem too`() async throws {
        try await TestServer().test(routes: Self.routes) { client in
            try expectProblem(.requestInvalid, try await client.execute(uri: "/refuses", method: .get))
        }
    }

    @Test func `a problem has the headers that its status needs`() async throws {
        try await TestServer().test(routes: Self.routes) { client in
            let limited = try await client.execute(uri: "/limited", method: .get)
            #expect(limited.headers[.retryAfter] == "7")
            let secret = try await client.execute(uri: "/secret", method: .get)
            #expect(secret.headers[.wwwAuthenticate] == "Bearer")
        }
    }

    @Test(arguments: ["tab-1.A_z", String(repeating: "x", count: 64)])
    func `a valid request id is echoed, on success and on failure`(id: String) async throws {
        try await TestServer().test(routes: Self.routes) { client in
            for path in ["/v1/things/a", "/fails", "/unknown"] {
                let response = try await client.execute(uri: path, method: .get, headers: [.requestID: id])
                #expect(response.headers[.requestID] == id)
            }
        }
    }

    @Test(arguments: ["", "a b", "a\u{00e9}", String(repeating: "x", count: 65), "<script>"])
    func `an invalid request id is replaced`(id: String) async throws {
        try await TestServer().test(routes: Self.routes) { client in
            let response = try await client.execute(uri: "/v1/things/a", method: .get, headers: [.requestID: id])
            let answered = try #require(response.headers[.requestID])
            #expect(answered != id)
            #expect(!answered.isEmpty)
        }
    }

    @Test func `every answer has the security headers`() async throws {
        try await TestServer().test(routes: Self.routes) { client in
            for path in ["/v1/things/a", "/fails", "/unknown"] {
                let response = try await client.execute(uri: path, method: .get)
                #expect(response.headers[.xContentTypeOptions] == "nosniff")
                #expect(response.headers[.referrerPolicy] == "no-referrer")
            }
        }
    }

    @Test func `new work is refused during the shutdown, health checks are not`() async throws {
        let drain = Drain(patience: .seconds(1))
        let health = HealthRoutes.routes(drain: drain, store: MemorySessionStore())
        try await TestServer().test(routes: Self.routes + health, drain: drain) { client in
            #expect(try await client.execute(uri: "/health/ready", method: .get).status == .ok)
            drain.begin()
            let refused = try await client.execute(uri: "/v1/things/a", method: .get)
            try expectProblem(.serverDraining, refused)
            #expect(refused.headers[.retryAfter] == "5")
            try expectProblem(.serverDraining, try await client.execute(uri: "/health/ready", method: .get))
            #expect(try await client.execute(uri: "/health/live", method: .get).status == .ok)
        }
    }

    @Test func `requests are counted by method, pattern, status and code`() async throws {
        let metrics = TestMetrics()
        try await TestServer().test(routes: Self.routes, metrics: metrics) { client in
            for name in ["a", "b", "c"] { _ = try await client.execute(uri: "/v1/things/\(name)", method: .get) }
            let brew = try #require(HTTPRequest.Method("BREW"))
            _ = try await client.execute(uri: "/v1/things/a", method: brew)
            _ = try await client.execute(uri: "/random/4711", method: .get)
        }
        func requests(_ method: String, _ route: String, _ status: String, _ code: String) throws -> Int64 {
            let dimensions = [("method", method), ("route", route), ("status", status), ("code", code)]
            let durations = try metrics.expectTimer("http_request_duration_seconds", dimensions).values.count
            let counter = try metrics.expectCounter("http_requests_total", dimensions)
            #expect(Int64(durations) == counter.totalValue)
            #expect(Int64(counter.values.count) == counter.totalValue)
            return counter.totalValue
        }
        #expect(try requests("GET", "/v1/things/{name}", "200", "none") == 3)
        #expect(try requests("OTHER", "/v1/things/{name}", "405", "method.not-allowed") == 1)
        #expect(try requests("GET", "unmatched", "404", "route.unknown") == 1)
        #expect(metrics.counters.count == 3)
    }
}
