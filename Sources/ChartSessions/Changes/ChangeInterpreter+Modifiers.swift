import ChartEngine
import ChartWire

extension ChangeInterpreter {
    func prepareModifier(_ change: Change) throws -> PreparedChange {
        let body = try change.decoded(ModifierBody.self)
        try checkCount(body.children?.count ?? 0, at: "/children")
        let id = change.item
        let before = change.query.text("before")
        return try answered(change) { session in
            let isNew = session.surface(change.surface)?.surface.modifiers.contains { $0.id == id } != true
            try self.change(&session, change, as: body) { surface in
                if !isNew, change.refusesReplacing { throw Problem.existsAlready }
                let place = place(of: surface)
                let entries = try body.entries(id: id, registry: modifiers, in: place, at: .root).map(
                    \.entry)
                try limits?.checkSlices(of: entries, at: .root)
                let replaced = [id] + surface.children(of: id)
                let others = surface.modifiers.filter { !replaced.contains($0.id) }
                try limits?.checkSlices(
                    of: entries, beside: others.reduce(0) { $0 + $1.sliceCount }, after: surface.sliceCount, at: .root)
                try put(entries, before: before, on: &surface)
                try checkCount(surface.modifiers.count, at: nil)
                dropReferences(in: &surface, sparing: [id] + surface.children(of: id))
                try ModifierRelations.check(id, among: surface.modifiers)
            }
            return isNew ? .created(path: "surfaces/\(change.surface)/modifiers/\(id)") : .changed
        }
    }

    func preparePatchOfModifier(_ change: Change) throws -> PreparedChange {
        let body = try change.decoded(ModifierBody.self)
        try checkCount(body.children?.count ?? 0, at: "/children")
        let id = change.item
        return try answered(change) { session in
            try self.change(&session, change, as: body) { surface in
                let before = surface.sliceCount
                let entry = try entry(id, of: surface)
                if let type = body.type, type != entry.typeName {
                    throw Problem(.propertyInvalid, "The type of a modifier does not change.", pointer: "/type")
                }
                if let given = body.id, given != id {
                    throw Problem(.propertyInvalid, "The id of a modifier does not change.", pointer: "/id")
                }
                if body.children != nil, !entry.holdsModifiers {
                    throw Problem(.propertyUnknown, "Only a group has children.", pointer: "/children")
                }
                let place = place(of: surface)
                surface.changeModifier(
                    id, options: try body.options(entry.options, of: type(of: entry.modifier), in: place, at: .root),
                    to: try body.changed(entry.modifier, in: place, at: .root))
                try body.changeChildren(of: id, on: &surface, registry: modifiers, in: place)
                try checkCount(surface.modifiers.count, at: "/children")
                try limits?.checkSlices(of: surface.modifiers, after: before, at: .root)
                dropReferences(in: &surface, sparing: [id] + surface.children(of: id))
                try ModifierRelations.check(id, among: surface.modifiers)
            }
            return .changed
        }
    }

    func prepareRemovalOfModifier(_ change: Change) -> PreparedChange {
        let id = change.item
        return PreparedChange(change: change) { session in
            try session.changeSurface(change.surface, ifMatch: change.ifMatch) { surface in
                _ = try entry(id, of: surface)
                surface.removeModifier(id)
                dropReferences(in: &surface, sparing: [])
            }
            return ChangeAnswer(body: .empty, outcome: .ended)
        }
    }

    private func place(of surface: Surface) -> ModifierPlace {
        ModifierPlace(of: surface.chart, checksIDs: limits != nil)
    }

    /// Changes a modifier of a surface, and checks its references to other surfaces.
    private func change(
        _ session: inout Session, _ change: Change, as body: ModifierBody,
        _ apply: (inout Surface) throws -> Void
    ) throws {
        try session.changeSurface(change.surface, ifMatch: change.ifMatch, apply)
        try SurfaceReferences.check(change.surface, of: session) { broken in
            guard broken != change.item,
                let index = (body.children ?? []).firstIndex(where: { $0.effectiveID == broken })
            else { return .root }
            return JSONPointer.root.appending("children").appending(index)
        }
    }

    /// Puts a modifier with its children into its place, or before another modifier.
    private func put(_ entries: [AttachedModifier], before: String?, on surface: inout Surface) throws(Problem) {
        let id = entries[0].id
        let old = surface.modifiers.first { $0.id == id }
        if let before {
            guard before != id, let other = surface.modifiers.first(where: { $0.id == before }) else {
                throw Problem(.queryInvalid, "The surface has no other modifier \"\(before)\".")
            }
            guard let group = old?.group ?? other.group else {
                return try replace(old, by: entries, before, on: &surface)
            }
            throw Problem(.queryInvalid, "The order within a group is that of its children: change \"\(group)\".")
        }
        try replace(old, by: entries, nil, on: &surface)
    }

    private func replace(
        _ old: AttachedModifier?, by entries: [AttachedModifier], _ before: String?, on surface: inout Surface
    ) throws(Problem) {
        let entry = entries[0]
        if old?.group != nil, entry.holdsModifiers {
            throw Problem(.specificationInvalid, "A group holds modifiers, and no other group.", pointer: "/type")
        }
        if old == nil || before != nil {
            surface.removeModifier(entry.id)
            surface.add(entry, before: before)
        } else {
            for child in surface.children(of: entry.id) { surface.removeModifier(child) }
            surface.changeModifier(entry.id, options: entry.options, to: entry.modifier)
        }
        for (index, child) in entries.dropFirst().enumerated() {
            guard !surface.modifiers.contains(where: { $0.id == child.id }) else {
                throw Problem(
                    .specificationDuplicateID, "The id \"\(child.id)\" is taken.", pointer: "/children/\(index)/id")
            }
            surface.add(child)
        }
    }

    /// Checks the number of modifiers of a surface.
    ///
    /// Callers count the children of a body before they add any: the more there are, the more adding one costs.
    private func checkCount(_ count: Int, at pointer: String?) throws(Problem) {
        let limit = bounds.modifiersPerSurface
        guard count > limit else { return }
        throw Problem(.tooManyModifiers, "A surface has at most \(limit) modifiers.", pointer: pointer)
    }

    /// Removes modifiers that no longer exist from the relations of others, so that a later check accepts these.
    private func dropReferences(in surface: inout Surface, sparing ids: [String]) {
        let named = surface.modifiers.filter { !$0.holdsModifiers }.map(\.id)
        for other in surface.modifiers where !ids.contains(other.id) {
            var options = other.options
            options.requireFailureOf.removeAll { !named.contains($0) }
            options.simultaneousWith.removeAll { !named.contains($0) }
            guard options != other.options else { continue }
            surface.changeModifier(other.id, options: options, to: other.modifier)
        }
    }

    private func entry(_ id: String, of surface: Surface) throws(Problem) -> AttachedModifier {
        guard let entry = surface.modifiers.first(where: { $0.id == id }) else {
            throw Problem(.modifierUnknown, "The surface has no modifier \"\(id)\".")
        }
        return entry
    }
}
