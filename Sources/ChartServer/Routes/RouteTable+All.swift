import ChartSessions

extension RouteTable {
    /// The route of the metrics, unless they go elsewhere.
    private static func metrics(of dependencies: RouteDependencies) -> [Route] {
        guard let metrics = dependencies.metrics else { return [] }
        return MetricsRoutes.routes(
            metrics: metrics, sources: dependencies.metricSources ?? MetricSources(dependencies))
    }

    /// The table of the running server.
    static func all(over dependencies: RouteDependencies) -> RouteTable {
        let datasets = DatasetRoutes(service: dependencies.service)
        return RouteTable(
            HealthRoutes.routes(
                drain: dependencies.drain, store: dependencies.service.sessions.store,
                auditLog: AuditLog(isOn: dependencies.settings.isAudited, output: dependencies.output))
                + Self.metrics(of: dependencies)
                + OpenAPIRoutes.routes(document: OpenAPIDocument())
                + datasets.routes
                + EventsOfDataRoutes(service: dependencies.service).routes
                + FeedRoutes(service: dependencies.service).routes
                + DatasetWindowRoutes(service: dependencies.service).routes
                + RowRoutes(service: dependencies.service).routes
                + PictureRoutes(service: dependencies.service).routes
                + SessionRoutes(service: dependencies.service).routes
                + TokenRoutes(service: dependencies.service).routes
                + SurfaceRoutes(service: dependencies.service).routes
                + ModifierRoutes(service: dependencies.service).routes
                + AnnotationRoutes(service: dependencies.service).routes
                + EventRoutes(service: dependencies.service).routes
                + StreamRoutes(service: dependencies.service).routes
                + LogRoutes(service: dependencies.service).routes
                + (dependencies.page.map { [PageRoutes.page($0), GeneratedRowsRoute(beside: datasets).route] } ?? [])
                + (dependencies.documentation.map { _ in [PageRoutes.documentation] } ?? []))
    }
}
