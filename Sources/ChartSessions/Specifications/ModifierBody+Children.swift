import ChartEngine
import ChartWire

/// An entry with the place of its body.
struct PlacedModifier {
    var entry: AttachedModifier
    var pointer: JSONPointer
}

extension ModifierBody {
    /// Creates the entry of a specification, followed by those of its children.
    ///
    /// - Parameters:
    ///   - routeID: The id in the path, when there is one.
    ///   - registry: The known types.
    ///   - place: What the body may refer to.
    ///   - group: The group of a child.
    ///   - pointer: The place of the body.
    /// - Returns: The entries, their relations unchecked.
    /// - Throws: A problem that names the place.
    func entries(
        id routeID: String? = nil, registry: ModifierRegistry, in place: ModifierPlace,
        childOf group: String? = nil,
        at pointer: JSONPointer
    ) throws(Problem) -> [PlacedModifier] {
        let entry = try entry(id: routeID, registry: registry, in: place, childOf: group, at: pointer)
        var entries = [PlacedModifier(entry: entry, pointer: pointer)]
        let list = pointer.appending("children")
        for (index, child) in (children ?? []).enumerated() {
            entries += try child.entries(
                registry: registry, in: place, childOf: entry.id, at: list.appending(index))
        }
        return entries
    }

    /// Replaces a group's children by those that the body lists, in their order.
    ///
    /// A child whose id and type are unchanged is patched and keeps the rest. Other listed children are new. Children
    /// that are not listed are removed.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - surface: Its surface.
    ///   - registry: The known types.
    ///   - place: What the body may refer to.
    /// - Throws: A problem that names the place.
    func changeChildren(
        of group: String, on surface: inout Surface, registry: ModifierRegistry, in place: ModifierPlace
    ) throws(Problem) {
        guard let children else { return }
        let list = JSONPointer.root.appending("children")
        var order: [String] = []
        for (index, child) in children.enumerated() {
            let pointer = list.appending(index)
            guard let id = child.id ?? child.type else {
                throw Problem(.propertyMissing, "A child has an id or a type.", at: pointer.appending("type"))
            }
            guard !order.contains(id) else {
                throw Problem(.specificationDuplicateID, "The id \"\(id)\" is taken.", at: pointer.appending("id"))
            }
            order.append(id)
            let old = surface.modifiers.first { $0.id == id }
            if let old, old.group == group, child.type ?? old.typeName == old.typeName {
                if child.children != nil {
                    throw Problem(.propertyUnknown, "Only a group has children.", at: pointer.appending("children"))
                }
                surface.changeModifier(
                    id,
                    options: try child.options(old.options, of: Swift.type(of: old.modifier), in: place, at: pointer),
                    to: try child.changed(old.modifier, in: place, at: pointer))
                continue
            }
            let entry = try child.entry(registry: registry, in: place, childOf: group, at: pointer)
            if let old, old.group != group {
                throw Problem(.specificationDuplicateID, "The id \"\(id)\" is taken.", at: pointer.appending("id"))
            }
            surface.removeModifier(id)
            surface.add(entry)
        }
        for child in surface.children(of: group) where !order.contains(child) { surface.removeModifier(child) }
        surface.orderChildren(of: group, as: order)
    }
}

extension AttachedModifier {
    /// The name of its type.
    var typeName: String { Swift.type(of: modifier).typeName }
}

/// The rule that references to axes of other surfaces resolve.
enum SurfaceReferences {
    /// Checks the references of a surface's modifiers.
    ///
    /// - Parameters:
    ///   - surface: The surface.
    ///   - session: Its session.
    ///   - place: Returns the place of a modifier in the body, by its id.
    /// - Throws: A problem that names the place.
    static func check(
        _ surface: String, of session: Session, place: (String) -> JSONPointer
    ) throws(Problem) {
        guard let broken = session.brokenReference(ofSurface: surface) else { return }
        throw Problem(
            .specificationUnknownReference,
            "There is no axis \"\(broken.axis)\" on another surface; expected surface/axis.",
            at: place(broken.modifier).appending("of"))
    }
}
