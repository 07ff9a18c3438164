import ChartSessions
import Testing

@testable import SessionTestSupport

/// An application's own gestures in the answers.
@Suite struct GestureObserverTests {
    private static func session(_ modifier: String) async throws -> HostedSession {
        try await SessionHost().openLine(#""dataset":"line","modifiers":[\#(modifier)]"#)
    }

    private static let tapTwice = [
        TouchEvents.touch("began", 1_000, (1, 131, 80)), TouchEvents.touch("ended", 1_010, (1, 131, 80)),
        TouchEvents.touch("began", 1_020, (1, 131, 80)), TouchEvents.touch("ended", 1_032, (1, 131, 80)),
    ].joined(separator: ",")

    @Test func `only the answer to its batch reports a double tap`() async throws {
        let session = try await Self.session(#"{"id":"twoTaps","type":"gestureObserver","gesture":"tap","taps":2}"#)
        #expect(session.opening.count("surfaces/0/recognized") == 0)
        let answer = try await session.post(Self.tapTwice)
        #expect(
            answer.text.contains(
                #""recognized":[{"modifier":"twoTaps","gesture":"tap","state":"ended","time":1032,"#
                    + #""location":{"x":131,"y":80},"taps":2}]"#), "\(answer.text)")
        #expect(try await session.state().contains(#""recognized":[]"#))
        #expect(try await session.post(TouchEvents.tick(2_000)).count("surfaces/0/recognized") == 0)
    }

    @Test func `a drag is reported with its values, its last move in place of all`() async throws {
        let session = try await Self.session(#"{"type":"gestureObserver","gesture":"pan"}"#)
        let answer = try await session.post(TouchEvents.dragRight.joined(separator: ","))
        #expect(answer.count("surfaces/0/recognized") == 3)
        #expect(answer.string("surfaces/0/recognized/1/state") == "changed")
        #expect(answer.integer("surfaces/0/recognized/1/time") == 1_048)
        #expect(answer.integer("surfaces/0/recognized/1/translation/x") == 80)
        #expect(answer["surfaces/0/recognized/1/velocity/x"] as? Double ?? 0 > 0)
    }

    @Test(arguments: [
        ("{\"type\":\"gestureObserver\"}", "/surfaces/0/modifiers/0/gesture"),
        ("{\"type\":\"gestureObserver\",\"gesture\":\"wink\"}", "/surfaces/0/modifiers/0/gesture"),
        ("{\"type\":\"gestureObserver\",\"gesture\":\"tap\",\"taps\":0}", "/surfaces/0/modifiers/0/taps"),
        ("{\"type\":\"gestureObserver\",\"gesture\":\"pan\",\"touches\":99}", "/surfaces/0/modifiers/0/touches"),
        (
            "{\"type\":\"gestureObserver\",\"gesture\":\"pan\",\"direction\":\"up\"}",
            "/surfaces/0/modifiers/0/direction"
        ),
        ("{\"type\":\"gestureObserver\",\"gesture\":\"tap\",\"fingers\":2}", "/surfaces/0/modifiers/0/fingers"),
    ])
    func `invalid parameters are refused at their place`(modifier: String, pointer: String) async throws {
        let host = SessionHost()
        try await host.putLine()
        let reply = try await host.create(#"{"surfaces":[{"dataset":"line","modifiers":[\#(modifier)]}]}"#)
        #expect(reply.status == 422 && reply.pointer == pointer, "\(reply.text)")
    }

    @Test func `the parameters of an observer can be changed`() async throws {
        let session = try await Self.session(#"{"id":"observer","type":"gestureObserver","gesture":"tap"}"#)
        let changed = try await session.change(.patchModifier, #"{"taps":2}"#, of: "observer")
        #expect(changed.status == 200)
        #expect(try await session.post(Self.tapTwice).count("surfaces/0/recognized") == 1)
        #expect(try await session.state().contains(#""gesture":"tap","taps":2"#))
    }
}
