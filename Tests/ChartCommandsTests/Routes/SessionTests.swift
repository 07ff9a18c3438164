import HTTPTypes
import StoreTestSupport
import Testing

@testable import SessionTestSupport

/// Sessions from their creation to their end.
@Suite struct SessionTests {
    private static func withService(_ body: @escaping @Sendable (Service) async throws -> Void) async throws {
        try await Service.run { service in
            try await service.importLine()
            try await body(service)
        }
    }

    @Test func `opening a session answers the whole state, its location and two tokens`() async throws {
        try await Self.withService { service in
            let reply = try await service.send(
                .post, "/v1/sessions",
                #"{"surfaces":[{"dataset":"line"}],"timeZone":"Asia/Tokyo","idleTimeout":60000,"meta":{"a":[1,null]}}"#)
            #expect(reply.status == 201)
            #expect(reply.headers[.location] == "/v1/sessions/\(try #require(reply.string("id")))")
            #expect(reply.headers[.cacheControl] == "no-store, no-transform")
            let (driver, viewer) = (reply.string("driverToken") ?? "", reply.string("viewerToken") ?? "")
            #expect(driver.count >= 22 && viewer.count >= 22 && driver != viewer)
            #expect(reply.integer("revision") == 0 && reply["expiresAt"] is Double)
            #expect(reply.string("timeZone") == "Asia/Tokyo" && reply.integer("idleTimeout") == 60_000)
            #expect(reply.text.contains(#""meta":{"a":[1,null]}"#))
            #expect(reply.xRange == [0, 100] && reply.yRange == [-10, 110])
            #expect(reply.count("surfaces/0/window/rows") == 101)
            #expect(reply.count("surfaces/0/modifiers") == 5)
            let state = try await service.send(.get, try #require(reply.headers[.location]))
            #expect(state.string("driverToken") == nil && state.string("viewerToken") == nil)
            #expect(state.text.contains(#""surfaces":["#))
        }
    }

    @Test func `the same specification twice gives the same bytes apart from id, tokens and expiry`() async throws {
        try await Self.withService { service in
            let script = [TouchEvents.dragRight, TouchEvents.spread].map { $0.joined(separator: ",") }
            var texts: [[String]] = []
            for _ in 0..<2 {
                let session = try await service.open()
                var answers = [session.reply.settledText]
                for events in script {
                    answers.append(try await session.post(events, query: "?window=full").settledText)
                }
                answers.append(try await session.command("zoomExtents").settledText)
                answers.append(try await session.state())
                texts.append(answers)
            }
            #expect(texts[0] == texts[1])
            #expect(texts[0][0].contains(#""driverToken":"driverToken""#))
        }
    }

    @Test func `an idle session ends and releases its dataset`() async throws {
        try await Self.withService { service in
            let session = try await service.open(body: #"{"surfaces":[{"dataset":"line"}],"idleTimeout":60000}"#)
            service.clock.advance(byMilliseconds: 59_999)
            let read = try await service.send(.get, session.path)
            #expect(read.status == 200, "\(read.text)")
            service.clock.advance(byMilliseconds: 60_000)
            let reply = try await service.send(.get, session.path)
            reply.isProblem("session.gone")
            // The end is committed a moment later.
            try await eventually { try await service.send(.delete, "/v1/datasets/line").status == 204 }
        }
    }

    @Test func `adding and removing a surface are revisions each`() async throws {
        try await Self.withService { service in
            let session = try await service.open()
            let added = try await service.send(
                .post, "\(session.path)/surfaces?window=none", #"{"id":"b","size":{"width":9,"height":7}}"#)
            #expect(added.status == 201 && added.headers[.location] == "\(session.path)/surfaces/b")
            #expect(added.headers[.eTag] != nil && added.string("id") == "b" && added.integer("revision") == 1)
            #expect(added.text.contains(#""size":{"width":9,"height":7}"#) && added["window"] == nil)
            let state = try await service.send(.get, session.path)
            #expect(state.integer("revision") == 1 && state.string("surfaces/1/id") == "b")
            #expect(state.integer("surfaces/0/revision") == 0)
            #expect(try await service.send(.delete, "\(session.path)/surfaces/b").status == 204)
            let after = try await service.send(.get, session.path)
            #expect(after.integer("revision") == 2 && after.count("surfaces") == 1)
            try await service.send(.get, "\(session.path)/surfaces/b").isProblem("surface.unknown")
        }
    }

    @Test func `a session may have no surface and a surface no dataset`() async throws {
        try await Service.run { service in
            #expect(try await service.send(.post, "/v1/sessions", #"{"surfaces":[]}"#).count("surfaces") == 0)
            let session = try await service.open("")
            #expect(session.reply.integer("surfaces/0/window/sourceRows") == 0)
            #expect(session.reply["surfaces/0/xAxes/0/dataRange"] == nil)
            #expect(try await session.post(TouchEvents.dragRight.joined(separator: ",")).status == 200)
        }
    }

    @Test func `the limit of sessions applies, and an ended session frees a place`() async throws {
        try await Service.run(["limits.sessions": "1"]) { service in
            let session = try await service.open("")
            let refused = try await service.send(.post, "/v1/sessions", #"{"surfaces":[]}"#)
            refused.isProblem("limits.sessions")
            #expect(refused.status == 503 && refused.headers[.retryAfter] != nil)
            try await service.send(.delete, session.path)
            #expect(try await service.send(.post, "/v1/sessions", #"{"surfaces":[]}"#).status == 201)
        }
    }
}
