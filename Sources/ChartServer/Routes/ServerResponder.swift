internal import HTTPTypes
internal import Hummingbird

/// Answers requests: those of the main call at once, all others through the router.
///
/// The router's walk and its layers cost a batch of events about as much as the batch itself.
struct ServerResponder: HTTPResponder {
    private let router: RouterResponder<ChartRequestContext>
    private let middleware: RequestPathMiddleware
    private let route: Route
    private let pattern: PathPattern
    private let limits: Limits
    private let drain: Drain

    /// Puts a route in front of the router that serves it too.
    ///
    /// - Parameters:
    ///   - route: The route of the main call.
    ///   - router: The router of all routes.
    ///   - middleware: What stands before every route.
    ///   - limits: What a request may ask for.
    ///   - drain: Refuses new work while the server shuts down.
    init(
        _ route: Route, before router: RouterResponder<ChartRequestContext>, middleware: RequestPathMiddleware,
        limits: Limits, drain: Drain
    ) {
        self.route = route
        self.router = router
        self.middleware = middleware
        self.limits = limits
        self.drain = drain
        pattern = PathPattern(route.pattern)
    }

    /// Answers a request.
    func respond(to request: Request, context: ChartRequestContext) async throws -> Response {
        guard request.method == route.method,
            let parameters = pattern.parameters(of: request.head.path ?? "")
        else {
            return try await router.respond(to: request, context: context)
        }
        var context = context
        context.coreContext.parameters = parameters
        context.coreContext.endpointPath.value = route.pattern
        return try await middleware.handle(request, context: context) { request, context in
            try await route.answer(request, context: context, limits: limits, drain: drain)
        }
    }
}
