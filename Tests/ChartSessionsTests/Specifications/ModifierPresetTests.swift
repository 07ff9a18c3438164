import ChartEngine
import ChartSessions
import ChartWire
import Testing

@testable import SessionTestSupport

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
        let host = SessionHost()
        try await host.putLine()
        let opened = try await host.open(#""dataset":"line","modifiers":"\#(preset.rawValue)""#)
        let state = try await opened.read(query: "window=none&ticks=false")
        #expect(Self.types(state.text) == expected, "\(state.text.prefix(600))")
        let added = try await opened.change(
            .createSurface, #"{"id":"second","dataset":"line","modifiers":"\#(preset.rawValue)"}"#, query: "window=none"
        )
        #expect(added.status == 201, "\(added.text.prefix(300))")
        #expect(Self.types(added.text) == expected)
        let log = try await opened.log().joined()
        #expect(!log.contains(#""\#(preset.rawValue)""#), "\(log.prefix(600))")
        #expect(log.matches(of: #/"modifiers":\[\{"type":"/#).count == 2)
        let replayed = try await opened.replay()
        #expect(replayed.status == 200, "\(replayed.text.prefix(300))")
        #expect(!replayed.text.contains("firstDifference\":{"))
    }

    @Test func `a name that is none, and a preset in another place, are refused`() async throws {
        let host = SessionHost()
        try await host.putLine()
        let unknown = try await host.create(#"{"surfaces":[{"dataset":"line"},{"id":"b","modifiers":"Map"}]}"#)
        unknown.expectProblem("body.invalid-value", "\(unknown.text)")
        #expect(unknown.string("pointer") == "/surfaces/1/modifiers")
        #expect(unknown.string("detail")?.contains(#""dashboard", "trading""#) == true)
        let session = try await host.open(#""dataset":"line""#)
        let second = try await session.change(.createSurface, #"{"id":"b","modifiers":"sensors"}"#)
        second.expectProblem("body.invalid-value", "\(second.text)")
        #expect(second.string("pointer") == "/modifiers")
        let patch = try await session.patch(#"{"modifiers":"map"}"#)
        #expect(patch.status == 422)
        let number = try await host.create(#"{"surfaces":[{"modifiers":7}]}"#)
        #expect(number.status == 422)
    }
}
