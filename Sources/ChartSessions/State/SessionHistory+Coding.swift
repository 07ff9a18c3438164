import Gestures

extension SessionHistory: Codable {
    private enum CodingKeys: String, CodingKey {
        case done, undone, spread, movers
    }

    private struct Spread: Codable {
        var surface: String
        var driver: String
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        done = try container.decodeIfPresent([[RangeChange]].self, forKey: .done) ?? []
        undone = try container.decodeIfPresent([[RangeChange]].self, forKey: .undone) ?? []
        movers = try container.decodeIfPresent([String].self, forKey: .movers) ?? []
        spread = try (container.decodeIfPresent([Spread].self, forKey: .spread) ?? []).map { ($0.surface, $0.driver) }
        try UnsoundState.require(done.count + undone.count <= Self.capacity, "a history that is too long")
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if !done.isEmpty { try container.encode(done, forKey: .done) }
        if !undone.isEmpty { try container.encode(undone, forKey: .undone) }
        if !movers.isEmpty { try container.encode(movers, forKey: .movers) }
        if !spread.isEmpty {
            try container.encode(spread.map { Spread(surface: $0.surface, driver: $0.driver) }, forKey: .spread)
        }
    }
}
