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
        let id = request.parameter("mid")
        let before = request.query.text("before")
        let entry = try body.entry(id: id, registry: context.modifiers, at: .root)
        var isNew = true
        let response = try context.change(request) { surface in
            isNew = !surface.modifiers.contains { $0.id == id }
            try request.refuseReplacing(!isNew)
            if let before, !surface.modifiers.contains(where: { $0.id == before }) || before == id {
                throw Problem(.queryInvalid, "The surface has no other modifier \"\(before)\".")
            }
            guard !isNew || surface.modifiers.count < context.limits.modifiersPerSurface else {
                throw Problem(
                    .tooManyModifiers, "A surface has at most \(context.limits.modifiersPerSurface) modifiers.")
            }
            if isNew || before != nil {
                surface.removeModifier(id)
                surface.add(entry, before: before)
            } else {
                surface.changeModifier(id, options: entry.options, to: entry.modifier)
            }
            try ModifierRelations.check(id, among: surface.modifiers)
        }
        guard isNew else { return response }
        var created = response
        created.status = .created
        created.headers[.location] =
            "/v1/sessions/\(request.parameter("id"))/surfaces/\(request.parameter("sid"))/modifiers/\(id)"
        return created
    }

    private func patch(_ request: RouteRequest) async throws -> Response {
        let body = try await request.json(ModifierBody.self)
        let id = request.parameter("mid")
        return try context.change(request) { surface in
            let entry = try entry(id, of: surface)
            if let type = body.type, type != Swift.type(of: entry.modifier).typeName {
                throw Problem(.propertyInvalid, "The type of a modifier does not change.", pointer: "/type")
            }
            if let given = body.id, given != id {
                throw Problem(.propertyInvalid, "The id of a modifier does not change.", pointer: "/id")
            }
            surface.changeModifier(
                id, options: body.options(entry.options), to: try body.changed(entry.modifier, at: .root))
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
                dropReferences(to: id, in: &surface)
            }
        }
        return .noContent()
    }

    /// Takes a modifier out of the relations of the others, so that these stay valid when they are checked again.
    private func dropReferences(to id: String, in surface: inout Surface) {
        for other in surface.modifiers {
            var options = other.options
            options.requireFailureOf.removeAll { $0 == id }
            options.simultaneousWith.removeAll { $0 == id }
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
