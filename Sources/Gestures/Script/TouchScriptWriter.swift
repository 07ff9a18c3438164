/// Writes events as a touch script.
struct TouchScriptWriter {
    private(set) var text = ""
    private var previous: Timestamp?

    mutating func write(_ event: InputEvent) {
        if !text.isEmpty { text += " " }
        switch event {
        case .touch(let event):
            write(event.modifiers)
            text += event.contacts.map { Self.text(of: $0, phase: event.phase) }.joined(separator: "+")
        case .wheel(let event):
            write(event.modifiers)
            let numbers = [event.location.x, event.location.y, event.deltaX, event.deltaY]
            text += "wheel(\(numbers.map(Self.text).joined(separator: ",")))"
            write(attributes: event.deltaMode == .pixel ? [] : [event.deltaMode.rawValue])
        case .hover(let event):
            text += "hover" + Self.text(of: event.location)
            write(attributes: event.phase == .moved ? [] : [event.phase.rawValue])
        case .gesture(let gesture):
            write(gesture.modifiers)
            text += gesture.kind.rawValue + Self.text(of: gesture.location)
            write(attributes: [gesture.state.rawValue] + Self.attributes(of: gesture.values))
        case .tick: break
        }
        write(event.time, isAlone: isTick(event))
    }

    private func isTick(_ event: InputEvent) -> Bool {
        if case .tick = event { true } else { false }
    }

    private mutating func write(_ time: Timestamp, isAlone: Bool) {
        let expected = previous?.advanced(byMilliseconds: TouchScript.stepInterval) ?? Timestamp(microseconds: 0)
        if isAlone || time != expected { text += "@" + Self.text(of: time) }
        previous = time
    }

    private mutating func write(_ keys: ModifierKeys) {
        for (word, key) in ModifierKeys.scriptWords where keys.contains(key) { text += word + "+" }
    }

    private mutating func write(attributes: [String]) {
        if !attributes.isEmpty { text += "{\(attributes.joined(separator: ","))}" }
    }

    private static func text(of contact: TouchEvent.Contact, phase: TouchPhase) -> String {
        let arrow =
            switch phase {
            case .began: "↓"
            case .moved: "→"
            case .ended: "↑"
            case .cancelled: "✕"
            }
        var attributes: [String] = []
        if contact.kind != .touch { attributes.append(contact.kind.rawValue) }
        if contact.buttons != 1 { attributes.append("buttons=\(contact.buttons)") }
        if contact.pressure != 0.5 { attributes.append("pressure=\(text(contact.pressure))") }
        let braces = attributes.isEmpty ? "" : "{\(attributes.joined(separator: ","))}"
        return "\(contact.id)\(arrow)\(text(of: contact.location))\(braces)"
    }

    private static func attributes(of values: GestureValues) -> [String] {
        switch values {
        case .pan(let translation, let velocity):
            return ["translation=\(text(of: translation))", "velocity=\(text(of: velocity))"]
        case .pinch(let scale, let startAnchor, _):
            let anchor = startAnchor.map { ["startAnchor=\(text(of: $0))"] } ?? []
            return ["scale=\(text(scale))"] + anchor
        case .tap(let taps): return ["taps=\(taps)"]
        case .swipe(let direction): return ["direction=\(direction.rawValue)"]
        case .rotation(let radians): return ["rotation=\(text(radians))"]
        case .longPress, .doubleTouchDown, .hover, .wheel, .marquee: return []
        }
    }

    private static func text(of point: Point) -> String { "(\(text(point.x)),\(text(point.y)))" }
    private static func text(of vector: Vector) -> String { "(\(text(vector.dx)),\(text(vector.dy)))" }

    /// The shortest digits that read back as the same number.
    private static func text(_ number: Double) -> String {
        let digits = "\(number)"
        return digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
    }

    /// A time in milliseconds, exact to the microsecond.
    static func text(of time: Timestamp) -> String {
        let magnitude = time.microseconds.magnitude
        let (whole, rest) = magnitude.quotientAndRemainder(dividingBy: 1_000)
        var fraction = rest == 0 ? "" : "." + String(1_000 + rest).dropFirst()
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(time.microseconds < 0 ? "-" : "")\(whole)\(fraction)"
    }
}
