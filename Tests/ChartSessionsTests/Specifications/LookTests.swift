import ChartSessions
import Testing

@testable import SessionTestSupport

/// What people read at a chart: titles, units, formats, dashes and the language.
@Suite struct LookTests {
    private static let specification = """
        {"locale":"de-CH","surfaces":[{"dataset":"line","title":"Runs","description":"How far.",\
        "xAxes":[{"title":"Day"}],"yAxes":[{"title":"Way","unit":"km","format":{"notation":"compact","decimals":1}}],\
        "series":[{"y":"v","unit":"m","dash":[4,2]}]}]}
        """

    @Test func `a state tells what its specification says for people`() async throws {
        let session = try await SessionHost().openLine(body: Self.specification)
        let state = try await session.read()
        #expect(state.string("locale") == "de-CH", "\(state.text)")
        #expect(state.string("surfaces/0/title") == "Runs" && state.string("surfaces/0/description") == "How far.")
        #expect(state.string("surfaces/0/xAxes/0/title") == "Day" && state["surfaces/0/xAxes/0/unit"] == nil)
        #expect(state.string("surfaces/0/yAxes/0/unit") == "km")
        #expect(state.string("surfaces/0/yAxes/0/format/notation") == "compact")
        #expect(state.integer("surfaces/0/yAxes/0/format/decimals") == 1)
        #expect(state.string("surfaces/0/series/0/unit") == "m")
        #expect(state.numbers("surfaces/0/series/0/dash") == [4, 2])
    }

    @Test func `a session that says nothing for people is in American English`() async throws {
        let session = try await SessionHost().openLine()
        #expect(session.opening.string("locale") == "en-US")
        #expect(session.opening["surfaces/0/title"] == nil && session.opening["surfaces/0/yAxes/0/format"] == nil)
    }

    @Test func `patches change what people read and no range, each as one revision`() async throws {
        let session = try await SessionHost().openLine(body: Self.specification)
        let before = try await session.read()
        let title = try await session.patch(
            #"{"title":null,"description":"Farther.","series":[{"id":"v","dash":null}]}"#)
        #expect(title.status == 200 && title.integer("revision") == 1, "\(title.text)")
        let axis = try await session.patchAxis("y", #"{"unit":null,"format":null,"title":"Height"}"#)
        #expect(axis.status == 200 && axis.integer("revision") == 2, "\(axis.text)")
        let locale = try await session.change(.patchSession, #"{"locale":"ar"}"#)
        #expect(locale.status == 200 && locale.integer("revision") == 3, "\(locale.text)")
        #expect(locale.integer("surfaces/0/revision") == 3, "the texts of every surface have changed")
        let after = try await session.read()
        #expect(after["surfaces/0/title"] == nil && after.string("surfaces/0/description") == "Farther.")
        #expect(after["surfaces/0/series/0/dash"] == nil && after.string("surfaces/0/series/0/unit") == "m")
        #expect(after.string("surfaces/0/yAxes/0/title") == "Height" && after["surfaces/0/yAxes/0/unit"] == nil)
        #expect(after["surfaces/0/yAxes/0/format"] == nil && after.string("locale") == "ar")
        for axis in ["xAxes", "yAxes"] {
            let range = "surfaces/0/\(axis)/0/visibleRange"
            #expect(after.numbers(range) == before.numbers(range))
        }
    }

    @Test func `a log replays what people read`() async throws {
        let session = try await SessionHost().openLine(body: Self.specification)
        _ = try await session.change(.patchSession, #"{"locale":"hi"}"#)
        _ = try await session.patch(#"{"title":"Other"}"#)
        let state = try await session.read()
        let replay = try await session.replay()
        #expect(replay.status == 200 && replay.integer("revisions") == 2, "\(replay.text)")
        #expect(replay["firstDifference"] == nil)
        #expect(replay.string("session/locale") == "hi" && replay.string("session/surfaces/0/title") == "Other")
        #expect(replay.string("session/surfaces/0/yAxes/0/unit") == state.string("surfaces/0/yAxes/0/unit"))
    }

    @Test func `texts that are too long or unreadable are refused with their place`() async throws {
        let session = try await SessionHost().openLine(body: Self.specification)
        let long = String(repeating: "a", count: 257)
        try await session.refuses([
            .patch("title", #"{"title":"\#(long)"}"#, "body.invalid-value", "/title"),
            .patch("control", #"{"description":"a\u0007b"}"#, "body.invalid-value", "/description"),
            .axis("empty", #"{"title":""}"#, "body.invalid-value", "/title", of: "y"),
            .axis("unit", #"{"unit":"\#(long)"}"#, "body.invalid-value", "/unit", of: "y"),
            .axis(
                "notation", #"{"format":{"notation":"roman"}}"#, "body.invalid-value",
                "/format/notation", of: "y"),
            .axis(
                "decimals", #"{"format":{"decimals":16}}"#, "body.invalid-value",
                "/format/decimals", of: "y"),
            .patch(
                "dash", #"{"series":[{"id":"v","dash":[0,0]}]}"#, "body.invalid-value",
                "/series/0/dash"),
            .surface("new", #"{"id":"b","title":"\#(long)"}"#, "body.invalid-value", "/title"),
        ])
    }

    @Test(arguments: ["", "d", "de_CH", "de-", "-de", "1a", "de-abcdefghi", String(repeating: "ab-", count: 12) + "ab"])
    func `a locale that is no language tag is refused`(tag: String) async throws {
        let host = SessionHost()
        let reply = try await host.create(#"{"locale":"\#(tag)","surfaces":[]}"#)
        #expect(reply.status == 422 && reply.pointer == "/locale", "\(reply.text)")
    }
}
