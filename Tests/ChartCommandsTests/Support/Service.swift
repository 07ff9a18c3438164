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
@testable import SessionTestSupport

/// The service in this process, as a client uses it.
struct Service: Sendable {
    let client: any ServerClient
    /// The clock of a service of ``run(_:over:_:)``; it stands still unless the test moves it.
    var clock = ManualClock()

    /// Runs a test against its own service, with settings that differ from the defaults.
    static func run(
        _ settings: [String: String] = [:], over setup: ChartApplication.Connection = .channel,
        _ body: @escaping @Sendable (Service) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("service-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        var values: [AbsoluteConfigKey: ConfigValue] = [
            "data.dir": .init(stringLiteral: directory.path), "demo.directory": "/nowhere",
            "docs.directory": "/nowhere",
            "log.level": "critical",
            // A busy machine must not make the server cancel a gesture.
            "session.gestureTimeout": "600000",
        ]
        for (key, text) in settings {
            values[AbsoluteConfigKey(key.split(separator: ".").map(String.init))] = .init(stringLiteral: text)
        }
        let clock = ManualClock(milliseconds: 1_729_008_000_000)
        let application = try await buildApplication(
            reader: ConfigReader(provider: InMemoryProvider(values: values)), metrics: NOOPMetricsHandler.instance,
            clock: SessionClock { clock.now }, storePatience: TestServer.storePatience)
        try await application.test(setup) { client in
            try await body(Service(client: client, clock: clock))
        }
    }

    /// Sends a request; a body is JSON unless its type says otherwise.
    @discardableResult
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, type: String? = "application/json",
        headers: HTTPFields = [:]
    ) async throws -> Reply {
        var headers = headers
        if body != nil, let type, headers[.contentType] == nil { headers[.contentType] = type }
        return try await client.execute(
            uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) }
        ) { response in
            Reply(status: response.status.code, headers: response.headers, text: String(buffer: response.body))
        }
    }

    /// Imports a straight line: `t` and `v` both run from 0 to 100.
    func importLine(as name: String = "line", from first: Int = 0, through last: Int = 100) async throws {
        let rows = (first...last).map { "\($0),\($0)\n" }.joined()
        let reply = try await send(.put, "/v1/datasets/\(name)", "t,v\n" + rows, type: "text/csv")
        #expect(reply.status == 201, "\(reply.text)")
    }

    /// Opens a session with one surface, `main`, which shows the line unless its members say otherwise.
    func open(_ members: String = #""dataset":"line""#) async throws -> OpenSession {
        try await open(body: #"{"surfaces":[{\#(members)}]}"#)
    }

    /// Opens a session with a whole body.
    func open(body: String) async throws -> OpenSession {
        let reply = try await send(.post, "/v1/sessions", body)
        try #require(reply.status == 201, "\(reply.text)")
        return OpenSession(service: self, reply: reply, id: try #require(reply.string("id")))
    }
}

/// A session of the service and its surface `main`.
struct OpenSession: Sendable {
    let service: Service
    /// The answer that opened the session.
    let reply: Reply
    let id: String

    var path: String { "/v1/sessions/\(id)" }
    var surface: String { "\(path)/surfaces/main" }

    func headers(token name: String) throws -> HTTPFields {
        [.authorization: "Bearer \(try #require(reply.string(name)))"]
    }

    /// The whole state, with every part that a change could affect.
    func state() async throws -> String {
        let reply = try await service.send(.get, path)
        #expect(reply.status == 200, "\(reply.text)")
        return reply.settledText
    }

    @discardableResult
    func post(_ events: String, query: String = "", numbered: String = "") async throws -> Reply {
        try await service.send(.post, "\(surface)/events\(query)", #"{\#(numbered)"events":[\#(events)]}"#)
    }

    @discardableResult
    func command(_ name: String, _ members: String = "", query: String = "") async throws -> Reply {
        try await service.send(.post, "\(surface)/commands\(query)", #"{"command":"\#(name)"\#(members)}"#)
    }

    @discardableResult
    func patchAxis(_ id: String, _ body: String, query: String = "") async throws -> Reply {
        try await service.send(.patch, "\(surface)/axes/\(id)\(query)", body)
    }
}
