/// The fast reader: it reads a batch in one pass over its bytes.
///
/// It creates no strings for names and words and no tree of the document, but stores each number in its event. It gives
/// up on wrong batches, and on valid but unusual ones, with escapes or numbers of more than 19 digits. The caller then
/// uses the tree reader, which also finds the problem.
struct EventBatchReader {
    private var cursor = BatchCursor()
    private var batch = EventBatchBody(client: nil, sequence: nil, frames: [:], events: [], touches: [])
    private let maximumEvents: Int

    /// Reads a batch.
    ///
    /// - Parameters:
    ///   - bytes: The batch in UTF-8.
    ///   - maximumEvents: The largest number of events in a batch.
    /// - Returns: The batch; nil if the reader gives up.
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
        var seen: EventMembers = []
        var object = try cursor.open("{", bytes)
        while let name = try cursor.nextName(&object, bytes) {
            let member: EventMembers
            switch name {
            case .client:
                member = .client
                batch.client = try cursor.text(bytes)
            case .sequence:
                member = .sequence
                batch.sequence = try cursor.integer(bytes)
            case .frame:
                member = .frame
                batch.frame = try readFrame(bytes)
            case .events:
                member = .events
                try readEvents(bytes)
            default: throw BatchCursor.GivenUp()
            }
            guard seen.insert(member).inserted else { throw BatchCursor.GivenUp() }
        }
        try cursor.finish(bytes)
        guard seen.contains(.events), batch.flaw == nil, !batch.events.isEmpty else {
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
            let member: EventMembers
            switch name {
            case .type:
                member = .type
                fields.type = try cursor.word(bytes)
            case .phase:
                member = .phase
                fields.phase = try cursor.shortWord(bytes)
            case .time:
                member = .time
                fields.time = try cursor.number(bytes)
            case .touches:
                member = .touches
                fields.touches = try readTouches(bytes)
            case .x:
                member = .x
                fields.x = try cursor.number(bytes)
            case .y:
                member = .y
                fields.y = try cursor.number(bytes)
            case .deltaX:
                member = .deltaX
                fields.deltaX = try cursor.number(bytes)
            case .deltaY:
                member = .deltaY
                fields.deltaY = try cursor.number(bytes)
            case .deltaMode:
                member = .deltaMode
                fields.deltaMode = try cursor.word(bytes)
            case .modifiers:
                member = .modifiers
                fields.keys = try readKeys(bytes)
            default:
                member = try readGestureMember(name, of: &fields, bytes)
            }
            guard fields.members.insert(member).inserted else { throw BatchCursor.GivenUp() }
        }
        return fields
    }

    private mutating func readGestureMember(
        _ name: ShortWord, of fields: inout EventFields, _ bytes: Span<UInt8>
    ) throws(BatchCursor.GivenUp) -> EventMembers {
        switch name {
        case .gesture:
            fields.gesture = try cursor.word(bytes)
            return .gesture
        case .state:
            fields.state = try cursor.word(bytes)
            return .state
        case .location:
            fields.location = try readPair(bytes)
            return .location
        case .translation:
            fields.translation = try readPair(bytes)
            return .translation
        case .velocity:
            fields.velocity = try readPair(bytes)
            return .velocity
        case .scale:
            fields.scale = try cursor.number(bytes)
            return .scale
        case .startAnchor:
            fields.startAnchor = try readPair(bytes)
            return .startAnchor
        case .taps:
            fields.taps = try cursor.integer(bytes)
            return .taps
        case .direction:
            fields.direction = try cursor.word(bytes)
            return .direction
        case .rotation:
            fields.rotation = try cursor.number(bytes)
            return .rotation
        default: throw BatchCursor.GivenUp()
        }
    }

    private mutating func readKeys(_ bytes: Span<UInt8>) throws(BatchCursor.GivenUp) -> HeldKeys {
        var keys: HeldKeys = []
        var list = try cursor.open("[", bytes)
        while try cursor.advance(&list, toClosing: "]", bytes) {
            let key: HeldKeys.Key = try cursor.word(bytes)
            keys.insert(key.set)
        }
        return keys
    }

    private mutating func readFrame(_ bytes: Span<UInt8>) throws(BatchCursor.GivenUp) -> FrameBody {
        var frame = FrameBody(width: 0, height: 0)
        var seen: EventMembers = []
        var object = try cursor.open("{", bytes)
        while let name = try cursor.nextName(&object, bytes) {
            let member: EventMembers
            switch name {
            case .width:
                member = .width
                frame.width = try cursor.number(bytes)
            case .height:
                member = .height
                frame.height = try cursor.number(bytes)
            default: throw BatchCursor.GivenUp()
            }
            guard seen.insert(member).inserted else { throw BatchCursor.GivenUp() }
        }
        guard seen == [.width, .height] else { throw BatchCursor.GivenUp() }
        return frame
    }

    private mutating func readPair(_ bytes: Span<UInt8>) throws(BatchCursor.GivenUp) -> GestureBody.Pair {
        var pair = GestureBody.Pair(x: 0, y: 0)
        var seen: EventMembers = []
        var object = try cursor.open("{", bytes)
        while let name = try cursor.nextName(&object, bytes) {
            let member: EventMembers
            switch name {
            case .x:
                member = .x
                pair.x = try cursor.number(bytes)
            case .y:
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

    private mutating func readTouch(_ bytes: Span<UInt8>) throws(BatchCursor.GivenUp) -> TouchBody.Contact {
        var touch = TouchBody.Contact(id: 0, x: 0, y: 0, kind: nil, buttons: nil, pressure: nil)
        var seen: EventMembers = []
        var object = try cursor.open("{", bytes)
        while let name = try cursor.nextName(&object, bytes) {
            let member: EventMembers
            switch name {
            case .id:
                member = .id
                touch.id = try cursor.integer(bytes)
            case .x:
                member = .x
                touch.x = try cursor.number(bytes)
            case .y:
                member = .y
                touch.y = try cursor.number(bytes)
            case .kind:
                member = .kind
                touch.kind = try cursor.word(bytes)
            case .buttons:
                member = .buttons
                touch.buttons = try cursor.integer(bytes)
            case .pressure:
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
