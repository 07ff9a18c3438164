import ChartEngine
import ChartWire

/// The rules between the modifiers of one surface.
enum ModifierRelations {
    /// Checks the relations of every modifier of a specification.
    static func check(_ placed: [PlacedModifier]) throws(Problem) {
        let entries = placed.map(\.entry)
        for one in placed { try check(one.entry, among: entries, at: one.pointer) }
    }

    /// Checks the relations of one modifier of a surface, and of its children when it is a group.
    static func check(_ id: String, among entries: [AttachedModifier]) throws(Problem) {
        for entry in entries where entry.id == id { try check(entry, among: entries, at: .root) }
        for (index, child) in entries.filter({ $0.group == id }).enumerated() {
            try check(child, among: entries, at: JSONPointer.root.appending("children").appending(index))
        }
    }

    /// Checks that relations name modifiers of the surface with gestures, and that requirements form no cycle.
    private static func check(
        _ entry: AttachedModifier, among entries: [AttachedModifier], at pointer: JSONPointer
    ) throws(Problem) {
        for (name, references) in [
            ("requireFailureOf", entry.options.requireFailureOf),
            ("simultaneousWith", entry.options.simultaneousWith),
        ] {
            for (position, id) in references.enumerated() {
                let named = entries.first { $0.id == id }
                if let named, !named.holdsModifiers { continue }
                throw Problem(
                    .specificationUnknownReference,
                    named == nil
                        ? "There is no modifier \"\(id)\" on this surface."
                        : "The modifier \"\(id)\" is a group and has no gesture; name its children.",
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
