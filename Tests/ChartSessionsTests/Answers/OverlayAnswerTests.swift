import ChartSessions
import Testing

@testable import SessionTestSupport

/// The overlays in answers.
@Suite struct OverlayAnswerTests {
    private static func session(_ modifier: String) async throws -> HostedSession {
        try await SessionHost().openLine(#""dataset":"line","modifiers":[\#(modifier)]"#)
    }

    private static func tap(_ x: Double, _ y: Double, at time: Double) -> String {
        [TouchEvents.touch("began", time, (1, x, y)), TouchEvents.touch("ended", time + 16, (1, x, y))]
            .joined(separator: ",")
    }

    @Test func `the answer that opens a session has the marker`() async throws {
        let session = try await Self.session(#"{"type":"axisMarker","value":50,"label":"half"}"#)
        let item = "surfaces/0/overlays/0/items/0"
        #expect(session.opening.string("surfaces/0/overlays/0/kind") == "axisMarker")
        #expect(session.opening.string("\(item)/name") == "half")
        #expect(session.opening.string("\(item)/axis") == "y")
        #expect(session.opening["\(item)/value"] as? Double == 50)
        #expect(session.opening["\(item)/point/x"] as? Double == 0)
        #expect(session.opening["\(item)/point/y"] as? Double == 200)
        #expect(session.opening["\(item)/series"] == nil)
    }

    @Test func `a tap on a legend's entry hides its series, and a second one shows it`() async throws {
        let session = try await Self.session(#"{"type":"legend","location":{"x":810,"y":0}}"#)
        let item = "surfaces/0/overlays/0/items/0"
        #expect(session.opening.string("\(item)/series") == "v")
        #expect(session.opening["\(item)/visible"] as? Bool == true)
        #expect(session.opening["\(item)/rect/x"] as? Double == 810)
        #expect(session.opening["\(item)/rect/height"] as? Double == 20)
        let hidden = try await session.post(Self.tap(820, 10, at: 1))
        #expect(hidden["\(item)/visible"] as? Bool == false, "\(hidden.text)")
        let shown = try await session.post(Self.tap(820, 10, at: 2_000))
        #expect(shown["\(item)/visible"] as? Bool == true, "\(shown.text)")
    }

    @Test func `a tap on a line selects its series`() async throws {
        let session = try await Self.session(#"{"type":"seriesSelection"}"#)
        let reply = try await session.post(Self.tap(400, 200, at: 1))
        #expect(reply["surfaces/0/selection/series"] as? [String] == ["v"], "\(reply.text)")
        let beside = try await session.post(Self.tap(400, 20, at: 2_000))
        #expect(beside.count("surfaces/0/selection/series") == 0, "\(beside.text)")
    }

    @Test(arguments: [
        ("legend", #""entryWidth":0"#, "/entryWidth"), ("tooltip", #""hitTestRadius":-1"#, "/hitTestRadius"),
        ("seriesSelection", #""hitTestRadius":-1"#, "/hitTestRadius"),
    ])
    func `the problem of a property out of range names it`(type: String, property: String, pointer: String) async throws
    {
        let session = try await Self.session("")
        let reply = try await session.change(.putModifier, "{\(property)}", of: type)
        #expect(reply.status == 422 && reply.pointer == pointer, "\(reply.text)")
    }
}
