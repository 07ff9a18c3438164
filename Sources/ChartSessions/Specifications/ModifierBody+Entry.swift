import ChartEngine
import ChartWire

/// The entry of a surface that a body of a modifier describes.
extension ModifierBody {
    /// Creates the entry of a specification.
    ///
    /// - Parameters:
    ///   - routeID: The id in the path, when there is one.
    ///   - registry: The known types.
    ///   - place: What the body may refer to.
    ///   - group: The group of a child.
    ///   - pointer: The place of the body.
    /// - Returns: The entry without the children of a group; its relations are unchecked.
    /// - Throws: A problem that names the place.
    func entry(
        id routeID: String? = nil, registry: ModifierRegistry, in place: ModifierPlace,
        childOf group: String? = nil, at pointer: JSONPointer
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
        if group != nil, type.holdsModifiers {
            throw Problem(
                .specificationInvalid, "A group holds modifiers, and no other group.", at: pointer.appending("type"))
        }
        if children != nil, !type.holdsModifiers {
            throw Problem(.propertyUnknown, "Only a group has children.", at: pointer.appending("children"))
        }
        let entry = AttachedModifier(
            id: id, modifier: try make(type, in: place, at: pointer),
            options: try options(AttachedModifier.Options(), of: type, in: place, at: pointer), childOf: group)
        try entry.checkAxis(place.xAxes[0], at: pointer)
        return entry
    }

    /// The modifier with the parameters that the body changes.
    func changed<Modifier: ChartModifier>(
        _ modifier: Modifier, in place: ModifierPlace, at pointer: JSONPointer
    ) throws(Problem) -> any ChartModifier {
        var modifier = modifier
        try modifier.parameters.take(members(ofOptions: false), in: place.of(Modifier.self), at: pointer)
        return modifier
    }

    /// The options that all modifiers share, with what the body changes.
    func options(
        _ options: AttachedModifier.Options, of type: any ChartModifier.Type, in place: ModifierPlace,
        at pointer: JSONPointer
    ) throws(Problem) -> AttachedModifier.Options {
        if members["when"] != nil, !(type is any GestureModifier.Type) {
            throw Problem(
                .propertyUnknown, "A modifier without a gesture has no condition.", at: pointer.appending("when"))
        }
        var options = options
        try options.take(members(ofOptions: true), in: place, at: pointer)
        return options
    }

    /// The members that every modifier has, or those of its type.
    private func members(ofOptions isOption: Bool) -> JSONObject {
        let names = AttachedModifier.Options.properties.map(\.name)
        return JSONObject(members.members.lazy.filter { names.contains($0.key) == isOption }.map { ($0.key, $0.value) })
    }

    private func make<Modifier: ChartModifier>(
        _ type: Modifier.Type, in place: ModifierPlace, at pointer: JSONPointer
    ) throws(Problem) -> any ChartModifier {
        try changed(Modifier(parameters: Modifier.Parameters()), in: place, at: pointer)
    }
}

extension AttachedModifier {
    /// Refuses a modifier that needs another type of x axis.
    ///
    /// - Parameters:
    ///   - xAxis: The first x axis of its surface.
    ///   - pointer: The place of the modifier's body.
    /// - Throws: `specification.invalid` at the modifier's type.
    func checkAxis(_ xAxis: Axis, at pointer: JSONPointer) throws(Problem) {
        guard type(of: modifier).needsDates else { return }
        switch xAxis.options.type {
        case .date, .category: return
        case .number, .log:
            throw Problem(
                .specificationInvalid,
                "The modifier \"\(id)\" works on days, and the axis \"\(xAxis.id)\" has no dates or categories.",
                at: pointer.appending("type"))
        }
    }
}
