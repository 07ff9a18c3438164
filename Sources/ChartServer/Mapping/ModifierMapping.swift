import ChartEngine
import ChartWire

extension ModifierBody {
    /// Makes the entry of a specification.
    ///
    /// - Parameters:
    ///   - routeID: The id of the route, when there is one.
    ///   - registry: The types that may be named.
    ///   - pointer: The place of the body.
    /// - Returns: The entry, its relations unchecked.
    /// - Throws: A problem that names the place.
    func entry(
        id routeID: String? = nil, registry: ModifierRegistry, at pointer: JSONPointer
    ) throws(Problem) -> AttachedModifier {
        guard let name = type ?? routeID else {
            throw Problem(.propertyMissing, "A modifier has a type.", at: pointer.appending("type"))
        }
        guard let type = registry[name] else {
            throw Problem(
                .specificationUnknownModifier,
                "There is no modifier type \"\(name)\"; there are \(registry.names.joined(separator: ", ")).",
                at: pointer.appending("type"))
        }
        if let routeID, let id, id != routeID {
            throw Problem(.specificationInvalid, "The id of the path is \"\(routeID)\".", at: pointer.appending("id"))
        }
        let id = routeID ?? id ?? name
        try Identifier.check(id, at: pointer.appending("id"))
        return AttachedModifier(
            id: id, modifier: try make(type, at: pointer), options: options(AttachedModifier.Options()))
    }

    /// The modifier with the parameters that the body names changed.
    func changed<Modifier: ChartModifier>(
        _ modifier: Modifier, at pointer: JSONPointer
    ) throws(Problem) -> any ChartModifier {
        var modifier = modifier
        modifier.parameters = try decode(Modifier.Parameters.self, over: modifier.parameters, at: pointer)
        return modifier
    }

    /// What every modifier has, with what the body names changed.
    func options(_ options: AttachedModifier.Options) -> AttachedModifier.Options {
        var options = options
        if let isEnabled { options.isEnabled = isEnabled }
        if let receiveHandledEvents { options.receiveHandledEvents = receiveHandledEvents }
        if let requireFailureOf { options.requireFailureOf = Self.withoutRepeats(requireFailureOf) }
        if let simultaneousWith { options.simultaneousWith = Self.withoutRepeats(simultaneousWith) }
        return options
    }

    private static func withoutRepeats(_ references: [String]) -> [String] {
        var seen: Set<String> = []
        return references.filter { seen.insert($0).inserted }
    }

    private func make<Modifier: ChartModifier>(
        _ type: Modifier.Type, at pointer: JSONPointer
    ) throws(Problem) -> any ChartModifier {
        Modifier(
            parameters: try decode(Modifier.Parameters.self, over: Modifier.Parameters(), at: pointer))
    }

    private func decode<Parameters: ModifierParameters>(
        _ type: Parameters.Type, over base: Parameters, at pointer: JSONPointer
    ) throws(Problem) -> Parameters {
        let decoded = try JSONCoding.decode(
            type, from: .object(base.members.merging(parameters)), at: pointer)
        do throws(ModifierError) {
            try decoded.validate()
        } catch {
            throw Problem(.propertyInvalid, error.reason, at: pointer.appending(error.property))
        }
        return decoded
    }
}

extension ModifierParameters {
    /// The parameters as members of a JSON object, in the order of their declaration.
    var members: JSONObject {
        guard case .object(let members)? = try? JSONCoding.encode(self) else {
            preconditionFailure("parameters of \(Self.self) are coded as an object of finite numbers")
        }
        return members
    }
}

/// The rules between modifiers of one surface.
enum ModifierRelations {
    /// Checks the relations of every modifier of a specification.
    static func check(_ entries: [AttachedModifier], at pointer: JSONPointer) throws(Problem) {
        for (index, entry) in entries.enumerated() { try check(entry, among: entries, at: pointer.appending(index)) }
    }

    /// Checks the relations of one modifier of a surface.
    static func check(_ id: String, among entries: [AttachedModifier]) throws(Problem) {
        for entry in entries where entry.id == id { try check(entry, among: entries, at: .root) }
    }

    /// Checks that relations name modifiers of the surface and that no requirements run in a circle.
    private static func check(
        _ entry: AttachedModifier, among entries: [AttachedModifier], at pointer: JSONPointer
    ) throws(Problem) {
        for (name, references) in [
            ("requireFailureOf", entry.options.requireFailureOf),
            ("simultaneousWith", entry.options.simultaneousWith),
        ] {
            for (position, id) in references.enumerated() where !entries.contains(where: { $0.id == id }) {
                throw Problem(
                    .specificationUnknownReference, "There is no modifier \"\(id)\" on this surface.",
                    at: pointer.appending(name).appending(position))
            }
        }
        guard !reaches(entry.id, from: entry, among: entries) else {
            throw Problem(
                .specificationCycle, "The failures that \"\(entry.id)\" requires lead back to it.",
                at: pointer.appending("requireFailureOf"))
        }
    }

    private static func reaches(
        _ goal: String, from start: AttachedModifier, among entries: [AttachedModifier]
    ) -> Bool {
        var visited: [String] = []
        var open = start.options.requireFailureOf
        while let id = open.popLast() {
            if id == goal { return true }
            guard !visited.contains(id), let entry = entries.first(where: { $0.id == id }) else { continue }
            visited.append(id)
            open += entry.options.requireFailureOf
        }
        return false
    }
}
