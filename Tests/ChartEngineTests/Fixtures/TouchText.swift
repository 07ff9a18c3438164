import Gestures
import Testing

/// Touch events from text such as `1↓(10,10) 2↓(90,10) +100 1→(0,10)&2→(120,10) 1↑(0,10) 2✕(120,10)`.
///
/// `↓` began, `→` moved, `↑` ended, `✕` cancelled; `&` joins contacts of one event; events are 16 ms apart unless `+ms`
/// says otherwise.
struct TouchText {
    let events: [InputEvent]
    let end: Double

    init(_ text: String, from start: Double, keys: ModifierKeys = []) throws {
        var time = start
        var gap = 16.0
        var events: [InputEvent] = []
        for token in text.split(separator: " ") {
            if token.hasPrefix("+") {
                gap = try #require(Double(token.dropFirst()), "\(token) is no time")
                continue
            }
            time += gap
            gap = 16
            let parts = try token.split(separator: "&").map(Self.contact)
            let phases = Set(parts.map(\.phase))
            try #require(phases.count == 1, "\(token) mixes phases")
            events.append(
                .touch(
                    TouchEvent(
                        phase: parts[0].phase, time: try #require(Timestamp(milliseconds: time)),
                        contacts: parts.map(\.contact), modifiers: keys)))
        }
        self.events = events
        end = time
    }

    private static func contact(
        _ text: Substring
    ) throws -> (phase: TouchPhase, contact: TouchEvent.Contact) {
        let sign = try #require(text.firstIndex { "↓→↑✕".contains($0) }, "\(text) has no phase")
        let phase: TouchPhase =
            switch text[sign] {
            case "↓": .began
            case "→": .moved
            case "↑": .ended
            default: .cancelled
            }
        let numbers = text[sign...].dropFirst(2).dropLast().split(separator: ",").compactMap { Double($0) }
        try #require(numbers.count == 2, "\(text) has no location")
        let id = try #require(Int(text[..<sign]), "\(text) has no id")
        return (phase, TouchEvent.Contact(id: id, location: Point(x: numbers[0], y: numbers[1])))
    }
}
