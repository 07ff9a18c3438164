import ChartSessions
import ChartWire
import HTTPTypes
import Hummingbird

/// Every route of the server, as data.
struct RouteTable: Sendable {
    /// The routes, in the order of the documentation.
    let routes: [Route]

    /// Creates a table; two routes of one method and pattern, or of one operation, are our own bug.
    init(_ routes: [Route]) {
        let keys = Set(routes.map { "\($0.method.rawValue) \($0.pattern)" })
        let operations = Set(routes.map(\.operationID))
        precondition(keys.count == routes.count && operations.count == routes.count, "a route stands twice")
        self.routes = routes
    }

    /// The pattern that a path has and the methods it answers, in the order of the table, HEAD beside GET.
    func methods(ofPath path: String) -> (pattern: String, methods: [HTTPRequest.Method])? {
        let parts = path.split(separator: "/")
        let fitting = routes.filter { Self.matches($0.pattern.split(separator: "/"), parts) }
        // A literal part goes before a parameter, as in the router.
        guard let pattern = fitting.min(by: { $0.parameterCount < $1.parameterCount })?.pattern else { return nil }
        let methods = fitting.filter { $0.pattern == pattern }.map(\.method)
        return (pattern, methods.flatMap { $0 == .get ? [.get, .head] : [$0] })
    }

    /// Builds the router that serves the table.
    ///
    /// - Parameters:
    ///   - middleware: Stands before every route and before unknown paths.
    ///   - limits: What a request may ask for.
    ///   - drain: Refuses new work while the server shuts down.
    /// - Returns: The router.
    func makeRouter(
        middleware: RequestPathMiddleware, limits: Limits, drain: Drain
    ) -> Router<ChartRequestContext> {
        let router = Router(context: ChartRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: middleware)
        for route in routes {
            router.on(RouterPath(route.pattern), method: route.method) { request, context in
                try await route.answer(request, context: context, limits: limits, drain: drain)
            }
        }
        return router
    }

    private static func matches(_ pattern: [Substring], _ path: [Substring]) -> Bool {
        pattern.count == path.count && zip(pattern, path).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
}

extension Route {
    /// How many parts of the pattern are parameters.
    var parameterCount: Int {
        pattern.split(separator: "/").count { $0.hasPrefix("{") }
    }

    /// Checks a request against the route's declaration and hands it to the handler.
    func answer(
        _ request: Request, context: ChartRequestContext, limits: Limits, drain: Drain
    ) async throws -> Response {
        guard servesWhileDraining || drain.enter() else { throw Problem.draining }
        defer { if !servesWhileDraining { drain.leave() } }
        try ByteLimit(rule: body, limits: limits).check(request)
        let request = try RouteRequest(request, context: context, route: self, limits: limits)
        return try await LongWork.run(if: takesLong) { try await handler(request) }
    }
}
