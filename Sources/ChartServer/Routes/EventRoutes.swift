import ChartSessions
import HTTPTypes

/// The main call: a batch of events for a surface.
struct EventRoutes: Sendable {
    let service: ServiceDependencies

    var routes: [Route] {
        [.changing(.postEvents, .post, SurfaceRoutes.pattern + "/events", in: service)]
    }
}
