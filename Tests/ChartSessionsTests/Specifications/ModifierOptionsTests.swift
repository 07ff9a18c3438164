import ChartSessions
import Testing

@testable import SessionTestSupport

/// The options that all modifiers share: set, changed and removed.
@Suite struct ModifierOptionsTests {
    @Test func `null removes a condition and a client's meta`() async throws {
        let pan = #"{"type":"zoomPan","when":{"buttons":["middle","primary"],"keys":[]},"meta":{"z":[1,null]}}"#
        let session = try await SessionHost().openLine(#""dataset":"line","modifiers":[\#(pan)]"#)
        let given = try await session.surface()
        #expect(
            given.text.contains(
                #""when":{"buttons":["primary","middle"],"keys":[]},"meta":{"z":[1,null]},"direction":"xy""#))
        #expect(try await session.change(.patchModifier, #"{"direction":"x"}"#, of: "zoomPan").status == 200)
        #expect(try await session.surface().text.contains(#""meta":{"z":[1,null]}"#))
        #expect(
            try await session.change(.patchModifier, #"{"when":null,"meta":null}"#, of: "zoomPan").status == 200)
        let taken = try await session.surface()
        #expect(taken.text.contains(#""simultaneousWith":[],"direction":"x""#))
    }

    @Test func `an invalid condition, or one of a modifier without a gesture, is refused`() async throws {
        let session = try await SessionHost().openLine(
            #""dataset":"line","modifiers":[{"type":"zoomPan"},{"type":"rotateChart"}]"#)
        let patch = { (what: String, id: String, body: String, code: String, pointer: String) in
            BadBody.modifier(what, body, code, pointer, of: id, by: .patchModifier)
        }
        try await session.refuses([
            patch(
                "button", "zoomPan", #"{"when":{"buttons":["left"]}}"#,
                "body.invalid-value", "/when/buttons/0"),
            patch(
                "no button", "zoomPan", #"{"when":{"buttons":[]}}"#, "body.invalid-value",
                "/when/buttons"),
            patch(
                "key", "zoomPan", #"{"when":{"keys":["ctrl","fn"]}}"#, "body.invalid-value",
                "/when/keys/1"),
            patch("no gesture", "rotateChart", #"{"when":{}}"#, "body.unknown-property", "/when"),
        ])
    }

    @Test func `a date window zoom keeps its axis of dates`() async throws {
        let host = SessionHost()
        try await host.putLine()
        try await host.put("t,v\n2024-01-01,1\n2024-01-09,2\n", as: "days")
        let session = try await host.open(#""dataset":"days","modifiers":[{"type":"dateWindowZoom"}]"#)
        try await session.refuses([
            .patch("type", #"{"xAxes":[{"type":"number"}]}"#, "specification.invalid", "/xAxes/0/type"),
            .patch("dataset", #"{"dataset":"line"}"#, "specification.invalid", "/dataset"),
        ])
        let slice = #"{"type":"verticalSlice","slices":["2024-01-02"]}"#
        #expect(try await session.change(.putModifier, slice, of: "slice").status == 201)
        #expect(
            try await session.surface().text.contains(#""slices":[1704153600000]"#))
    }
}
