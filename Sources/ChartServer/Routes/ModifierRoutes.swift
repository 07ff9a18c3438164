import ChartService
import HTTPTypes

/// The routes that add, change and remove modifiers.
struct ModifierRoutes: Sendable {
    let service: ServiceDependencies

    static let pattern = SurfaceRoutes.pattern + "/modifiers/{mid}"

    var routes: [Route] {
        [
            .changing(.putModifier, .put, Self.pattern, in: service),
            .changing(.patchModifier, .patch, Self.pattern, in: service),
            .changing(.deleteModifier, .delete, Self.pattern, in: service),
        ]
    }
}
