/// Reads the events of a touch script.
struct TouchScriptReader {
    var cursor: ScriptCursor
    private var previous: Timestamp?
    private var wait: Double?
    private var events: [InputEvent] = []
    /// The last location of each touch in the script, for moves in several steps.
    private var places: [Int: Point] = [:]

    init(_ text: String, after previous: Timestamp?) {
        cursor = ScriptCursor(text)
        self.previous = previous
    }

    mutating func readEvents() throws(TouchScriptError) -> [InputEvent] {
        cursor.skipToWord()
        while cursor.next != nil {
            try readWord()
            guard cursor.isAtEndOfWord else { throw cursor.expected("a blank") }
            cursor.skipToWord()
        }
        guard wait == nil else { throw cursor.expected("a step after the wait") }
        return events
    }

    private mutating func readWord() throws(TouchScriptError) {
        switch cursor.next {
        case "+"?:
            cursor.advance()
            let start = cursor
            let step = try cursor.number()
            guard step >= 0 else { throw start.expected("a wait of 0 ms or more") }
            wait = (wait ?? 0) + step
        case "@"?:
            let time = try readTime()
            events.append(.tick(time))
        default:
            try readStep()
        }
    }

    private mutating func readStep() throws(TouchScriptError) {
        var keys: ModifierKeys = []
        while true {
            let start = cursor
            let word = cursor.letters()
            switch word {
            case "": return try readTouches(keys: keys)
            case "wheel": return try readWheel(keys: keys)
            case "hover":
                guard keys.isEmpty else { throw start.expected("a touch, a wheel or a gesture after the keys") }
                return try readHover()
            default:
                if let kind = GestureKind(rawValue: word), TouchScriptGesture.kinds.contains(kind) {
                    let gesture = try TouchScriptGesture(kind, reading: &cursor)
                    let time = try readTime()
                    events.append(.gesture(gesture.gesture(at: time, keys: keys)))
                    return
                }
                guard let key = ModifierKeys(scriptWord: word) else {
                    throw start.expected("a touch, wheel, hover, a gesture, a key, @ or +")
                }
                keys.insert(key)
                guard cursor.take("+") else { throw cursor.expected("\"+\" after the key") }
            }
        }
    }

    private mutating func readTouches(keys: ModifierKeys) throws(TouchScriptError) {
        var contacts: [TouchEvent.Contact] = []
        var phase: TouchPhase?
        repeat {
            let contact = try readContact(phase: &phase)
            contacts.append(contact)
        } while cursor.take("+")
        guard let phase else { preconditionFailure("a contact has a phase") }
        var divisions = 1
        if phase == .moved, cursor.take("/") {
            let start = cursor
            divisions = try cursor.wholeNumber("a number of steps")
            guard (1...TouchScript.maximumDivisions).contains(divisions) else {
                throw start.expected("1 to \(TouchScript.maximumDivisions) steps")
            }
            for contact in contacts where places[contact.id] == nil {
                throw start.expected("touch \(contact.id) to be somewhere before it moves in steps")
            }
        }
        let first = try readTime()
        for step in 1...divisions {
            let time = step == 1 ? first : try advance(by: TouchScript.stepInterval, from: cursor)
            let moved = contacts.map { contact in
                guard step < divisions, let start = places[contact.id] else { return contact }
                var contact = contact
                contact.location = start + (contact.location - start).scaled(step, of: divisions)
                return contact
            }
            events.append(.touch(TouchEvent(phase: phase, time: time, contacts: moved, modifiers: keys)))
        }
        for contact in contacts { places[contact.id] = contact.location }
    }

