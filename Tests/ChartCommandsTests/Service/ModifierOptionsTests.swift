import HTTPTypes
import Testing

/// The options that all modifiers share: set, changed and removed.
@Suite struct ModifierOptionsTests {
    private static func withSession(
        _ members: String, _ body: @escaping @Sendable (OpenSession) async throws -> Void
    ) async throws {
        try await Service.run { service in
            try await service.importLine()
            try await service.send(
                .put, "/v1/datasets/days", "t,v\n2024-01-01,1\n2024-01-09,2\n", type: "text/csv")
            try await body(try await service.open(members))
        }
    }

    @Test func `null removes a condition and a client's meta`() async throws {
        let pan = #"{"type":"zoomPan","when":{"buttons":["middle","primary"],"keys":[]},"meta":{"z":[1,null]}}"#
        try await Self.withSession(#""dataset":"line","modifiers":[\#(pan)]"#) { session in
            let path = "\(session.surface)/modifiers/zoomPan"
            let given = try await session.service.send(.get, session.surface)
            #expect(
                given.text.contains(
                    #""when":{"buttons":["primary","middle"],"keys":[]},"meta":{"z":[1,null]},"direction":"xy""#))
            #expect(try await session.service.send(.patch, path, #"{"direction":"x"}"#).status == 200)
            #expect(try await session.service.send(.get, session.surface).text.contains(#""meta":{"z":[1,null]}"#))
            #expect(try await session.service.send(.patch, path, #"{"when":null,"meta":null}"#).status == 200)
            let taken = try await session.service.send(.get, session.surface)
            #expect(taken.text.contains(#""simultaneousWith":[],"direction":"x""#))
        }
    }

    @Test func `an invalid condition, or one of a modifier without a gesture, is refused`() async throws {
        try await Self.withSession(
            #""dataset":"line","modifiers":[{"type":"zoomPan"},{"type":"rotateChart"}]"#
        ) { session in
            try await session.refuses([
                .call(
                    "button", .patch, "~/modifiers/zoomPan", #"{"when":{"buttons":["left"]}}"#,
                    "body.invalid-value", "/when/buttons/0"),
                .call(
                    "no button", .patch, "~/modifiers/zoomPan", #"{"when":{"buttons":[]}}"#, "body.invalid-value",
                    "/when/buttons"),
                .call(
                    "key", .patch, "~/modifiers/zoomPan", #"{"when":{"keys":["ctrl","fn"]}}"#, "body.invalid-value",
                    "/when/keys/1"),
                .call(
                    "no gesture", .patch, "~/modifiers/rotateChart", #"{"when":{}}"#, "body.unknown-property", "/when"),
            ])
        }
    }

    @Test func `a date window zoom keeps its axis of dates`() async throws {
        try await Self.withSession(#""dataset":"days","modifiers":[{"type":"dateWindowZoom"}]"#) { session in
            try await session.refuses([
                .call(
                    "type", .patch, "~", #"{"xAxes":[{"type":"number"}]}"#, "specification.invalid", "/xAxes/0/type"),
                .call("dataset", .patch, "~", #"{"dataset":"line"}"#, "specification.invalid", "/dataset"),
            ])
            let path = "\(session.surface)/modifiers"
            let slice = #"{"type":"verticalSlice","slices":["2024-01-02"]}"#
            #expect(try await session.service.send(.put, "\(path)/slice", slice).status == 201)
            #expect(
                try await session.service.send(.get, session.surface).text.contains(#""slices":[1704153600000]"#))
        }
    }
}
