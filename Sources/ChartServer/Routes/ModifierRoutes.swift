import ChartEngine
import ChartSessions
import ChartWire
import HTTPTypes
import Hummingbird

/// The routes that add, change and remove modifiers.
struct ModifierRoutes: Sendable {
    let context: ServiceContext

    static let pattern = SurfaceRoutes.pattern + "/modifiers/{mid}"

    var routes: [Route] {
        [
            Route(
                method: .put, pattern: Self.pattern, operationID: "putModifier",
                query: RouteRequest.viewQuery + ["before"], body: .json, handler: put),
            Route(
                method: .patch, pattern: Self.pattern, operationID: "patchModifier",
                query: RouteRequest.viewQuery + ChangeMode.query, body: .json, handler: patch),
            Route(method: .delete, pattern: Self.pattern, operationID: "deleteModifier", handler: delete),
        ]
    }

    private func put(_ request: RouteRequest) async throws -> Response {
        let body = try await request.json(ModifierBody.self)
        try checkCount(body.children?.count ?? 0, at: "/children")
        let id = request.parameter("mid")
        let before = request.query.text("before")
        let entries = try body.entries(id: id, registry: context.modifiers, at: .root).map(\.entry)
        var isNew = true
        let response = try context.changeModifier(request, as: body, of: id) { surface in
            isNew = !surface.modifiers.contains { $0.id == id }
            try request.refuseReplacing(!isNew)
            try put(entries, before: before, on: &surface)
            try checkCount(surface.modifiers.count, at: nil)
            dropReferences(in: &surface, sparing: [id] + surface.children(of: id))
            try ModifierRelations.check(id, among: surface.modifiers)
        }
        guard isNew else { return response }
        var created = response
        created.status = .created
        created.headers[.location] =
            "/v1/sessions/\(request.parameter("id"))/surfaces/\(request.parameter("sid"))/modifiers/\(id)"
        return created
    }

    /// Puts a modifier with its children into its place, or into that of another one.
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
        if old?.group != nil, entry.modifier is GroupModifier {
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

    private func patch(_ request: RouteRequest) async throws -> Response {
        let body = try await request.json(ModifierBody.self)
        try checkCount(body.children?.count ?? 0, at: "/children")
        let id = request.parameter("mid")
        return try context.changeModifier(request, as: body, of: id) { surface in
            let entry = try entry(id, of: surface)
            if let type = body.type, type != entry.typeName {
                throw Problem(.propertyInvalid, "The type of a modifier does not change.", pointer: "/type")
            }
            if let given = body.id, given != id {
                throw Problem(.propertyInvalid, "The id of a modifier does not change.", pointer: "/id")
            }
            if body.children != nil, !(entry.modifier is GroupModifier) {
                throw Problem(.propertyUnknown, "Only a group has children.", pointer: "/children")
            }
            surface.changeModifier(
                id, options: try body.options(entry.options, at: .root), to: try body.changed(entry.modifier, at: .root)
            )
            try body.changeChildren(of: id, on: &surface, registry: context.modifiers)
            try checkCount(surface.modifiers.count, at: "/children")
            dropReferences(in: &surface, sparing: [id] + surface.children(of: id))
            try ModifierRelations.check(id, among: surface.modifiers)
        }
    }

    private func delete(_ request: RouteRequest) async throws -> Response {
        let (id, surface) = (request.parameter("mid"), request.parameter("sid"))
        let cell = try context.cell(request, as: .driver)
        try context.update(cell) { session in
            try session.changeSurface(surface, ifMatch: request.ifMatch) { surface in
                _ = try entry(id, of: surface)
                surface.removeModifier(id)
                dropReferences(in: &surface, sparing: [])
            }
        }
        return .noContent()
    }

    /// Checks that a surface may have so many modifiers.
    ///
    /// The children of a body are counted before the first of them is added: to add one costs more the more there are.
    private func checkCount(_ count: Int, at pointer: String?) throws(Problem) {
        let limit = context.limits.modifiersPerSurface
        guard count > limit else { return }
        throw Problem(.tooManyModifiers, "A surface has at most \(limit) modifiers.", pointer: pointer)
    }

    /// Takes what is not there any more out of the relations of modifiers, so that these stay valid when they are checked
    /// again.
    private func dropReferences(in surface: inout Surface, sparing ids: [String]) {
        let named = surface.modifiers.filter { !($0.modifier is GroupModifier) }.map(\.id)
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