    private mutating func readContact(phase: inout TouchPhase?) throws(TouchScriptError) -> TouchEvent.Contact {
        let id = try cursor.wholeNumber("a touch, wheel, hover, a gesture, a key, @ or +")
        let start = cursor
        guard let arrow = cursor.next, let found = TouchPhase(scriptArrow: arrow) else {
            throw start.expected("one of ↓ → ↑ ✕ or v > ^ x")
        }
        guard phase == nil || phase == found else { throw start.expected("the same phase for all touches of an event") }
        phase = found
        cursor.advance()
        var contact = TouchEvent.Contact(id: id, location: try cursor.point())
        try cursor.attributes { (name, start, cursor) throws(TouchScriptError) in
            switch name {
            case "buttons":
                try cursor.requireValue()
                contact.buttons = try cursor.wholeNumber("a whole number")
            case "pressure":
                try cursor.requireValue()
                contact.pressure = try cursor.number()
            default:
                guard let kind = TouchKind(rawValue: name) else {
                    throw start.expected("touch, mouse, pen, buttons= or pressure=")
                }
                contact.kind = kind
            }
        }
        return contact
    }

    private mutating func readWheel(keys: ModifierKeys) throws(TouchScriptError) {
        try cursor.require("(")
        let location = try cursor.coordinates()
        try cursor.require(",")
        let deltaX = try cursor.number()
        cursor.skipBlanks()
        try cursor.require(",")
        let deltaY = try cursor.number()
        cursor.skipBlanks()
        try cursor.requireEnd(")")
        var mode = WheelEvent.DeltaMode.pixel
        try cursor.attributes { (name, start, _) throws(TouchScriptError) in
            guard let found = WheelEvent.DeltaMode(rawValue: name) else { throw start.expected("pixel, line or page") }
            mode = found
        }
        events.append(
            .wheel(
                WheelEvent(
                    time: try readTime(), location: location, deltaX: deltaX, deltaY: deltaY, deltaMode: mode,
                    modifiers: keys)))
    }

    private mutating func readHover() throws(TouchScriptError) {
        let location = try cursor.point()
        var phase = HoverEvent.Phase.moved
        try cursor.attributes { (name, start, _) throws(TouchScriptError) in
            guard let found = HoverEvent.Phase(rawValue: name) else {
                throw start.expected("entered, moved or exited")
            }
            phase = found
        }
        events.append(.hover(HoverEvent(phase: phase, time: try readTime(), location: location)))
    }

    /// Reads the time after a step, or computes it from the step before.
    private mutating func readTime() throws(TouchScriptError) -> Timestamp {
        let start = cursor
        guard cursor.take("@") else {
            return try advance(by: wait ?? (previous == nil ? 0 : TouchScript.stepInterval), from: start)
        }
        guard wait == nil else { throw start.expected("no moment after a wait") }
        let place = cursor
        let time = try cursor.moment()
        if let previous, time < previous {
            throw place.expected("a time no earlier than the step before, \(TouchScriptWriter.text(of: previous)) ms")
        }
        previous = time
        return time
    }

    private mutating func advance(by step: Double, from place: ScriptCursor) throws(TouchScriptError) -> Timestamp {
        wait = nil
        guard let passed = Timestamp(milliseconds: step)?.microseconds else {
            throw place.expected("a time within 285 years of zero")
        }
        let time = Timestamp(microseconds: (previous?.microseconds ?? 0) + passed)
        guard time.microseconds.magnitude <= Timestamp.maximumMicroseconds else {
            throw place.expected("a time within 285 years of zero")
        }
        previous = time
        return time
    }
}

extension Vector {
    /// The vector times `part` / `whole`.
    fileprivate func scaled(_ part: Int, of whole: Int) -> Vector {
        Vector(dx: dx * Double(part) / Double(whole), dy: dy * Double(part) / Double(whole))
    }
}

extension TouchPhase {
    /// Creates the phase of an arrow.
    fileprivate init?(scriptArrow arrow: Character) {
        switch arrow {
        case "↓", "v": self = .began
        case "→", ">": self = .moved
        case "↑", "^": self = .ended
        case "✕", "x": self = .cancelled
        default: return nil
        }
    }
}

extension ModifierKeys {
    /// The words of the keys in a script, in the order in which the writer writes them.
    static let scriptWords: [(word: String, key: ModifierKeys)] = [
        ("ctrl", .control), ("shift", .shift), ("alt", .alt), ("meta", .meta),
    ]

    fileprivate init?(scriptWord: String) {
        guard let found = Self.scriptWords.first(where: { $0.word == scriptWord }) else { return nil }
        self = found.key
    }
}
