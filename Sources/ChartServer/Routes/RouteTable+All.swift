import ChartSessions

extension RouteTable {
    /// The table of the running server.
    static func all(in environment: RouteEnvironment) -> RouteTable {
        RouteTable(
            HealthRoutes.routes(drain: environment.drain, store: environment.service.sessions.store)
                + (environment.metrics.map {
                    MetricsRoutes.routes(metrics: $0, sessions: environment.service.sessions)
                } ?? [])
                + OpenAPIRoutes.routes(document: OpenAPIDocument())
                + DatasetRoutes(context: environment.service).routes
                + DatasetWindowRoute(context: environment.service).routes
                + SessionRoutes(context: environment.service).routes
                + SurfaceRoutes(context: environment.service).routes
                + ModifierRoutes(context: environment.service).routes
                + EventRoutes(context: environment.service).routes
                + StreamRoutes(context: environment.service).routes
                + LogRoutes(context: environment.service).routes
                + (environment.staticFiles.map { PageRoutes.routes(files: $0) } ?? []))
    }
}
