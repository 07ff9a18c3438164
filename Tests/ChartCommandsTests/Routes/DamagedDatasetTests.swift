import ChartServer
import ChartStores
import Foundation
import HTTPTypes
import Testing

@testable import ChartCommands
@testable import ServerTestSupport
@testable import SessionTestSupport

/// A server whose dataset files are cut while it runs.
@Suite(.serialized) struct DamagedDatasetTests {
    private static let rows = "t,v\n" + (0..<200_000).map { "\($0 * 3 + $0 % 2),\($0 % 1009)\n" }.joined()

    private func cut(_ name: String, of server: TestServer) throws {
        let file = try FileHandle(forWritingTo: server.directory.url.appendingPathComponent("datasets/" + name))
        try file.truncate(atOffset: 0)
        try file.close()
    }

    @Test(arguments: ["line/1-0.f64", "line/1-1.f64"])
    func `every call that shows a dataset with a cut file reports the damage, and no other call does`(
        file: String
    ) async throws {
        let server = try TestServer()
        try await server.test { client in
            let service = Service(client: client)
            for name in ["line", "other"] {
                let put = try await service.send(.put, "/v1/datasets/\(name)", Self.rows, type: "text/csv")
                try #require(put.status == 201)
            }
            let both = try await service.open(
                body: #"{"surfaces":[{"id":"main","dataset":"line"},{"id":"second","dataset":"other"}]}"#)
            let other = try await service.open(#""dataset":"other""#)
            let log = try await service.send(.get, both.path + "/log").text
            try cut(file, of: server)

            let window = try await service.send(.get, "/v1/datasets/line/window?method=none&from=500&to=3000")
            window.isProblem("dataset.damaged", "\(window.text)")
            #expect(window.status == 503 && window.headers[.retryAfter] != nil)
            #expect(!window.text.contains(server.directory.path), "paths are for the log")
            let calls: [(HTTPRequest.Method, String, String?)] = [
                (.get, both.path, nil), (.get, both.path + "/stream", nil), (.get, both.surface, nil),
                (.get, both.path + "/surfaces/second", nil),
                (.post, both.surface + "/events", #"{"events":[\#(TouchEvents.tick(50))]}"#),
                (.post, both.path + "/surfaces/second/events", #"{"events":[\#(TouchEvents.tick(50))]}"#),
                (.post, both.surface + "/events?dryRun=true", #"{"events":[\#(TouchEvents.tick(50))]}"#),
                (.patch, both.surface + "/axes/x", #"{"visibleRange":[1,2]}"#),
                (.delete, both.surface, nil), (.get, "/v1/datasets/line", nil),
                (.post, "/v1/sessions", #"{"surfaces":[{"dataset":"line"}]}"#),
                (.post, other.path + "/surfaces", #"{"dataset":"line","id":"third"}"#),
            ]
            for (method, path, body) in calls {
                let reply = try await service.send(method, path, body)
                reply.isProblem("dataset.damaged", "\(method) \(path): \(reply.text)")
            }
            try await service.send(.post, "/v1/datasets/line/rows", "t,v\n900000,1\n", type: "text/csv")
                .isProblem("dataset.damaged")
            try await service.send(.post, "/v1/replays", log, type: "application/x-ndjson").isProblem("dataset.damaged")

            for path in ["/v1/datasets/other", "/v1/datasets/other/window", other.path, "/health/ready"] {
                #expect(try await service.send(.get, path).status == 200, "\(path)")
            }
            #expect(try await other.post(TouchEvents.tick(50)).status == 200)
            #expect(try await service.send(.get, "/v1/datasets").text.contains("\"line\"") == false)

            let replaced = try await service.send(.put, "/v1/datasets/line", Self.rows, type: "text/csv")
            #expect(replaced.status == 200 && replaced.integer("version") == 2, "\(replaced.text)")
            #expect(try await service.send(.get, "/v1/datasets/line/window").status == 200)
            try await service.send(.get, both.path).isProblem("dataset.damaged")
            #expect(try await service.send(.delete, both.path).status == 204)
            #expect(try await service.send(.delete, "/v1/datasets/line").status == 204)
        }
    }

    @Test func `a stored session is damaged while its dataset is, and sound again afterwards`() async throws {
        let server = try TestServer()
        let (path, before) = try await server.result { client in
            let service = Service(client: client)
            try await service.importLine()
            let session = try await service.open()
            try await session.post(TouchEvents.tick(50))
            return (session.path, try await session.state())
        }
        let files = server.directory.path + "/datasets/line/1-1.f64"
        let bytes = try #require(FileManager.default.contents(atPath: files))
        try server.directory.write("short", to: "datasets/line/1-1.f64")
        try await server.test { client in
            let service = Service(client: client)
            try await service.send(.get, path).isProblem("dataset.damaged")
            try await service.send(.post, path + "/surfaces/main/events", "{}").isProblem("dataset.damaged")
        }
        try bytes.write(to: URL(fileURLWithPath: files))
        try await server.test { client in
            let again = try await Service(client: client).send(.get, path)
            #expect(again.status == 200 && again.settledText == before, "\(again.text)")
        }
    }
}

extension TestServer {
    /// Runs calls against the composition that the executable serves, and returns their result.
    fileprivate func result<Result: Sendable>(
        _ body: @escaping @Sendable (any ServerClient) async throws -> Result
    ) async throws -> Result {
        let application = try await buildApplication(reader: reader, clock: .system)
        return try await application.test(.channel) { client in try await body(client) }
    }
}
