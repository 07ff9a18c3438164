import HTTPTypes
import Testing

/// The overlays in answers.
@Suite struct OverlayAnswerTests {
    private static func withSession(
        _ modifiers: String, _ body: @escaping @Sendable (OpenSession) async throws -> Void
    ) async throws {
        try await Service.run { service in
            try await service.importLine()
            try await body(try await service.open(#""dataset":"line","modifiers":[\#(modifiers)]"#))
        }
    }

    private static func tap(_ x: Double, _ y: Double, at time: Double) -> String {
        [TouchEvents.touch("began", time, (1, x, y)), TouchEvents.touch("ended", time + 16, (1, x, y))]
            .joined(separator: ",")
    }

    @Test func `the answer that opens a session has the marker`() async throws {
        try await Self.withSession(#"{"type":"axisMarker","value":50,"label":"half"}"#) { session in
            let item = "surfaces/0/overlays/0/items/0"
            #expect(session.reply.string("surfaces/0/overlays/0/kind") == "axisMarker")
            #expect(session.reply.string("\(item)/name") == "half")
            #expect(session.reply.string("\(item)/axis") == "y")
            #expect(session.reply["\(item)/value"] as? Double == 50)
            #expect(session.reply["\(item)/point/x"] as? Double == 0)
            #expect(session.reply["\(item)/point/y"] as? Double == 200)
            #expect(session.reply["\(item)/series"] == nil)
        }
    }

    @Test func `a tap on a legend's entry hides its series, and a second one shows it`() async throws {
        try await Self.withSession(#"{"type":"legend","location":{"x":810,"y":0}}"#) { session in
            let item = "surfaces/0/overlays/0/items/0"
            #expect(session.reply.string("\(item)/series") == "v")
            #expect(session.reply["\(item)/visible"] as? Bool == true)
            #expect(session.reply["\(item)/rect/x"] as? Double == 810)
            #expect(session.reply["\(item)/rect/height"] as? Double == 20)
            let hidden = try await session.post(Self.tap(820, 10, at: 1))
            #expect(hidden["\(item)/visible"] as? Bool == false, "\(hidden.text)")
            let shown = try await session.post(Self.tap(820, 10, at: 2_000))
            #expect(shown["\(item)/visible"] as? Bool == true, "\(shown.text)")
        }
    }

    @Test func `a tap on a line selects its series`() async throws {
        try await Self.withSession(#"{"type":"seriesSelection"}"#) { session in
            let reply = try await session.post(Self.tap(400, 200, at: 1))
            #expect(reply["surfaces/0/selection/series"] as? [String] == ["v"], "\(reply.text)")
            let beside = try await session.post(Self.tap(400, 20, at: 2_000))
            #expect(beside.count("surfaces/0/selection/series") == 0, "\(beside.text)")
        }
    }

    @Test(arguments: [
        ("legend", #""entryWidth":0"#, "/entryWidth"), ("tooltip", #""hitTestRadius":-1"#, "/hitTestRadius"),
        ("seriesSelection", #""hitTestRadius":-1"#, "/hitTestRadius"),
    ])
    func `the problem of a property out of range names it`(type: String, property: String, pointer: String) async throws
    {
        try await Self.withSession("") { session in
            let reply = try await session.service.send(.put, "\(session.surface)/modifiers/\(type)", "{\(property)}")
            #expect(reply.status == 422 && reply.pointer == pointer, "\(reply.text)")
        }
    }
}
