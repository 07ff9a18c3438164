import HTTPTypes
import Testing

@testable import SessionTestSupport

/// Sessions whose links change later; the conformance cases cover the resulting ranges.
@Suite struct SessionLinksTests {
    private static let links = #"{"links":[{"axes":["main/x","other/x"],"kind":"same"}]}"#

    private static func withSession(_ body: @escaping @Sendable (OpenSession) async throws -> Void) async throws {
        let main = #"{"id":"main","dataset":"line","xAxes":[{"visibleRange":[20,60]}]}"#
        let other = #"{"id":"other","dataset":"line"}"#
        try await Service.run { service in
            try await service.importLine()
            try await body(try await service.open(body: #"{"surfaces":[\#(main),\#(other)]}"#))
        }
    }

    @Test func `the answer has the links and the surfaces that they moved, and so has the state`() async throws {
        try await Self.withSession { session in
            let reply = try await session.service.send(.patch, session.path, Self.links)
            #expect(reply.status == 200 && reply.headers[.eTag] == nil, "\(reply.text)")
            #expect(reply.count("surfaces") == 1 && reply.string("surfaces/0/id") == "other")
            #expect(reply.xRange == [20, 60] && reply.count("links") == 1)
            let state = try await session.service.send(.get, session.path)
            #expect(
                state.string("links/0/kind") == "same" && state.numbers("surfaces/1/xAxes/0/visibleRange") == [20, 60])
        }
    }

    @Test func `a dry run changes nothing, and an explanation has a trace`() async throws {
        try await Self.withSession { session in
            let before = try await session.state()
            let tried = try await session.service.send(
                .patch, session.path + "?dryRun=true&explain=true", Self.links)
            #expect(tried.status == 200 && tried.count("links") == 1 && tried["trace"] != nil, "\(tried.text)")
            #expect(try await session.state() == before)
            let empty = try await session.service.send(.patch, session.path, "{}")
            #expect(empty.status == 200 && empty.count("links") == 0 && empty.count("surfaces") == 0, "\(empty.text)")
        }
    }

    @Test func `an invalid body is refused and changes nothing`() async throws {
        try await Self.withSession { session in
            let before = try await session.state()
            for (body, code) in [
                (#"{"links":{}}"#, "body.invalid-value"), (#"{"surfaces":[]}"#, "body.unknown-property"),
                (#"{"links":[{"axes":["main/x","main/x"],"kind":"same"}]}"#, "specification.invalid"),
                (#"{"links":[{"axes":["main/x","other/z"],"kind":"same"}]}"#, "specification.unknown-reference"),
            ] {
                try await session.service.send(.patch, session.path, body).isProblem(code, "\(body)")
            }
            try await session.service.send(.patch, session.path + "?before=x", Self.links).isProblem("query.unknown")
            #expect(try await session.state() == before)
        }
    }

    @Test func `a log with changed links gives the same session`() async throws {
        try await Self.withSession { session in
            let service = session.service
            _ = try await service.send(.patch, session.path, Self.links)
            _ = try await session.patchAxis("x", #"{"visibleRange":[5,60]}"#)
            _ = try await service.send(.patch, session.path, #"{"links":[]}"#)
            _ = try await session.patchAxis("x", #"{"visibleRange":[0,10]}"#)
            let log = try await service.send(.get, session.path + "/log")
            #expect(log.text.contains(#""operation":"patchSession""#), "\(log.text)")
            let replay = try await service.send(.post, "/v1/replays", log.text, type: "application/x-ndjson")
            #expect(replay.status == 200 && replay["firstDifference"] == nil, "\(replay.text)")
        }
    }
}
