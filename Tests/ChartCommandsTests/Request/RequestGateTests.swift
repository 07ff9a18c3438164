import ChartWire
import Configuration
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import ChartCommands
@testable import ChartServer

struct RequestGateTests {
    private static let origin = "https://charts.example.org"

    private func request(_ authority: String?, method: HTTPRequest.Method = .get) -> HTTPRequest {
        HTTPRequest(method: method, scheme: "http", authority: authority, path: "/")
    }

    private func gate(_ values: [AbsoluteConfigKey: ConfigValue]) throws -> RequestGate {
        RequestGate(try Settings(reader: ConfigReader(provider: InMemoryProvider(values: values))))
    }

    @Test(arguments: [
        "localhost", "localhost:8080", "LOCALHOST:1", "127.0.0.1:8080", "127.4.5.6", "[::1]:8080", "[::1]",
        "app.localhost:8080",
    ])
    func `a server on loopback answers to the names of its machine`(authority: String) throws {
        #expect(try gate([:]).answer(request(authority)) == nil)
    }

    @Test(arguments: [
        "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1", "",
        "[::2]:8080", "evil.example@localhost",
    ])
    func `a server on loopback refuses the name of a web page`(authority: String) throws {
        let gate = try gate([:])
        let problem = #expect(throws: Problem.self) { try gate.answer(request(authority)) }
        #expect(problem?.code == .requestInvalid)
    }

    @Test func `a request without a name is accepted`() throws {
        #expect(try gate([:]).answer(request(nil)) == nil)
    }

    @Test func `a server with tokens ignores the name unless names are configured`() throws {
        #expect(try gate(["auth.mode": "token"]).answer(request("any.example")) == nil)
        #expect(try gate(["http.host": "0.0.0.0"]).answer(request("any.example")) == nil)
        #expect(try gate(["http.hosts": "any"]).answer(request("any.example")) == nil)
        let named = try gate(["http.hosts": "Charts.example, b.example", "auth.mode": "token"])
        #expect(try named.answer(request("charts.example:443")) == nil)
        #expect(try named.answer(request("b.example")) == nil)
        #expect(throws: Problem.self) { try named.answer(request("localhost")) }
    }

    @Test(arguments: [
        ("http.corsOrigins", "*"), ("http.corsOrigins", "charts.example"), ("http.corsOrigins", "https://a.b/c"),
        ("http.corsOrigins", "https://a.b,"), ("http.corsOrigins", "ftp://a.b"), ("http.hosts", "a,,b"),
        ("http.hosts", "a/b"), ("http.requestTimeout", "1ms"),
    ])
    func `an invalid value stops the start`(key: String, text: String) {
        #expect(throws: ConfigurationError.self) {
            try gate([AbsoluteConfigKey(key.split(separator: ".").map(String.init)): .init(stringLiteral: text)])
        }
    }

    @Test func `a request for another name gets a problem with the headers of every answer`() async throws {
        try await Service.run(["http.hosts": "charts.example"]) { service in
            let reply = try await service.send(.get, "/v1/datasets")
            #expect(reply.status == 400)
            #expect(reply.headers[.requestID] != nil)
            #expect(reply.headers[.xContentTypeOptions] == "nosniff")
        }
    }

    @Test func `pages of other origins may not call unless they are configured`() async throws {
        try await Service.run { service in
            let reply = try await service.send(.get, "/v1/datasets", headers: [.origin: Self.origin])
            #expect(reply.status == 200)
            #expect(reply.headers[.accessControlAllowOrigin] == nil)
            let asked = try await service.send(
                .options, "/v1/datasets",
                headers: [.origin: Self.origin, .accessControlRequestMethod: "PUT"])
            #expect(asked.status == 405)
        }
    }

    @Test func `a configured origin may call, and may read the headers that it needs`() async throws {
        try await Service.run(["http.corsOrigins": "\(Self.origin),http://localhost:3000"]) { service in
            let asked = try await service.send(
                .options, "/v1/sessions/x", headers: [.origin: Self.origin, .accessControlRequestMethod: "PATCH"])
            #expect(asked.status == 204)
            #expect(asked.headers[.accessControlAllowOrigin] == Self.origin)
            #expect(asked.headers[.accessControlAllowMethods]?.contains("PATCH") == true)
            #expect(asked.headers[.accessControlAllowHeaders]?.contains("If-Match") == true)
            let reply = try await service.send(.get, "/v1/datasets", headers: [.origin: "http://localhost:3000"])
            #expect(reply.headers[.accessControlAllowOrigin] == "http://localhost:3000")
            #expect(reply.headers[.accessControlExposeHeaders] == "ETag, Location, Retry-After, X-Request-ID")
            #expect(reply.headers[.vary] == "Origin")
            let failed = try await service.send(.get, "/v1/sessions/x", headers: [.origin: Self.origin])
            #expect(failed.status == 404)
            #expect(failed.headers[.accessControlAllowOrigin] == Self.origin)
            let other = try await service.send(.get, "/v1/datasets", headers: [.origin: "https://evil.example"])
            #expect(other.headers[.accessControlAllowOrigin] == nil)
            #expect(other.headers[.vary] == "Origin")
        }
    }
}
