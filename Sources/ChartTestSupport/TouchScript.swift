public import Gestures

/// Touches written as a line of text, for tests.
///
/// Steps are separated by blanks. A step is the touch's id, what it does (`↓` down, `→` move, `↑` up, `✕` cancelled), where
/// in points, and optionally when in milliseconds: `1↓(10,10)@0 1→(30,10)@16 1↑(30,10)`. Without a moment a step comes 16 ms
/// after the one before, the first at 0. Steps joined by `+` are one event: `1↓(10,10)+2↓(90,10)`. A moment alone, `@500`, is
/// a tick; a wait alone, `+600`, lets the next step come so many milliseconds after the one before. A line that does not read like this stops the test.
public struct TouchScript: Sendable, ExpressibleByStringLiteral {
    /// The events in order.
    public let events: [InputEvent]

    /// Reads a script.
    ///
    /// - Parameters:
    ///   - text: The script.
    ///   - start: When the step before it was, in milliseconds; without one the first step is at 0.
    public init(_ text: String, from start: Double = -16) {
        var events: [InputEvent] = []
        var next = start + 16
        for word in text.split(separator: " ") {
            if word.hasPrefix("+"), let wait = Double(word.dropFirst()) {
                next += wait - 16
                continue
            }
            var step = Step(word)
            let time = step.readTime() ?? next
            next = time + 16
            guard let moment = Timestamp(milliseconds: time) else { preconditionFailure("no moment in '\(word)'") }
            if step.text.isEmpty {
                events.append(.tick(moment))
                continue
            }
            var phase: TouchPhase?
            var contacts: [TouchEvent.Contact] = []
            for part in step.text.split(separator: "+") {
                let contact = Step.contact(part)
                precondition(phase == nil || phase == contact.phase, "two phases in '\(word)'")
                phase = contact.phase
                contacts.append(contact.contact)
            }
            guard let phase else { preconditionFailure("no touch in '\(word)'") }
            events.append(.touch(TouchEvent(phase: phase, time: moment, contacts: contacts)))
        }
        self.events = events
    }

    /// Reads a script.
    public init(stringLiteral text: String) {
        self.init(text)
    }
}

/// One word of a script.
private struct Step {
    var text: Substring

    init(_ text: Substring) {
        self.text = text
    }

    /// Takes the moment in milliseconds off the end.
    mutating func readTime() -> Double? {
        guard let mark = text.lastIndex(of: "@") else { return nil }
        guard let time = Double(text[text.index(after: mark)...]) else { preconditionFailure("no time in '\(text)'") }
        text = text[..<mark]
        return time
    }

    static func contact(_ text: Substring) -> (phase: TouchPhase, contact: TouchEvent.Contact) {
        guard let arrow = text.firstIndex(where: { "↓→↑✕".contains($0) }), let id = Int(text[..<arrow]) else {
            preconditionFailure("no touch in '\(text)'")
        }
        let place = text[text.index(after: arrow)...].dropFirst().dropLast().split(separator: ",")
        guard place.count == 2, let x = Double(place[0]), let y = Double(place[1]) else {
            preconditionFailure("no place in '\(text)'")
        }
        let phase: TouchPhase =
            switch text[arrow] {
            case "↓": .began
            case "→": .moved
            case "↑": .ended
            default: .cancelled
            }
        return (phase, TouchEvent.Contact(id: id, location: Point(x: x, y: y)))
    }
}
