import HTTPTypes
import Testing

@testable import ServerTestSupport
@testable import SessionTestSupport

/// Answers in the language that a request asks for, and that nothing else depends on it.
@Suite struct LanguageTests {
    private static let specification = #"{"surfaces":[{"dataset":"line","yAxes":[{"tickCount":2}]}]}"#

    private static func withSession(
        _ body: String = specification, _ settings: [String: String] = [:],
        _ test: @escaping @Sendable (OpenSession) async throws -> Void
    ) async throws {
        try await Service.run(settings) { service in
            try await service.importLine(through: 2_000)
            try await test(try await service.open(body: body))
        }
    }

    private static func labels(_ reply: Reply, _ surface: String = "surfaces/0/") -> [String]? {
        reply["\(surface)yAxes/0/ticks/labels"] as? [String]
    }

    private static let english = ["0", "1000", "2000"]
    private static let german = ["0", "1.000", "2.000"]

    @Test func `every answer with labels has them in the language of the query`() async throws {
        try await Self.withSession { session in
            let service = session.service
            let answers = [
                try await service.send(.get, session.path + "?locale=de"),
                try await session.post(TouchEvents.tick(1), query: "?locale=de"),
                try await session.command("zoomExtents", query: "?locale=de"),
                try await session.patchAxis("y", #"{"flipped":true}"#, query: "?locale=de"),
                try await service.send(.patch, session.surface + "?locale=de", #"{"title":"A"}"#),
                try await service.send(.post, "/v1/sessions?locale=de", Self.specification),
            ]
            for answer in answers {
                #expect(Self.labels(answer) == Self.german, "\(answer.text)")
                #expect(answer.headers[.contentLanguage] == "de")
                #expect(answer.headers[.vary]?.contains("Accept-Language") == true)
            }
            let surface = try await service.send(.get, session.surface + "?locale=de")
            #expect(Self.labels(surface, "") == Self.german && surface.headers[.contentLanguage] == "de")
            let plain = try await service.send(.get, session.path)
            #expect(Self.labels(plain) == Self.english && plain.headers[.contentLanguage] == "en-US")
        }
    }

    @Test func `the query is before the header, the header before the session`() async throws {
        try await Self.withSession(#"{"locale":"fr","surfaces":[{"dataset":"line","yAxes":[{"tickCount":2}]}]}"#) {
            session in
            let wishes: [(query: String, accepted: String?, found: String)] = [
                ("", nil, "fr"), ("", "de-AT,en;q=0.5", "de-AT"), ("", "en-US", "en-US"), ("", "nl, *;q=0.5", "fr"),
                ("?locale=ja", "de-AT", "ja"), ("?locale=nl", "de-AT", "en-US"),
            ]
            for wish in wishes {
                let found = try await Self.tag(session, wish.query, wish.accepted)
                #expect(found == wish.found, "\(wish)")
            }
        }
    }

    /// The language of a read and of a batch.
    private static func tag(_ session: OpenSession, _ query: String, _ accepted: String?) async throws -> String? {
        let headers: HTTPFields = accepted.map { [.acceptLanguage: $0] } ?? [:]
        let get = try await session.service.send(.get, session.path + query, headers: headers)
        let batch = try await session.service.send(
            .post, session.surface + "/events" + query, #"{"events":[{"type":"tick","time":1}]}"#, headers: headers)
        #expect(get.headers[.contentLanguage] == batch.headers[.contentLanguage])
        return get.headers[.contentLanguage]
    }

    /// The status of a read of the surface under a condition.
    private static func status(_ session: OpenSession, _ query: String, _ tag: String) async throws -> Int {
        try await session.service.send(.get, session.surface + query, headers: [.ifNoneMatch: tag]).status
    }

    @Test func `a batch without a wish in an English session says nothing of a language`() async throws {
        try await Self.withSession { session in
            let answer = try await session.post(TouchEvents.tick(1))
            #expect(answer.headers[.contentLanguage] == nil && answer.headers[.vary] == nil)
            #expect(Self.labels(answer) == Self.english)
        }
    }

    @Test(arguments: ["", "d", "de_CH", "-de", "a%20b", "%C3%BC"])
    func `a wish that is no language tag is refused`(tag: String) async throws {
        try await Self.withSession { session in
            for path in [session.path, session.surface, session.surface + "/description"] {
                let answer = try await session.service.send(.get, "\(path)?locale=\(tag)")
                #expect(answer.status == 400 && answer.code == "query.invalid", "\(answer.text)")
            }
            let batch = try await session.post(TouchEvents.tick(1), query: "?locale=\(tag)")
            #expect(batch.status == 400 && batch.code == "query.invalid")
        }
    }

    @Test func `a session that is read in two languages has one state`() async throws {
        try await Self.withSession { session in
            let service = session.service
            for time in 1...3 {
                let query = time == 2 ? "" : "?locale=ar"
                let answer = try await session.post(TouchEvents.wheel(Double(time), deltaY: -100), query: query)
                #expect(answer.integer("revision") == time)
                _ = try await service.send(.get, session.path + "?locale=ja")
                _ = try await service.send(
                    .get, session.surface + "/description", headers: [.acceptLanguage: "hi"])
            }
            let log = try await service.send(.get, session.path + "/log").text
            #expect(log.contains("locale=ar"))
            for other in ["locale=en-US", "locale=de", ""] {
                let replay = try await service.send(
                    .post, "/v1/replays", log.replacing("locale=ar", with: other), type: "application/x-ndjson")
                #expect(replay.integer("revisions") == 3 && replay["firstDifference"] == nil, "\(replay.text)")
            }
        }
    }

    @Test func `a repeated batch stays in the language of its first answer`() async throws {
        try await Self.withSession { session in
            let numbered = #""client":"tab","sequence":1,"#
            let first = try await session.post(TouchEvents.tick(1), query: "?locale=de", numbered: numbered)
            let again = try await session.post(TouchEvents.tick(1), query: "?locale=ja", numbered: numbered)
            #expect(Self.labels(first) == Self.german && Self.labels(again) == Self.german)
            #expect(again["duplicate"] as? Bool == true && again.headers[.contentLanguage] == nil)
        }
    }

    @Test func `a numbered batch is logged with the language that its header chose`() async throws {
        try await Self.withSession { session in
            let service = session.service
            let body = #"{"client":"tab","sequence":1,"events":[{"type":"tick","time":1}]}"#
            let answer = try await service.send(
                .post, session.surface + "/events?window=none", body, headers: [.acceptLanguage: "de"])
            #expect(Self.labels(answer) == Self.german)
            let log = try await service.send(.get, session.path + "/log")
            #expect(log.text.contains("window=none&locale=de"), "\(log.text)")
            let replay = try await service.send(.post, "/v1/replays", log.text, type: "application/x-ndjson")
            #expect(replay.status == 200 && replay["firstDifference"] == nil, "\(replay.text)")
        }
    }

    @Test func `the entity tag of a surface says its language, and changes accept it`() async throws {
        try await Self.withSession { session in
            let service = session.service
            let own = try #require(try await service.send(.get, session.surface).headers[.eTag])
            let german = try #require(try await service.send(.get, session.surface + "?locale=de").headers[.eTag])
            #expect(german == own.dropLast() + ";de\"")
            #expect(try await Self.status(session, "?locale=de", german) == 304)
            #expect(try await Self.status(session, "?locale=de", own) == 200)
            #expect(try await Self.status(session, "", german) == 200)
            #expect(try await Self.status(session, "?locale=en-US", own) == 304)
            let patched = try await service.send(
                .patch, session.surface, #"{"title":"A"}"#, headers: [.ifMatch: german])
            #expect(patched.status == 200, "\(patched.text)")
            let stale = try await service.send(.patch, session.surface, #"{"title":"B"}"#, headers: [.ifMatch: german])
            #expect(stale.status == 412)
        }
    }

    @Test func `units and formats are in labels, selection and overlays in American English too`() async throws {
        let specification = """
            {"surfaces":[{"dataset":"line","yAxes":[{"tickCount":2,"unit":"km","format":{"notation":"compact"}}],\
            "modifiers":[{"id":"mark","type":"axisMarker","axis":"y","value":1500}]}]}
            """
        try await Self.withSession(specification) { session in
            try await session.command("selectRow", #","row":1500"#)
            let state = try await session.service.send(.get, session.path)
            #expect(Self.labels(state) == ["0\u{A0}km", "1K\u{A0}km", "2K\u{A0}km"], "\(state.text)")
            #expect(state.string("surfaces/0/selection/label") == "1,500: V: 1.5K\u{A0}km")
            #expect(state.string("surfaces/0/overlays/0/items/0/text") == "1.5K\u{A0}km")
            #expect(state.numbers("surfaces/0/selection/rows") == [1_500])
        }
    }

    @Test func `overlays have no texts where the engine's labels are used`() async throws {
        try await Self.withSession(
            #"{"surfaces":[{"dataset":"line","modifiers":[{"type":"axisMarker","axis":"y","value":1500}]}]}"#
        ) { session in
            let state = try await session.service.send(.get, session.path)
            #expect(state["surfaces/0/overlays/0/items/0/value"] as? Int == 1_500, "\(state.text)")
            #expect(state["surfaces/0/overlays/0/items/0/text"] == nil)
        }
    }

    @Test func `a description has every number of the window, and follows it`() async throws {
        try await Self.withSession { session in
            let service = session.service
            let whole = try await service.send(.get, session.surface + "/description")
            #expect(whole.status == 200 && whole.headers[.contentLanguage] == "en-US", "\(whole.text)")
            #expect(whole.integer("series/0/count") == 2_001 && whole.integer("series/0/missing") == 0)
            #expect(whole["series/0/mean"] as? Int == 1_000 && whole["series/0/change"] as? Int == 2_000)
            #expect(whole["series/0/maximum/x"] as? Int == 2_000 && whole["series/0/minimum/value"] as? Int == 0)
            #expect(whole.string("series/0/trend") == "rising")
            #expect(whole.string("axes/0/id") == "x" && whole.string("axes/1/id") == "y")
            #expect(whole.string("text")?.hasPrefix("Line chart with one series: v.") == true, "\(whole.text)")
            #expect(whole.string("selection/text") == "Nothing is selected.")
            try await session.patchAxis("x", #"{"visibleRange":[100,200]}"#)
            let part = try await service.send(.get, session.surface + "/description?locale=de")
            #expect(part.string("locale") == "de" && part.integer("series/0/count") == 101)
            #expect(part.string("window/text") == "Gezeigt werden 101 Zeilen: 100 – 200.", "\(part.text)")
        }
    }

    @Test func `an unknown surface has no description, and the route takes nothing but a language`() async throws {
        try await Self.withSession { session in
            let missing = try await session.service.send(.get, session.path + "/surfaces/none/description")
            #expect(missing.status == 404 && missing.code == "surface.unknown", "\(missing.text)")
            let unknown = try await session.service.send(.get, session.surface + "/description?ticks=true")
            #expect(unknown.status == 400 && unknown.code == "query.unknown")
        }
    }
}
