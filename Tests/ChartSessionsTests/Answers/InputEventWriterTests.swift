import ChartEngine
import ChartWire
import CoreTestSupport
import Gestures
import Testing

@testable import ChartSessions

struct InputEventWriterTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a written batch reads as the same events`(seed: UInt64) throws {
        var random = RandomTouchScript(seed: seed)
        for length in 1...60 {
            let events = try TouchScript(parsing: random.text(words: length)).events
            let bytes = InputEventWriter.batch(events, number: ("tab", 7))
            let body = try EventBatchBody(JSONValue.parse(bytes), maximumEvents: events.count)
            #expect(body.client == "tab" && body.sequence == 7)
            let read = try body.batch(
                digest: .init(body: bytes, surface: "main"), size: ChartSize(width: 800, height: 400)
            ).events
            #expect(read.count == events.count)
            for (read, written) in zip(read, events) { #expect(Self.comparable(read) == Self.comparable(written)) }
        }
    }

    /// An event without the location where a pinch started, which a client does not send.
    private static func comparable(_ event: InputEvent) -> InputEvent {
        guard case .gesture(var gesture) = event, case .pinch(let scale, let anchor?, _) = gesture.values else {
            return event
        }
        gesture.values = .pinch(scale: scale, startAnchor: anchor, startLocation: .zero)
        return .gesture(gesture)
    }

    @Test func `the writer omits defaults`() throws {
        let script = try TouchScript(parsing: "1↓(10,10)@16.5 ctrl+1→(11,10){pen,buttons=2,pressure=0.25}")
        #expect(
            String(decoding: InputEventWriter.batch(script.events), as: UTF8.self)
                == #"{"events":[{"type":"touch","phase":"began","time":16.5,"touches":[{"id":1,"x":10,"y":10}]},"#
                + #"{"type":"touch","phase":"moved","time":32.5,"#
                + #""touches":[{"id":1,"x":11,"y":10,"kind":"pen","buttons":2,"pressure":0.25}],"modifiers":["ctrl"]}]}"#
        )
    }
}
