internal import HTTPTypes
internal import Hummingbird

/// Answers requests: those of the calls that are made most at once, all others through the router.
///
/// The router's walk and its layers cost a batch of events about as much as the batch itself.
struct ServerResponder: HTTPResponder {
    private let router: RouterResponder<ChartRequestContext>
    private let middleware: RequestPathMiddleware
    private let direct: [(pattern: PathPattern, route: Route)]
    private let limits: Limits
    private let drain: Drain

    /// Puts some routes in front of the router that serves them too.
    ///
    /// - Parameters:
    ///   - routes: The routes whose paths no other route of their method has.
    ///   - router: The router of all routes.
    ///   - middleware: What stands before every route.
    ///   - limits: What a request may ask for.
    ///   - drain: Refuses new work while the server shuts down.
    init(
        _ routes: [Route], before router: RouterResponder<ChartRequestContext>, middleware: RequestPathMiddleware,
        limits: Limits, drain: Drain
    ) {
        direct = routes.map { (PathPattern($0.pattern), $0) }
        self.router = router
        self.middleware = middleware
        self.limits = limits
        self.drain = drain
    }

    /// Answers a request.
    func respond(to request: Request, context: ChartRequestContext) async throws -> Response {
        for (pattern, route) in direct where route.method == request.method {
            guard let parameters = pattern.parameters(of: request.head.path ?? "") else { continue }
            var context = context
            context.pathParameters = parameters
            context.coreContext.endpointPath.value = route.pattern
            return try await middleware.handle(request, context: context) { request, context in
                try await route.answer(request, context: context, limits: limits, drain: drain)
            }
        }
        return try await router.respond(to: request, context: context)
    }
}
