import ChartService
import Hummingbird

/// The main call: a batch of events for a surface.
struct EventRoutes: Sendable {
    let context: ServiceContext

    var routes: [Route] {
        var route = Route.changing(.postEvents, .post, SurfaceRoutes.pattern + "/events", in: context)
        route.brief = context.readEventsBriefly
        return [route]
    }
}
