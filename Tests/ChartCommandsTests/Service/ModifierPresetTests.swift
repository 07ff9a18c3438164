import ChartEngine
import ChartWire
import HTTPTypes
import Testing

/// Names of presets in the place of lists of modifiers.
@Suite struct ModifierPresetTests {
    /// The types of modifiers in an answer, whose axes have one too.
    private static func types(_ text: String) -> [JSONValue?] {
        text.matches(of: #/\{"id":"\w+","type":"(\w+)"/#).map { .string(String($0.output.1)) }
            .filter { $0 != "number" }
    }

    @Test(arguments: ModifierPreset.allCases)
    func `a preset means its list, which is read and logged in its place`(preset: ModifierPreset) async throws {
        let expected = preset.modifiers.map { $0["type"] }
        try await Service.run { service in
            try await service.importLine()
            let opened = try await service.open(#""dataset":"line","modifiers":"\#(preset.rawValue)""#)
            let state = try await service.send(.get, opened.path + "?window=none&ticks=false")
            #expect(Self.types(state.text) == expected, "\(state.text.prefix(600))")
            let added = try await service.send(
                .post, opened.path + "/surfaces?window=none",
                #"{"id":"second","dataset":"line","modifiers":"\#(preset.rawValue)"}"#)
            #expect(added.status == 201, "\(added.text.prefix(300))")
            #expect(Self.types(added.text) == expected)
            let log = try await service.send(.get, opened.path + "/log")
            #expect(!log.text.contains(#""\#(preset.rawValue)""#), "\(log.text.prefix(600))")
            #expect(log.text.matches(of: #/"modifiers":\[\{"type":"/#).count == 2)
            let replayed = try await service.send(.post, "/v1/replays", log.text, type: "application/x-ndjson")
            #expect(replayed.status == 200, "\(replayed.text.prefix(300))")
            #expect(!replayed.text.contains("firstDifference\":{"))
        }
    }

    @Test func `a preset is listed with its modifiers`() async throws {
        try await Service.run { service in
            let text = try await service.send(.get, "/v1/modifiers").text
            #expect(
                text.contains(
                    #""presets":[{"name":"dashboard","modifiers":[{"type":"zoomPan","direction":"x"},{"type":"pinchZoom""#
                ))
            let names = text.matches(of: #/\{"name":"(\w+)","modifiers"/#).map { String($0.output.1) }
            #expect(names == ["dashboard", "trading", "sensor", "map", "kiosk"])
        }
    }

    @Test func `a name that is none, and a preset in another place, are refused`() async throws {
        try await Service.run { service in
            try await service.importLine()
            let unknown = try await service.send(
                .post, "/v1/sessions", #"{"surfaces":[{"dataset":"line"},{"id":"b","modifiers":"Map"}]}"#)
            unknown.isProblem("body.invalid-value", "\(unknown.text)")
            #expect(unknown.string("pointer") == "/surfaces/1/modifiers")
            #expect(unknown.string("detail")?.contains(#""dashboard", "trading""#) == true)
            let session = try await service.open(#""dataset":"line""#)
            let second = try await service.send(.post, session.path + "/surfaces", #"{"id":"b","modifiers":"sensors"}"#)
            second.isProblem("body.invalid-value", "\(second.text)")
            #expect(second.string("pointer") == "/modifiers")
            let patch = try await service.send(.patch, session.surface, #"{"modifiers":"map"}"#)
            #expect(patch.status == 422)
            let number = try await service.send(.post, "/v1/sessions", #"{"surfaces":[{"modifiers":7}]}"#)
            #expect(number.status == 422)
        }
    }
}
