import Gestures

/// The encoded state of a surface's modifier: its type's name, and what differs from a new modifier.
struct ModifierEntryState: Encodable {
    fileprivate enum CodingKeys: String, CodingKey {
        case id, type, group, options, parameters, state
    }

    private let entry: AttachedModifier

    init(of entry: AttachedModifier) {
        self.entry = entry
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(entry.id, forKey: .id)
        try container.encodeIfPresent(entry.group, forKey: .group)
        try container.encodeIfPresent(entry.options.unless(.init()), forKey: .options)
        try entry.modifier.encode(into: &container)
    }

    /// Reads a modifier.
    ///
    /// - Parameters:
    ///   - decoder: The decoder of an encoded modifier.
    ///   - registry: The registered types.
    /// - Returns: The modifier, attached to nothing.
    /// - Throws: `DecodingError`, ``ModifierError``, and ``UnknownModifier``.
    static func entry(from decoder: any Decoder, registry: ModifierRegistry) throws -> AttachedModifier {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func read<Modifier: ChartModifier>(_ type: Modifier.Type) throws -> Modifier {
            let parameters = try container.decodeIfPresent(Modifier.Parameters.self, forKey: .parameters) ?? .init()
            try parameters.check()
            var modifier = Modifier(parameters: parameters)
            modifier.state = try container.decodeIfPresent(Modifier.State.self, forKey: .state) ?? .init()
            return modifier
        }
        let name = try container.decode(String.self, forKey: .type)
        guard let type = registry[name] else { throw UnknownModifier(type: name) }
        return AttachedModifier(
            id: try container.decode(String.self, forKey: .id), modifier: try read(type),
            options: try container.decodeIfPresent(AttachedModifier.Options.self, forKey: .options) ?? .init(),
            childOf: try container.decodeIfPresent(String.self, forKey: .group))
    }
}

extension ChartModifier {
    /// Writes the type's name, and what differs from a new modifier.
    fileprivate func encode(into container: inout KeyedEncodingContainer<ModifierEntryState.CodingKeys>) throws {
        try container.encode(Self.typeName, forKey: .type)
        try container.encodeIfPresent(parameters.unless(.init()), forKey: .parameters)
        try container.encodeIfPresent(state.unless(.init()), forKey: .state)
    }
}

/// An encoded modifier has a type that is not registered.
package struct UnknownModifier: Error, Sendable, Hashable {
    /// The name of the type.
    package let type: String
}
