import HTTPTypes
import StoreTestSupport
import Testing

@testable import SessionTestSupport

/// The tokens that a session gives out, over HTTP.
@Suite struct TokenTests {
    private static let note = #"{"kind":"verticalLine","points":[{"x":20}],"text":"Deploy 4.2"}"#
    private static let locked = #"{"kind":"verticalLine","points":[{"x":20}],"locked":true}"#

    private static func withSession(
        _ settings: [String: String] = ["auth.mode": "token"],
        _ body: @escaping @Sendable (OpenSession) async throws -> Void
    ) async throws {
        try await Service.run(settings) { service in
            try await service.importLine()
            try await body(try await service.open(#""dataset":"line""#))
        }
    }

    /// The headers of a holder of a new token.
    private static func grant(_ body: String, in session: OpenSession) async throws -> (id: String, HTTPFields) {
        let made = try await session.service.send(
            .post, "\(session.path)/tokens", body, headers: try session.driver)
        #expect(made.status == 201, "\(made.text)")
        let (id, token) = (try #require(made.string("id")), try #require(made.string("token")))
        #expect(made.headers[.location] == "\(session.path)/tokens/\(id)")
        return (id, [.authorization: "Bearer \(token)"])
    }

    @Test func `a token is made, listed without its secret, and removed`() async throws {
        try await Self.withSession { session in
            let driver = try session.driver
            let (mia, headers) = try await Self.grant(
                #"{"may":["annotate"],"author":"Mia","expires":60000}"#, in: session)
            let (look, _) = try await Self.grant(#"{"may":["look","drive","look"]}"#, in: session)
            let list = try await session.service.send(.get, "\(session.path)/tokens", headers: driver)
            #expect(
                list.text == """
                    {"tokens":[{"id":"\(mia)","may":["annotate"],"author":"Mia","expiresAt":1729008060000},\
                    {"id":"\(look)","may":["look","drive"],"author":null,"expiresAt":null}]}
                    """)
            #expect(try await session.service.send(.get, session.path, headers: headers).status == 200)
            let path = "\(session.path)/tokens/\(mia)"
            #expect(try await session.service.send(.delete, path, headers: driver).status == 204)
            #expect(
                try await session.service.send(.delete, path, headers: driver).code == "token.unknown")
            #expect(
                try await session.service.send(.get, session.path, headers: headers).code == "auth.token-unknown")
        }
    }

    @Test func `a token counts until its time is over`() async throws {
        try await Self.withSession { session in
            let (_, headers) = try await Self.grant(#"{"may":["drive"],"expires":500}"#, in: session)
            session.service.clock.advance(byMilliseconds: 499)
            #expect(try await session.service.send(.get, session.path, headers: headers).status == 200)
            session.service.clock.advance(byMilliseconds: 1)
            #expect(
                try await session.service.send(.get, session.path, headers: headers).code == "auth.token-unknown")
            let list = try await session.service.send(.get, "\(session.path)/tokens", headers: try session.driver)
            #expect(list.text == #"{"tokens":[]}"#)
        }
    }

    @Test(arguments: [
        ("{}", "body.missing-property", "/may"), (#"{"may":[]}"#, "body.invalid-value", "/may"),
        (#"{"may":["look","own"]}"#, "body.invalid-value", "/may/1"),
        (#"{"may":"look"}"#, "body.invalid-value", "/may"),
        (#"{"may":["look"],"author":""}"#, "body.invalid-value", "/author"),
        (#"{"may":["look"],"author":"a\nb"}"#, "body.invalid-value", "/author"),
        (#"{"may":["look"],"author":"\#(String(repeating: "é", count: 33))"}"#, "body.invalid-value", "/author"),
        (#"{"may":["look"],"expires":0}"#, "body.invalid-value", "/expires"),
        (#"{"may":["look"],"expires":-1}"#, "body.invalid-value", "/expires"),
        (#"{"may":["look"],"expires":0.5}"#, "body.invalid-value", "/expires"),
        (#"{"may":["look"],"expires":1e300}"#, "body.invalid-value", "/expires"),
        (#"{"may":["look"],"id":"x"}"#, "body.unknown-property", "/id"),
    ])
    func `what is wrong with a token is named`(body: String, code: String, pointer: String) async throws {
        try await Self.withSession { session in
            let answer = try await session.service.send(
                .post, "\(session.path)/tokens", body, headers: try session.driver)
            #expect(answer.code == code && answer.status == 422, "\(answer.text)")
            #expect(answer.text.contains("\"\(pointer)\""), "\(answer.text)")
            let list = try await session.service.send(.get, "\(session.path)/tokens", headers: try session.driver)
            #expect(list.text == #"{"tokens":[]}"#)
        }
    }

    @Test func `a session gives out at most 256 tokens`() async throws {
        try await Self.withSession { session in
            for _ in 0..<256 { _ = try await Self.grant(#"{"may":["look"]}"#, in: session) }
            let more = try await session.service.send(
                .post, "\(session.path)/tokens", #"{"may":["look"]}"#, headers: try session.driver)
            #expect(more.status == 422 && more.code == "limits.tokens")
        }
    }

    /// Somebody who asks, and what comes of each kind of request.
    private struct Row {
        let name: String
        let headers: HTTPFields
        /// What the routes of annotations answer for one of the caller's own, of another author, and a locked one.
        let (own, others, locked): (String, String, String)
        let (reads, drives, grants, ends): (String, String, String, String)
    }

    @Test func `each token gives its rights and no others`() async throws {
        try await Self.withSession { session in
            let (drive, cannot) = ("200", "auth.viewer-cannot-drive")
            func granted(_ body: String) async throws -> HTTPFields { try await Self.grant(body, in: session).1 }
            let rows = [
                Row(
                    name: "viewer", headers: try session.headers(token: "viewerToken"), own: cannot, others: cannot,
                    locked: cannot, reads: "200", drives: cannot, grants: cannot, ends: cannot),
                Row(
                    name: "look", headers: try await granted(#"{"may":["look"],"author":"Zoe"}"#), own: cannot,
                    others: cannot, locked: cannot, reads: "200", drives: cannot, grants: cannot, ends: cannot),
                Row(
                    name: "annotate", headers: try await granted(#"{"may":["look","annotate"],"author":"Mia"}"#),
                    own: "200", others: "annotation.not-yours", locked: "annotation.locked", reads: "200",
                    drives: cannot, grants: cannot, ends: cannot),
                Row(
                    name: "nameless", headers: try await granted(#"{"may":["annotate"]}"#), own: "200",
                    others: "annotation.not-yours", locked: "annotation.locked", reads: "200", drives: cannot,
                    grants: cannot, ends: cannot),
                Row(
                    name: "drive", headers: try await granted(#"{"may":["annotate","drive"],"author":"Ada"}"#),
                    own: "200", others: "200", locked: "200", reads: "200", drives: drive, grants: cannot, ends: cannot),
                Row(
                    name: "forged", headers: [.authorization: "Bearer \(String(repeating: "0", count: 40))"],
                    own: "auth.token-unknown", others: "auth.token-unknown", locked: "auth.token-unknown",
                    reads: "auth.token-unknown", drives: "auth.token-unknown", grants: "auth.token-unknown",
                    ends: "auth.token-unknown"),
                Row(
                    name: "driver", headers: try session.driver, own: "200", others: "200", locked: "200",
                    reads: "200", drives: drive, grants: "201", ends: "204"),
            ]
            for row in rows { try await Self.check(row, in: session) }
        }
    }

    private static func check(_ row: Row, in session: OpenSession) async throws {
        let driver = try session.driver
        func send(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws -> String {
            let answer = try await session.service.send(method, path, body, headers: row.headers)
            return answer.status < 400 ? "\(answer.status)" : answer.string("code") ?? ""
        }
        /// Whether an answer says what is wanted, where 200 stands for any success.
        func expect(_ found: String, _ wanted: String, _ what: String) {
            #expect(found == wanted || wanted == "200" && ["201", "204"].contains(found), "\(row.name): \(what)")
        }
        let list = "\(session.surface)/annotations"
        let own = "\(list)/of-\(row.name)"
        expect(try await send(.put, own, note), row.own, "makes one")
        expect(try await send(.put, own, note), row.own, "replaces its own")
        expect(try await send(.patch, own, #"{"text":"mine"}"#), row.own, "changes its own")
        let read = try await session.service.send(.get, own, headers: driver)
        #expect(read.status == (row.own == "200" ? 200 : 404))
        expect(try await send(.delete, own), row.own, "removes its own")
        expect(
            try await send(.put, own, locked), row.locked == "annotation.locked" ? "annotation.locked" : row.own,
            "makes a locked one")
        for (id, body, wanted) in [("others", note, row.others), ("locked", locked, row.others)] {
            let path = "\(list)/\(id)"
            _ = try await session.service.send(.put, path, body, headers: driver)
            let before = try await session.service.send(.get, path, headers: driver).text
            expect(try await send(.patch, path, #"{"text":"x"}"#), wanted, "changes one of another")
            expect(try await send(.put, path, note), wanted, "replaces one of another")
            if wanted != "200" {
                #expect(try await session.service.send(.get, path, headers: driver).text == before)
            }
            expect(try await send(.delete, path), wanted, "removes one of another")
        }
        try await checkLocks(row, own, send: send, expect: expect, session)
        expect(try await send(.get, session.path), row.reads, "reads the session")
        expect(try await send(.get, list), row.reads, "reads the list")
        expect(try await send(.get, "\(session.path)/log"), row.reads, "reads the log")
        let tick = #"{"events":[{"type":"tick","time":1}]}"#
        expect(try await send(.post, "\(session.surface)/events?dryRun=true", tick), row.reads, "tries out")
        expect(try await send(.post, "\(session.surface)/events", tick), row.drives, "sends events")
        expect(
            try await send(.post, "\(session.surface)/commands", #"{"command":"zoomExtents"}"#), row.drives, "commands")
        expect(
            try await send(.patch, "\(session.surface)/axes/x", #"{"flipped":true}"#), row.drives, "changes an axis")
        expect(try await send(.patch, session.path, #"{"links":[]}"#), row.drives, "changes the session")
        expect(
            try await send(.put, "\(session.surface)/modifiers/m", #"{"type":"rotateChart"}"#), row.drives,
            "puts a modifier")
        expect(try await send(.post, "\(session.path)/tokens", #"{"may":["drive"]}"#), row.grants, "gives out a token")
        expect(try await send(.get, "\(session.path)/tokens"), row.grants == "201" ? "200" : row.grants, "lists them")
        expect(try await send(.delete, session.path), row.ends, "ends the session")
    }

    /// The driver locks one of the caller's own.
    private static func checkLocks(
        _ row: Row, _ own: String, send: (HTTPRequest.Method, String, String?) async throws -> String,
        expect: (String, String, String) -> Void, _ session: OpenSession
    ) async throws {
        guard row.own == "200" else { return }
        _ = try await send(.put, own, note)
        let lock = try await session.service.send(
            .patch, own, #"{"locked":true}"#, headers: try session.driver)
        #expect(lock.status == 200)
        expect(try await send(.patch, own, #"{"locked":false}"#), row.locked, "unlocks")
        expect(try await send(.delete, own, nil), row.locked, "removes a locked one")
        _ = try await session.service.send(.delete, own, headers: try session.driver)
    }

    @Test func `annotations have the author of their token, made by a route or by touch, and replay`() async throws {
        try await Self.withSession { session in
            let (_, mia) = try await Self.grant(#"{"may":["annotate"],"author":"Mia"}"#, in: session)
            let (_, ada) = try await Self.grant(#"{"may":["drive"],"author":"Ada"}"#, in: session)
            let list = "\(session.surface)/annotations"
            _ = try await session.service.send(.put, "\(list)/a", Self.note, headers: mia)
            _ = try await session.service.send(.patch, "\(list)/a", #"{"text":"x"}"#, headers: ada)
            let place = #"{"type":"annotationPlacement","kind":"marker"}"#
            _ = try await session.service.send(
                .put, "\(session.surface)/modifiers/place", place, headers: try session.driver)
            let tap =
                #"{"events":[{"type":"touch","phase":"began","time":1,"touches":[{"id":1,"x":200,"y":200}]},"#
                + #"{"type":"touch","phase":"ended","time":20,"touches":[{"id":1,"x":200,"y":200}]},"#
                + #"{"type":"tick","time":2000}]}"#
            let tapped = try await session.service.send(.post, "\(session.surface)/events", tap, headers: ada)
            #expect(tapped.status == 200, "\(tapped.text)")
            let made = try await session.service.send(.get, list, headers: mia).text
            #expect(made.contains(#""id":"a""#) && made.contains(#""author":"Mia""#), "\(made)")
            #expect(made.contains(#""id":"marker-1""#) && made.contains(#""author":"Ada""#), "\(made)")
            for command in ["undo", "redo"] {
                _ = try await session.service.send(
                    .post, "\(session.surface)/commands", #"{"command":"\#(command)"}"#, headers: ada)
            }
            #expect(
                try await session.service.send(.get, list, headers: mia).text.contains(#""author":"Ada""#))
            let log = try await session.service.send(.get, "\(session.path)/log", headers: mia).text
            #expect(log.contains(#""author":"Mia""#) && log.contains(#""author":"Ada""#))
            let replay = try await session.service.send(
                .post, "/v1/replays", log, type: "application/x-ndjson", headers: mia)
            #expect(replay.status == 200 && replay["firstDifference"] == nil, "\(replay.text)")
            #expect(replay.integer("revisions") == log.split(separator: "\n").count - 1)
        }
    }
}

extension OpenSession {
    /// The headers of the session's driver.
    fileprivate var driver: HTTPFields { get throws { try headers(token: "driverToken") } }
}
