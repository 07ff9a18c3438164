import HTTPTypes

/// The description of the routes themselves.
enum OpenAPIRoutes {
    /// The routes.
    static func routes(document: OpenAPIDocument) -> [Route] {
        [
            Route(method: .get, pattern: "/openapi.yaml", operationID: "getOpenAPIAsYAML", access: .credential) { _ in
                .now(Answer(bytes: document.yaml, contentType: "application/yaml"))
            },
            Route(method: .get, pattern: "/openapi.json", operationID: "getOpenAPIAsJSON", access: .credential) { _ in
                .now(.json(document.json))
            },
        ]
    }
}
