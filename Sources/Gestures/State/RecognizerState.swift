/// The state of one recognizer, and what the arena keeps about it.
///
/// It has no type name: the modifier creates the recognizer, and its type decodes the state.
struct RecognizerState: Encodable {
    private enum CodingKeys: String, CodingKey {
        case recognizer, state, timer, followed, hasSeenTouch, isArmed, proposal, waitingState
        case waiting, lastGesture, isLastGestureBrief, lastCause, failure
    }

    private let recognizer: (any GestureRecognizer)?
    private let status: RecognizerStatus
    private let slot: RecognizerSlot
    private let lastGesture: Gesture?

    init(of position: Int, in arena: GestureArena, beside fresh: GestureArena) {
        let recognizer = arena.recognizers[position]
        self.recognizer = Self.isSame(recognizer, fresh.recognizers[position]) ? nil : recognizer
        status = arena.statuses[position]
        slot = arena.slots[position]
        lastGesture = arena.keptGesture(of: position)
    }

    /// Whether two recognizers are equal; false for types without equality.
    private static func isSame(_ one: any GestureRecognizer, _ other: any GestureRecognizer) -> Bool {
        func equals<One: Equatable>(_ one: One) -> Bool { other as? One == one }
        return (one as? any Equatable).map { equals($0) } ?? false
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if let recognizer { try container.encode(recognizer, forKey: .recognizer) }
        if status.state != .possible { try container.encode(status.state, forKey: .state) }
        try container.encodeIfPresent(status.timer, forKey: .timer)
        if status.followed != 0 { try container.encode(status.followed, forKey: .followed) }
        if status.hasSeenTouch { try container.encode(true, forKey: .hasSeenTouch) }
        if status.isArmed { try container.encode(true, forKey: .isArmed) }
        try container.encodeIfPresent(status.proposal, forKey: .proposal)
        try container.encodeIfPresent(status.waitingState, forKey: .waitingState)
        try container.encodeIfPresent(slot.waiting, forKey: .waiting)
        try container.encodeIfPresent(lastGesture, forKey: .lastGesture)
        if status.isLastGestureBrief { try container.encode(true, forKey: .isLastGestureBrief) }
        if status.lastCause != .event { try container.encode(status.lastCause, forKey: .lastCause) }
        try container.encodeIfPresent(slot.failure, forKey: .failure)
    }

    /// Restores one recognizer of an arena.
    static func restore(_ position: Int, of arena: inout GestureArena, from decoder: any Decoder) throws {
        func read<Recognizer: GestureRecognizer>(_ recognizer: Recognizer) throws -> Recognizer {
            try container.decodeIfPresent(Recognizer.self, forKey: .recognizer) ?? recognizer
        }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let recognizer = try read(arena.recognizers[position])
        var status = arena.statuses[position]
        try UnsoundState.require(recognizer.kind == status.kind, "a recognizer of another kind than its modifier's")
        status.state = try container.decodeIfPresent(GestureState.self, forKey: .state) ?? .possible
        status.timer = try container.decodeIfPresent(GestureTimer.self, forKey: .timer)
        status.followed = try container.decodeIfPresent(UInt64.self, forKey: .followed) ?? 0
        status.hasSeenTouch = try container.decodeIfPresent(Bool.self, forKey: .hasSeenTouch) ?? false
        status.isArmed = try container.decodeIfPresent(Bool.self, forKey: .isArmed) ?? false
        status.proposal = try container.decodeIfPresent(GestureState.self, forKey: .proposal)
        status.waitingState = try container.decodeIfPresent(GestureState.self, forKey: .waitingState)
        try UnsoundState.require(
            status.timer == nil || status.timer == recognizer.timer, "a timer that its recognizer has not armed")
        arena.recognizers[position] = recognizer
        arena.statuses[position] = status
        arena.slots[position].waiting = try container.decodeIfPresent(Gesture.self, forKey: .waiting)
        arena.keep(try container.decodeIfPresent(Gesture.self, forKey: .lastGesture), of: position)
        arena.statuses[position].isLastGestureBrief =
            try container.decodeIfPresent(Bool.self, forKey: .isLastGestureBrief) ?? false
        arena.statuses[position].lastCause =
            try container.decodeIfPresent(GestureTransition.Cause.self, forKey: .lastCause) ?? .event
        arena.slots[position].failure = try container.decodeIfPresent(GestureTransition.self, forKey: .failure)
    }
}
