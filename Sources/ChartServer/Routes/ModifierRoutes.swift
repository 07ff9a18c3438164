import ChartSessions
import HTTPTypes

/// The routes that list the types of modifiers, and add, change and remove modifiers.
struct ModifierRoutes: Sendable {
    let service: ServiceDependencies

    static let pattern = SurfaceRoutes.pattern + "/modifiers/{mid}"

    var routes: [Route] {
        let types = service.interpreter.modifiers.body
        return [
            Route(method: .get, pattern: "/v1/modifiers", operationID: "getModifierTypes", access: .credential) { _ in
                .now(.json(types))
            },
            .changing(.putModifier, .put, Self.pattern, in: service),
            .changing(.patchModifier, .patch, Self.pattern, in: service),
            .changing(.deleteModifier, .delete, Self.pattern, in: service),
        ]
    }
}
