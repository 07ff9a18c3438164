package import ChartSeries
import Gestures

/// The encoded state of a surface, without its rows: all that decides what it will do and show.
///
/// Decoding derives the rest again: the relations of recognizers, the event groups and the watched axes. The caller
/// supplies the rows.
package struct SurfaceState: Encodable {
    enum CodingKeys: String, CodingKey {
        case chart, maximumTouches, modifiers, unreached, hasKeptRanges, arena
        case recognizedByClient, followed, coastsWithGroup, heldAxes, actions, guests
    }

    private let surface: Surface

    /// Creates the state of a surface.
    package init(of surface: Surface) {
        self.surface = surface
    }

    /// Writes the state.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let (chain, arena) = (surface.chain, surface.arena)
        try container.encode(ChartState(of: chain.chart), forKey: .chart)
        try container.encode(arena.maximumTouches, forKey: .maximumTouches)
        try container.encode(chain.modifiers.map(ModifierEntryState.init), forKey: .modifiers)
        try container.encodeIfPresent(chain.unreached.unlessEmpty, forKey: .unreached)
        if chain.hasKeptRanges { try container.encode(true, forKey: .hasKeptRanges) }
        var entries = chain.modifiers
        let fresh = GestureArena(of: &entries, on: chain.chart, maximumTouches: arena.maximumTouches)
        try container.encode(ArenaState(of: arena, beside: fresh), forKey: .arena)
        try container.encodeIfPresent(surface.recognizedByClient.unlessEmpty, forKey: .recognizedByClient)
        try container.encodeIfPresent(surface.followed.unlessEmpty, forKey: .followed)
        if surface.coastsWithGroup { try container.encode(true, forKey: .coastsWithGroup) }
        try container.encodeIfPresent(surface.heldAxes.unlessEmpty, forKey: .heldAxes)
        try container.encodeIfPresent(surface.guests.unlessEmpty, forKey: .guests)
        let actions = ActionRecorderState(of: surface.actions, on: chain.chart)
        try container.encodeIfPresent(actions.unless(ActionRecorderState()), forKey: .actions)
    }
}

extension Surface {
    /// Reads a surface that behaves as the encoded surface would have done.
    ///
    /// - Parameters:
    ///   - decoder: The decoder of a ``SurfaceState``.
    ///   - table: The rows of the encoded surface's dataset.
    ///   - others: Those of the other datasets that its series name.
    ///   - registry: The types of its modifiers.
    /// - Throws: `DecodingError`, ``UnknownModifier``, ``ModifierError``, and ``UnsoundState`` for an impossible state.
    package init(from decoder: any Decoder, table: Table, others: [OtherRows] = [], registry: ModifierRegistry) throws {
        let container = try decoder.container(keyedBy: SurfaceState.CodingKeys.self)
        let chart = try container.decode(ChartState.self, forKey: .chart).chart(of: table, others)
        let maximumTouches = try container.decode(Int.self, forKey: .maximumTouches)
        try UnsoundState.require((1...TouchTracker.mostTouches).contains(maximumTouches), "no touch may be down")
        self.init(chart: chart, thresholds: chart.thresholds, maximumTouches: maximumTouches)
        var entries: [AttachedModifier] = []
        var list = try container.nestedUnkeyedContainer(forKey: .modifiers)
        while !list.isAtEnd {
            var entry = try ModifierEntryState.entry(from: list.superDecoder(), registry: registry)
            try entry.joinGroup(among: entries)
            entries.append(entry)
        }
        arena = GestureArena(of: &entries, on: chart, maximumTouches: maximumTouches)
        try arena.restore(from: container.superDecoder(forKey: .arena))
        chain.modifiers = entries
        chain.modifiersChanged()
        chain.unreached = try container.decodeIfPresent([String].self, forKey: .unreached) ?? []
        chain.hasKeptRanges = try container.decodeIfPresent(Bool.self, forKey: .hasKeptRanges) ?? false
        recognizedByClient = try container.decodeIfPresent([ClientGesture].self, forKey: .recognizedByClient) ?? []
        followed = try container.decodeIfPresent([FollowedGesture].self, forKey: .followed) ?? []
        coastsWithGroup = try container.decodeIfPresent(Bool.self, forKey: .coastsWithGroup) ?? false
        heldAxes = try container.decodeIfPresent([String].self, forKey: .heldAxes) ?? []
        guests = try container.decodeIfPresent([GuestTouch].self, forKey: .guests) ?? []
        try container.decodeIfPresent(ActionRecorderState.self, forKey: .actions)?.restore(&actions, on: chart)
    }
}

extension GestureArena {
    /// Creates the arena of some modifiers before any event, and registers their recognizers.
    fileprivate init(of modifiers: inout [AttachedModifier], on chart: Chart, maximumTouches: Int) {
        self.init(thresholds: chart.thresholds, maximumTouches: maximumTouches)
        setViewport(width: chart.size.width, height: chart.size.height)
        for index in modifiers.indices { attach(modifiers[index].makeRegistrations(on: chart)) }
    }
}

extension ModifierChain {
    /// Whether the modifiers have kept their ranges since the last possible change of a range.
    fileprivate var hasKeptRanges: Bool {
        get { keptChangeCount == chart.changeCount }
        set { keptChangeCount = newValue ? chart.changeCount : nil }
    }
}

extension AttachedModifier {
    /// Enables or disables the modifier as its group.
    ///
    /// - Parameter others: The modifiers before it.
    /// - Throws: ``UnsoundState`` if the id is taken or the group does not exist.
    fileprivate mutating func joinGroup(among others: [AttachedModifier]) throws(UnsoundState) {
        try UnsoundState.require(!others.contains { $0.id == id }, "a modifier's id used twice")
        guard let group else { return }
        guard let parent = others.first(where: { $0.id == group }), parent.group == nil else {
            throw UnsoundState("a modifier whose group is not before it")
        }
        isGroupEnabled = parent.options.isEnabled
    }
}

extension Surface {
    /// Reads only the id of a surface.
    ///
    /// - Parameter decoder: The decoder of a ``SurfaceState``.
    /// - Returns: The id.
    /// - Throws: `DecodingError`.
    package static func id(from decoder: any Decoder) throws -> String {
        struct Named: Decodable { var id: String }
        return try decoder.container(keyedBy: SurfaceState.CodingKeys.self).decode(Named.self, forKey: .chart).id
    }
}
