import ChartEngine
import ChartWire

extension ModifierBody {
    /// Creates the entry of a specification.
    ///
    /// - Parameters:
    ///   - routeID: The id in the path, when there is one.
    ///   - registry: The known types.
    ///   - references: What the body refers to.
    ///   - group: The group of a child.
    ///   - pointer: The place of the body.
    /// - Returns: The entry without the children of a group; its relations are unchecked.
    /// - Throws: A problem that names the place.
    func entry(
        id routeID: String? = nil, registry: ModifierRegistry, references: ModifierReferences,
        childOf group: String? = nil,
        at pointer: JSONPointer
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
        if group != nil, type == GroupModifier.self {
            throw Problem(
                .specificationInvalid, "A group holds modifiers, and no other group.", at: pointer.appending("type"))
        }
        if children != nil, type != GroupModifier.self {
            throw Problem(.propertyUnknown, "Only a group has children.", at: pointer.appending("children"))
        }
        let entry = AttachedModifier(
            id: id, modifier: try make(type, references, at: pointer),
            options: try options(AttachedModifier.Options(), of: type, at: pointer), childOf: group)
        try entry.checkAxis(references.xAxes[0], at: pointer)
        return entry
    }

    /// The modifier with the parameters that the body changes.
    func changed<Modifier: ChartModifier>(
        _ modifier: Modifier, references: ModifierReferences, at pointer: JSONPointer
    ) throws(Problem) -> any ChartModifier {
        var modifier = modifier
        modifier.parameters = try decode(Modifier.self, over: modifier.parameters, references, at: pointer)
        try references.check(modifier, givenBy: parameters, at: pointer)
        return modifier
    }

    /// The options that all modifiers share, with what the body changes.
    func options(
        _ options: AttachedModifier.Options, of type: any ChartModifier.Type, at pointer: JSONPointer
    ) throws(Problem) -> AttachedModifier.Options {
        var options = options
        if let when {
            guard type is any GestureModifier.Type else {
                throw Problem(
                    .propertyUnknown, "A modifier without a gesture has no condition.", at: pointer.appending("when"))
            }
            options.when = try when.wrapped?.condition(at: pointer.appending("when"))
        }
        if let meta { options.meta = meta == .null ? nil : Self.text(of: meta) }
        if let eventsGroupTag {
            guard (1...GroupModifier.Parameters.longestName).contains(eventsGroupTag.count) else {
                throw Problem(
                    .propertyInvalid, "A tag has 1 to \(GroupModifier.Parameters.longestName) characters.",
                    at: pointer.appending("eventsGroupTag"))
            }
            options.eventsGroupTag = eventsGroupTag
        }
        if let isEnabled { options.isEnabled = isEnabled }
        if let receiveHandledEvents { options.receiveHandledEvents = receiveHandledEvents }
        if let requireFailureOf { options.requireFailureOf = Self.withoutRepeats(requireFailureOf) }
        if let simultaneousWith { options.simultaneousWith = Self.withoutRepeats(simultaneousWith) }
        return options
    }

    private static func text(of json: JSONValue) -> String {
        var writer = JSONWriter()
        JSONCoding.write(json, into: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func withoutRepeats(_ references: [String]) -> [String] {
        var seen: Set<String> = []
        return references.filter { seen.insert($0).inserted }
    }

    private func make<Modifier: ChartModifier>(
        _ type: Modifier.Type, _ references: ModifierReferences, at pointer: JSONPointer
    ) throws(Problem) -> any ChartModifier {
        let modifier = Modifier(parameters: try decode(type, over: Modifier.Parameters(), references, at: pointer))
        try references.check(modifier, givenBy: parameters, at: pointer)
        return modifier
    }

    private func decode<Modifier: ChartModifier>(
        _ type: Modifier.Type, over base: Modifier.Parameters, _ references: ModifierReferences, at pointer: JSONPointer
    ) throws(Problem) -> Modifier.Parameters {
        let members = try references.resolved(base.members.merging(parameters), of: type, at: pointer)
        let decoded = try JSONCoding.decode(Modifier.Parameters.self, from: .object(members), at: pointer)
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
