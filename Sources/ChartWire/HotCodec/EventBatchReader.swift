/// Reads a batch in one pass over its bytes.
///
/// No text is made of names and words, and no tree of the document: each number goes straight to its event. The pass
/// gives up where a batch is wrong, and where it is right but unusual: escapes, names and numbers beyond 19 digits that
/// no encoder writes. Whoever calls it asks the slow reader then, which knows what to say of it.
struct EventBatchReader {
    private var cursor = BatchCursor()
    private var batch = EventBatchBody(client: nil, sequence: nil, events: [], touches: [])
    private let maximumEvents: Int

    private struct Seen: OptionSet {
        let rawValue: UInt8

        static let client = Seen(rawValue: 1)
        static let sequence = Seen(rawValue: 2)
        static let events = Seen(rawValue: 4)
    }

    /// Reads a batch.
    ///
    /// - Parameters:
    ///   - bytes: The batch in UTF-8.
    ///   - maximumEvents: The most events of a batch.
    /// - Returns: The batch, or nil when the pass has given up.
    static func read(_ bytes: Span<UInt8>, maximumEvents: Int) -> EventBatchBody? {
        var reader = EventBatchReader(maximumEvents: maximumEvents)
        do {
            return try reader.read(bytes)
        } catch {
            return nil
        }
    }

    private init(maximumEvents: Int) {
        self.maximumEvents = maximumEvents
    }

    private mutating func read(_ bytes: Span<UInt8>) throws(BatchCursor.GivenUp) -> EventBatchBody {
        var seen: Seen = []
        var object = try cursor.open("{", bytes)
        while let name = try cursor.nextName(&object, bytes) {
            let member: Seen
            switch name {
            case "client":
                member = .client
                batch.client = try cursor.text(bytes)
            case "sequence":
                member = .sequence
                batch.sequence = try cursor.integer(bytes)
            case "events":
                member = .events
                guard batch.events.isEmpty else { throw BatchCursor.GivenUp() }
                try readEvents(bytes)
            default: throw BatchCursor.GivenUp()
            }
            guard seen.insert(member).inserted else { throw BatchCursor.GivenUp() }
        }
        try cursor.finish(bytes)
        guard seen.contains(.events), batch.numberFlaw == nil, !batch.events.isEmpty else {
            throw BatchCursor.GivenUp()
        }
        return batch
    }

    private mutating func readEvents(_ bytes: Span<UInt8>) throws(BatchCursor.GivenUp) {
        // A move of one touch has about 80 bytes.
        let guess = min(bytes.count / 80 + 1, maximumEvents)
        batch.events.reserveCapacity(guess)
        batch.touches.reserveCapacity(guess)
        var list = try cursor.open("[", bytes)
        while try cursor.advance(&list, toClosing: "]", bytes) {
            guard batch.events.count < maximumEvents, let event = try readFields(bytes).event else {
                throw BatchCursor.GivenUp()
            }
            batch.events.append(event)
        }
    }

    private mutating func readFields(_ bytes: Span<UInt8>) throws(BatchCursor.GivenUp) -> EventFields {
        var fields = EventFields()
        var object = try cursor.open("{", bytes)
        while let name = try cursor.nextName(&object, bytes) {
            let member: EventFields.Names
            switch name {
            case "type":
                member = .type
                fields.kind = try EventFields.Kind(read: cursor.word(bytes))
            case "phase":
                member = .phase
                fields.phase = try EventFields.Phase(read: cursor.word(bytes))
            case "time":
                member = .time
                fields.time = try cursor.number(bytes)
            case "touches":
                member = .touches
                guard !fields.names.contains(.touches) else { throw BatchCursor.GivenUp() }
                fields.touches = try readTouches(bytes)
            case "x":
                member = .x
                fields.x = try cursor.number(bytes)
            case "y":
                member = .y
                fields.y = try cursor.number(bytes)
            case "deltaX":
                member = .deltaX
                fields.deltaX = try cursor.number(bytes)
            case "deltaY":
                member = .deltaY
                fields.deltaY = try cursor.number(bytes)
            case "deltaMode":
                member = .deltaMode
                fields.deltaMode = try WheelBody.DeltaMode(read: cursor.word(bytes))
            case "modifiers":
                member = .modifiers
                fields.keys = try readKeys(bytes)
            default:
                member = try readGestureMember(name, of: &fields, bytes)
            }
            guard fields.names.insert(member).inserted else { throw BatchCursor.GivenUp() }
        }
        return fields
    }

