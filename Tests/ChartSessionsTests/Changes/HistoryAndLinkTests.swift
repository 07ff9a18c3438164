import Testing

@testable import SessionTestSupport

/// Undo, redo and links, as answers tell of them.
@Suite struct HistoryAndLinkTests {
    private static let linked = #"""
        {"surfaces":[{"id":"main","dataset":"line"},{"id":"other","dataset":"line"}],
         "links":[{"axes":["main/x","other/x"],"kind":"same"}]}
        """#

    private static let wheel =
        #"{"type":"wheel","time":0,"x":400,"y":100,"deltaX":0,"deltaY":-500},{"type":"tick","time":500}"#

    @Test func `an answer has the addressed surface first, then those that followed it`() async throws {
        let session = try await SessionHost().openLine(body: Self.linked)
        let reply = try await session.post(Self.wheel)
        #expect(reply.xRange == [25, 75])
        #expect(reply.string("surfaces/1/id") == "other")
        #expect(reply["surfaces/1/xAxes/0/visibleRange"] as? [Double] == [25, 75])
        #expect(reply.count("surfaces/1/window/rows") == 51)
    }

    @Test func `undo and redo move linked surfaces too`() async throws {
        let session = try await SessionHost().openLine(body: Self.linked)
        try await session.post(Self.wheel)
        let undone = try await session.command("undo")
        #expect(undone.xRange == [0, 100])
        #expect(undone["surfaces/1/xAxes/0/visibleRange"] as? [Double] == [0, 100])
        let redone = try await session.command("redo")
        #expect(redone.xRange == [25, 75])
        #expect(redone.integer("revision") == 3)
        try await session.command("redo").expectProblem("history.empty")
    }

    @Test(arguments: [
        (#"[{"axes":["main/x"],"kind":"same"}]"#, "specification.invalid", "/links/0/axes"),
        (#"[{"axes":["main/x","main/x"],"kind":"same"}]"#, "specification.invalid", "/links/0/axes/1"),
        (#"[{"axes":["main/x","none/x"],"kind":"same"}]"#, "specification.unknown-reference", "/links/0/axes/1"),
        (#"[{"axes":["main/x","mainx"],"kind":"same"}]"#, "specification.unknown-reference", "/links/0/axes/1"),
        (#"[{"axes":["main/x","main/y"],"kind":"equal"}]"#, "body.invalid-value", "/links/0/kind"),
        (#"[{"axes":["main/x","main/y"]}]"#, "body.missing-property", "/links/0/kind"),
    ])
    func `an invalid link is refused`(links: String, code: String, pointer: String) async throws {
        let host = SessionHost()
        try await host.putLine()
        let reply = try await host.create(#"{"surfaces":[{"dataset":"line"}],"links":\#(links)}"#)
        reply.expectProblem(code)
        #expect(reply.pointer == pointer)
    }
}
