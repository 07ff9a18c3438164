extension RouteTable {
    /// The table of the running server.
    static func all(in environment: RouteEnvironment) -> RouteTable {
        RouteTable(
            HealthRoutes.routes(drain: environment.drain)
                + OpenAPIRoutes.routes(document: OpenAPIDocument())
                + (environment.staticFiles.map { PageRoutes.routes(files: $0) } ?? []))
    }
}
