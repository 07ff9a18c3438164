import HTTPTypes
import StoreTestSupport
import Testing

@testable import ServerTestSupport
@testable import SessionTestSupport

/// A dry run changes nothing, is never busy, and is open to viewers.
@Suite struct LookAroundTests {
    private static func withSession(
        _ settings: [String: String] = [:], _ body: @escaping @Sendable (OpenSession) async throws -> Void
    ) async throws {
        try await Service.run(settings.merging(["auth.mode": "token"]) { one, _ in one }) { service in
            try await service.importLine()
            let session = try await service.open()
            try await service.send(
                .patch, "\(session.surface)/axes/x", #"{"visibleRange":[20,60]}"#,
                headers: try session.headers(token: "driverToken"))
            try await body(session)
        }
    }

    private static func ask(
        _ session: OpenSession, _ path: String, _ body: String, method: HTTPRequest.Method = .post,
        token: String = "viewerToken", query: String = "?dryRun=true"
    ) async throws -> Reply {
        try await session.service.send(
            method, "\(session.surface)/\(path)\(query)", body, headers: try session.headers(token: token))
    }

    private static let drag = #"{"events":[\#(TouchEvents.dragRight.joined(separator: ","))]}"#

    @Test func `a viewer tries out events, axes and commands, and drives nothing`() async throws {
        try await Self.withSession { session in
            let dragged = try await Self.ask(session, "events", Self.drag)
            #expect(dragged.status == 200 && dragged.xRange == [16, 56], "\(dragged.text)")
            #expect(dragged.headers[.eTag] == nil)
            let ranged = try await Self.ask(session, "axes/x", #"{"visibleRange":[1,2]}"#, method: .patch)
            #expect(ranged.status == 200 && ranged.xRange == [1, 2])
            #expect(try await Self.ask(session, "commands", #"{"command":"zoomExtents"}"#).status == 200)
            for (path, body, method) in [
                ("events", Self.drag, HTTPRequest.Method.post), ("axes/x", #"{"visibleRange":[1,2]}"#, .patch),
                ("commands", #"{"command":"zoomExtents"}"#, .post),
            ] {
                for query in ["", "?dryRun=false", "?explain=true"] {
                    try await Self.ask(session, path, body, method: method, query: query)
                        .isProblem("auth.viewer-cannot-drive")
                }
            }
            try await session.service.send(
                .patch, "\(session.surface)?dryRun=true", #"{"title":"a"}"#,
                headers: try session.headers(token: "viewerToken")
            ).isProblem("auth.viewer-cannot-drive")
            let state = try await session.service.send(
                .get, session.path, headers: try session.headers(token: "viewerToken"))
            #expect(state.integer("revision") == 1 && state.xRange == [20, 60])
        }
    }

    @Test func `a dry run has no touches but its own, and looks at no number and no clock`() async throws {
        try await Self.withSession { session in
            func batch(_ sequence: Int, _ events: ArraySlice<String>) -> String {
                #"{"client":"tab","sequence":\#(sequence),"events":[\#(events.joined(separator: ","))]}"#
            }
            let begin = batch(1, TouchEvents.dragRight[..<3])
            let driven = try await Self.ask(session, "events", begin, token: "driverToken", query: "")
            #expect(driven.status == 200 && driven.count("surfaces/0/gestures") == 1, "\(driven.text)")
            let range = try #require(driven.xRange)
            for token in ["driverToken", "viewerToken"] {
                for number in ["", #""client":"tab","sequence":9,"#] {
                    let tick = #"{\#(number)"events":[{"type":"tick","time":0.0}]}"#
                    let looked = try await Self.ask(session, "events", tick, token: token)
                    #expect(looked.status == 200 && looked.xRange == range, "\(looked.text)")
                    #expect(looked.count("surfaces/0/gestures") == 0)
                }
            }
            let rest = batch(2, TouchEvents.dragRight[3...])
            let end = try await Self.ask(session, "events", rest, token: "driverToken", query: "")
            #expect(end.xRange == [16, 56], "the gesture goes on: \(end.text)")
            #expect(end.headers[.eTag] != nil)
        }
    }

    @Test func `a viewer sends each gesture whole on top of the ranges that it looks at`() async throws {
        try await Self.withSession { session in
            let looked = try await Self.ask(session, "events", Self.drag, query: "?dryRun=true&view.x=40,80")
            #expect(looked.status == 200 && looked.xRange == [36, 76], "\(looked.text)")
        }
    }

    @Test func `the dry runs of viewers have a rate of their own`() async throws {
        try await Self.withSession(["limits.batchesPerSecond": "2"]) { session in
            for second in 0..<2 {
                for path in ["events", "commands"] {
                    let body = path == "events" ? Self.drag : #"{"command":"zoomExtents"}"#
                    #expect(try await Self.ask(session, path, body).status == 200)
                }
                let third = try await Self.ask(session, "axes/x", #"{"visibleRange":[1,2]}"#, method: .patch)
                third.isProblem("limits.rate")
                #expect(third.headers[.retryAfter] == "1")
                let tick = #"{"events":[\#(TouchEvents.tick(Double(second)))]}"#
                #expect(try await Self.ask(session, "events", tick, token: "driverToken", query: "").status == 200)
                session.service.clock.advance(byMilliseconds: 1_000)
            }
        }
    }
}