    private mutating func readGestureMember(
        _ name: ShortWord, of fields: inout EventFields, _ bytes: Span<UInt8>
    ) throws(BatchCursor.GivenUp) -> EventFields.Names {
        switch name {
        case "gesture":
            fields.gesture = try GestureBody.Kind(read: cursor.word(bytes))
            return .gesture
        case "state":
            fields.state = try GestureBody.State(read: cursor.word(bytes))
            return .state
        case "location":
            fields.location = try readPair(bytes)
            return .location
        case "translation":
            fields.translation = try readPair(bytes)
            return .translation
        case "velocity":
            fields.velocity = try readPair(bytes)
            return .velocity
        case "scale":
            fields.scale = try cursor.number(bytes)
            return .scale
        case "startAnchor":
            fields.startAnchor = try readPair(bytes)
            return .startAnchor
        case "taps":
            fields.taps = try cursor.integer(bytes)
            return .taps
        case "direction":
            fields.direction = try GestureBody.Direction(read: cursor.word(bytes))
            return .direction
        case "rotation":
            fields.rotation = try cursor.number(bytes)
            return .rotation
        default: throw BatchCursor.GivenUp()
        }
    }

    private mutating func readKeys(_ bytes: Span<UInt8>) throws(BatchCursor.GivenUp) -> HeldKeys {
        var keys: HeldKeys = []
        var list = try cursor.open("[", bytes)
        while try cursor.advance(&list, toClosing: "]", bytes) {
            switch try cursor.word(bytes) {
            case "ctrl": keys.insert(.ctrl)
            case "shift": keys.insert(.shift)
            case "alt": keys.insert(.alt)
            case "meta": keys.insert(.meta)
            default: throw BatchCursor.GivenUp()
            }
        }
        return keys
    }

    private mutating func readPair(_ bytes: Span<UInt8>) throws(BatchCursor.GivenUp) -> GestureBody.Pair {
        var pair = GestureBody.Pair(x: 0, y: 0)
        var seen: EventFields.Names = []
        var object = try cursor.open("{", bytes)
        while let name = try cursor.nextName(&object, bytes) {
            let member: EventFields.Names
            switch name {
            case "x":
                member = .x
                pair.x = try cursor.number(bytes)
            case "y":
                member = .y
                pair.y = try cursor.number(bytes)
            default: throw BatchCursor.GivenUp()
            }
            guard seen.insert(member).inserted else { throw BatchCursor.GivenUp() }
        }
        guard seen == [.x, .y] else { throw BatchCursor.GivenUp() }
        return pair
    }

    private mutating func readTouches(_ bytes: Span<UInt8>) throws(BatchCursor.GivenUp) -> Range<Int> {
        let start = batch.touches.count
        var list = try cursor.open("[", bytes)
        while try cursor.advance(&list, toClosing: "]", bytes) {
            batch.touches.append(try readTouch(bytes))
        }
        guard batch.touches.count > start else { throw BatchCursor.GivenUp() }
        return start..<batch.touches.count
    }

    private struct TouchNames: OptionSet {
        let rawValue: UInt8

        static let id = TouchNames(rawValue: 1)
        static let x = TouchNames(rawValue: 2)
        static let y = TouchNames(rawValue: 4)
        static let kind = TouchNames(rawValue: 8)
        static let buttons = TouchNames(rawValue: 16)
        static let pressure = TouchNames(rawValue: 32)
    }

    private mutating func readTouch(_ bytes: Span<UInt8>) throws(BatchCursor.GivenUp) -> TouchBody.Contact {
        var touch = TouchBody.Contact(id: 0, x: 0, y: 0, kind: nil, buttons: nil, pressure: nil)
        var seen: TouchNames = []
        var object = try cursor.open("{", bytes)
        while let name = try cursor.nextName(&object, bytes) {
            let member: TouchNames
            switch name {
            case "id":
                member = .id
                touch.id = try cursor.integer(bytes)
            case "x":
                member = .x
                touch.x = try cursor.number(bytes)
            case "y":
                member = .y
                touch.y = try cursor.number(bytes)
            case "kind":
                member = .kind
                touch.kind = try TouchBody.Kind(read: cursor.word(bytes))
            case "buttons":
                member = .buttons
                touch.buttons = try cursor.integer(bytes)
            case "pressure":
                member = .pressure
                touch.pressure = try cursor.number(bytes)
            default: throw BatchCursor.GivenUp()
            }
            guard seen.insert(member).inserted else { throw BatchCursor.GivenUp() }
        }
        guard seen.isSuperset(of: [.id, .x, .y]) else { throw BatchCursor.GivenUp() }
        return touch
    }
}
