import HTTPTypes
import Testing

@testable import SessionTestSupport

/// Rows that arrive while a client touches the chart.
///
/// The window shows 60…100 of the rows up to 100 on 800 points, so that a point is 0.05. Then rows up to 130 arrive.
@Suite struct LiveDataTests {
    private static func axes(_ follow: String) -> String {
        #""xAxes":[{"id":"x","visibleRange":[60,100],"follow":"\#(follow)"}],"#
            + #""yAxes":[{"id":"y","autoRange":"always"}]"#
    }

    private static func surface(_ id: String = "main", follow: String = "shift") -> String {
        #"{"id":"\#(id)","dataset":"line",\#(axes(follow))}"#
    }

    private static func withSession(
        _ surfaces: [String] = [surface()], links: String = "[]",
        _ body: @escaping @Sendable (OpenSession) async throws -> Void
    ) async throws {
        try await Service.run { service in
            try await service.importLine()
            try await body(
                service.open(body: #"{"surfaces":[\#(surfaces.joined(separator: ","))],"links":\#(links)}"#))
        }
    }

    private static func append(_ rows: ClosedRange<Int> = 101...130, to session: OpenSession) async throws {
        let body = "t,v\n" + rows.map { "\($0),\($0)\n" }.joined()
        let reply = try await session.service.send(.post, "/v1/datasets/line/rows", body, type: "text/csv")
        #expect(reply.status == 200, "\(reply.text)")
    }

    private static func see(
        _ session: OpenSession, _ range: [Double], _ followState: String = "following", surface: String = "main",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let reply = try await session.service.send(.get, "\(session.path)/surfaces/\(surface)")
        #expect(reply.numbers("xAxes/0/visibleRange") == range, sourceLocation: sourceLocation)
        #expect(reply.string("xAxes/0/followState") == followState, sourceLocation: sourceLocation)
    }

    @Test func `new rows arrive while I pinch: the window stays under my fingers`() async throws {
        try await Self.withSession { session in
            let pinched = try await session.post(TouchEvents.spread.prefix(2).joined(separator: ","))
            let range = try #require(pinched.xRange)
            try await Self.append(to: session)
            try await Self.see(session, range, "paused")
            let more = try await session.post(TouchEvents.spread[2])
            #expect(more.xRange == [70, 90])
            #expect(more.yRange == [-13, 143], "y ranges itself on all rows meanwhile")
            #expect(try await session.post(TouchEvents.spread[3]).xRange == [70, 90])
        }
    }

    @Test func `new rows arrive under my resting finger: the window follows when I lift it`() async throws {
        try await Self.withSession { session in
            try await session.post(TouchEvents.touch("began", 0, (1, 400, 200)))
            try await Self.append(to: session)
            try await Self.see(session, [60, 100])
            let lifted = try await session.post(TouchEvents.touch("ended", 2_000, (1, 400, 200)))
            #expect(lifted.xRange == [90, 130])
            #expect(lifted.count("surfaces/0/window/rows") == 41)
        }
    }

    @Test func `I drag the window off the last row: it stays until I ask to follow`() async throws {
        try await Self.withSession { session in
            try await session.post(TouchEvents.dragRight.joined(separator: ","))
            try await Self.append(to: session)
            try await Self.see(session, [56, 96], "paused")
            #expect(try await session.command("follow").xRange == [90, 130])
            try await Self.append(131...140, to: session)
            try await Self.see(session, [100, 140])
        }
    }

    @Test func `an extending window keeps its beginning`() async throws {
        try await Self.withSession([Self.surface(follow: "extend")]) { session in
            try await Self.append(to: session)
            try await Self.see(session, [60, 130])
        }
    }

    @Test func `undo restores a window that follows, at the newest row`() async throws {
        try await Self.withSession { session in
            try await session.post(TouchEvents.dragRight.joined(separator: ","))
            try await Self.append(to: session)
            #expect(try await session.command("undo").xRange == [90, 130])
            try await Self.see(session, [90, 130])
            #expect(try await session.command("redo").xRange == [56, 96])
        }
    }

    @Test func `rows older than the last are refused and change nothing`() async throws {
        try await Self.withSession { session in
            let before = try await session.state()
            let reply = try await session.service.send(
                .post, "/v1/datasets/line/rows", "t,v\n99,1\n140,1\n", type: "text/csv")
            #expect(reply.status == 422)
            #expect(try await session.state() == before)
        }
    }

    @Test func `a linked surface with another dataset follows, and its entity tag changes`() async throws {
        try await Service.run { service in
            try await service.importLine()
            try await service.importLine(as: "still")
            let still = Self.surface("other", follow: "none").replacing(#""line""#, with: #""still""#)
            let session = try await service.open(
                body:
                    #"{"surfaces":[\#(Self.surface()),\#(still)],"links":[{"axes":["main/x","other/x"],"kind":"same"}]}"#
            )
            let path = "\(session.path)/surfaces/other"
            let before = try await service.send(.get, path)
            let tag = try #require(before.headers[.eTag])
            #expect(try await service.send(.get, path, headers: [.ifNoneMatch: tag]).status == 304)
            try await Self.append(to: session)
            let after = try await service.send(.get, path, headers: [.ifNoneMatch: tag])
            #expect(after.status == 200 && after.numbers("xAxes/0/visibleRange") == [90, 130])
            try await Self.see(session, [90, 130])
        }
    }
}
