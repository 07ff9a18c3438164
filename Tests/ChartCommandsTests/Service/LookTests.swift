import HTTPTypes
import Testing

@testable import ChartCommands

/// What people read at a chart: titles, units, formats, dashes and the language.
@Suite struct LookTests {
    private static let specification = """
        {"locale":"de-CH","surfaces":[{"dataset":"line","title":"Runs","description":"How far.",\
        "xAxes":[{"title":"Day"}],"yAxes":[{"title":"Way","unit":"km","format":{"notation":"compact","decimals":1}}],\
        "series":[{"y":"v","unit":"m","dash":[4,2]}]}]}
        """

    private static func withSession(_ body: @escaping @Sendable (OpenSession) async throws -> Void) async throws {
        try await Service.run(["store.kind": "sqlite"]) { service in
            try await service.importLine()
            try await body(try await service.open(body: specification))
        }
    }

    @Test func `a state tells what its specification says for people`() async throws {
        try await Self.withSession { session in
            let state = try await session.service.send(.get, session.path)
            #expect(state.string("locale") == "de-CH", "\(state.text)")
            #expect(state.string("surfaces/0/title") == "Runs" && state.string("surfaces/0/description") == "How far.")
            #expect(state.string("surfaces/0/xAxes/0/title") == "Day" && state["surfaces/0/xAxes/0/unit"] == nil)
            #expect(state.string("surfaces/0/yAxes/0/unit") == "km")
            #expect(state.string("surfaces/0/yAxes/0/format/notation") == "compact")
            #expect(state.integer("surfaces/0/yAxes/0/format/decimals") == 1)
            #expect(state.string("surfaces/0/series/0/unit") == "m")
            #expect(state.numbers("surfaces/0/series/0/dash") == [4, 2])
        }
    }

    @Test func `a session that says nothing for people is in American English`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let session = try await service.open()
            #expect(session.reply.string("locale") == "en-US")
            #expect(session.reply["surfaces/0/title"] == nil && session.reply["surfaces/0/yAxes/0/format"] == nil)
        }
    }

    @Test func `patches change what people read and no range, each as one revision`() async throws {
        try await Self.withSession { session in
            let before = try await session.service.send(.get, session.path)
            let title = try await session.service.send(
                .patch, session.surface, #"{"title":null,"description":"Farther.","series":[{"id":"v","dash":null}]}"#)
            #expect(title.status == 200 && title.integer("revision") == 1, "\(title.text)")
            let axis = try await session.patchAxis("y", #"{"unit":null,"format":null,"title":"Height"}"#)
            #expect(axis.status == 200 && axis.integer("revision") == 2, "\(axis.text)")
            let locale = try await session.service.send(.patch, session.path, #"{"locale":"ar"}"#)
            #expect(locale.status == 200 && locale.integer("revision") == 3, "\(locale.text)")
            #expect(locale.integer("surfaces/0/revision") == 3, "the texts of every surface have changed")
            let after = try await session.service.send(.get, session.path)
            #expect(after["surfaces/0/title"] == nil && after.string("surfaces/0/description") == "Farther.")
            #expect(after["surfaces/0/series/0/dash"] == nil && after.string("surfaces/0/series/0/unit") == "m")
            #expect(after.string("surfaces/0/yAxes/0/title") == "Height" && after["surfaces/0/yAxes/0/unit"] == nil)
            #expect(after["surfaces/0/yAxes/0/format"] == nil && after.string("locale") == "ar")
            for axis in ["xAxes", "yAxes"] {
                let range = "surfaces/0/\(axis)/0/visibleRange"
                #expect(after.numbers(range) == before.numbers(range))
            }
        }
    }

    @Test func `a log replays what people read`() async throws {
        try await Self.withSession { session in
            _ = try await session.service.send(.patch, session.path, #"{"locale":"hi"}"#)
            _ = try await session.service.send(.patch, session.surface, #"{"title":"Other"}"#)
            let state = try await session.service.send(.get, session.path)
            let log = try await session.service.send(.get, session.path + "/log")
            let replay = try await session.service.send(.post, "/v1/replays", log.text, type: "application/x-ndjson")
            #expect(replay.status == 200 && replay.integer("revisions") == 2, "\(replay.text)")
            #expect(replay["firstDifference"] == nil)
            #expect(replay.string("session/locale") == "hi" && replay.string("session/surfaces/0/title") == "Other")
            #expect(replay.string("session/surfaces/0/yAxes/0/unit") == state.string("surfaces/0/yAxes/0/unit"))
        }
    }

    @Test func `texts that are too long or unreadable are refused with their place`() async throws {
        try await Self.withSession { session in
            let long = String(repeating: "a", count: 257)
            try await session.refuses([
                .call("title", .patch, "~", #"{"title":"\#(long)"}"#, "body.invalid-value", "/title"),
                .call("control", .patch, "~", #"{"description":"a\u0007b"}"#, "body.invalid-value", "/description"),
                .call("empty", .patch, "~/axes/y", #"{"title":""}"#, "body.invalid-value", "/title"),
                .call("unit", .patch, "~/axes/y", #"{"unit":"\#(long)"}"#, "body.invalid-value", "/unit"),
                .call(
                    "notation", .patch, "~/axes/y", #"{"format":{"notation":"roman"}}"#, "body.invalid-value",
                    "/format/notation"),
                .call(
                    "decimals", .patch, "~/axes/y", #"{"format":{"decimals":16}}"#, "body.invalid-value",
                    "/format/decimals"),
                .call(
                    "dash", .patch, "~", #"{"series":[{"id":"v","dash":[0,0]}]}"#, "body.invalid-value",
                    "/series/0/dash"),
                .surface("new", #"{"id":"b","title":"\#(long)"}"#, "body.invalid-value", "/title"),
            ])
        }
    }

    @Test(arguments: ["", "d", "de_CH", "de-", "-de", "1a", "de-abcdefghi", String(repeating: "ab-", count: 12) + "ab"])
    func `a locale that is no language tag is refused`(tag: String) async throws {
        try await Service.run { service in
            let reply = try await service.send(.post, "/v1/sessions", #"{"locale":"\#(tag)","surfaces":[]}"#)
            #expect(reply.status == 422 && reply.string("pointer") == "/locale", "\(reply.text)")
        }
    }
}
