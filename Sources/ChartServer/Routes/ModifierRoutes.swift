import ChartService
import Hummingbird

/// The routes that add, change and remove modifiers.
struct ModifierRoutes: Sendable {
    let context: ServiceContext

    static let pattern = SurfaceRoutes.pattern + "/modifiers/{mid}"

    var routes: [Route] {
        [
            .changing(.putModifier, .put, Self.pattern, in: context),
            .changing(.patchModifier, .patch, Self.pattern, in: context),
            .changing(.deleteModifier, .delete, Self.pattern, in: context),
        ]
    }
}
