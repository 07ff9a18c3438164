import ChartSessions

extension RouteTable {
    /// The table of the running server.
    static func all(over dependencies: RouteDependencies) -> RouteTable {
        RouteTable(
            HealthRoutes.routes(
                drain: dependencies.drain, store: dependencies.service.sessions.store,
                auditLog: AuditLog(isOn: dependencies.settings.isAudited, output: dependencies.output))
                + (dependencies.metrics.map {
                    MetricsRoutes.routes(
                        metrics: $0, sessions: dependencies.service.sessions, output: dependencies.output)
                } ?? [])
                + OpenAPIRoutes.routes(document: OpenAPIDocument())
                + DatasetRoutes(service: dependencies.service).routes
                + DatasetWindowRoute(service: dependencies.service).routes
                + RowRoutes(service: dependencies.service).routes
                + PictureRoutes(service: dependencies.service).routes
                + SessionRoutes(service: dependencies.service).routes
                + SurfaceRoutes(service: dependencies.service).routes
                + ModifierRoutes(service: dependencies.service).routes
                + EventRoutes(service: dependencies.service).routes
                + StreamRoutes(service: dependencies.service).routes
                + LogRoutes(service: dependencies.service).routes
                + (dependencies.page.map { [PageRoutes.page($0)] } ?? [])
                + (dependencies.documentation.map { _ in [PageRoutes.documentation] } ?? []))
    }
}
