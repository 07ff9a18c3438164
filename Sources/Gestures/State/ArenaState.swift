/// The state of an arena between two events, without its registrations.
///
/// It omits what equals the state of a fresh arena with the same registrations.
package struct ArenaState: Encodable {
    enum CodingKeys: String, CodingKey {
        case lastTime, keys, isInTouchSequence, hasTerminal, tracker, recognizers
    }

    private let arena: GestureArena
    private let fresh: GestureArena

    /// Takes the state of an arena.
    ///
    /// - Parameters:
    ///   - arena: The arena.
    ///   - fresh: An arena with the same registrations and no events yet.
    package init(of arena: GestureArena, beside fresh: GestureArena) {
        precondition(
            arena.statuses.map(\.kind) == fresh.statuses.map(\.kind), "arenas of the same registrations")
        self.arena = arena
        self.fresh = fresh
    }

    /// Writes the state.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(arena.lastTime, forKey: .lastTime)
        if !arena.modifiers.isEmpty { try container.encode(arena.modifiers, forKey: .keys) }
        if arena.isInTouchSequence { try container.encode(true, forKey: .isInTouchSequence) }
        if arena.hasTerminal { try container.encode(true, forKey: .hasTerminal) }
        try container.encode(arena.tracker.state, forKey: .tracker)
        var list = container.nestedUnkeyedContainer(forKey: .recognizers)
        for position in arena.statuses.indices {
            try list.encode(RecognizerState(of: position, in: arena, beside: fresh))
        }
    }
}

extension GestureArena {
    /// Restores the state of another arena with the same registrations.
    ///
    /// - Parameter decoder: A decoder of an encoded ``ArenaState``.
    /// - Throws: `DecodingError`, and ``UnsoundState`` for a state that no arena with these registrations can have.
    package mutating func restore(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ArenaState.CodingKeys.self)
        lastTime = try container.decode(Timestamp.self, forKey: .lastTime)
        modifiers = try container.decodeIfPresent(ModifierKeys.self, forKey: .keys) ?? []
        isInTouchSequence = try container.decodeIfPresent(Bool.self, forKey: .isInTouchSequence) ?? false
        hasTerminal = try container.decodeIfPresent(Bool.self, forKey: .hasTerminal) ?? false
        try tracker.restore(container.decode(TouchTracker.State.self, forKey: .tracker))
        var list = try container.nestedUnkeyedContainer(forKey: .recognizers)
        for position in statuses.indices {
            try UnsoundState.require(!list.isAtEnd, "fewer recognizers than the modifiers have")
            try RecognizerState.restore(position, of: &self, from: list.superDecoder())
        }
        try UnsoundState.require(list.isAtEnd, "more recognizers than the modifiers have")
        waitingCount = statuses.count { $0.isWaiting }
        hasTouches = !tracker.touches.isEmpty
        hasTimer = statuses.contains { $0.timer != nil }
        hasProposal = statuses.contains { $0.proposal != nil }
        hasProposalOfPossible = statuses.contains { $0.proposal != nil && $0.state == .possible }
    }
}

extension GestureArena {
    /// How many touches may be down at once.
    package var maximumTouches: Int { tracker.maximumTouches }
}
