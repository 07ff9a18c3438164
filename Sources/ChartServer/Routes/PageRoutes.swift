import ChartWire
import HTTPTypes

/// The demo page and the documentation; their other files have no routes of their own.
enum PageRoutes {
    /// The path under which the documentation stands.
    static let documentationPath = "/docs"

    /// The route of the demo page.
    static func page(_ files: StaticFiles) -> Route {
        Route(method: .get, pattern: "/", operationID: "getPage", access: .open, ignoresQuery: true) { _ in
            .work { task in
                guard let page = try await files.answer(to: task) else {
                    throw Problem(.routeUnknown, "The folder of the demo page has no index.html.")
                }
                return .now(page)
            }
        }
    }

    /// The route that leads to the documentation's first page.
    static let documentation = Route(
        method: .get, pattern: documentationPath, operationID: "getDocumentation", access: .open, ignoresQuery: true,
        isTraced: false
    ) { _ in
        .now(.redirect(to: documentationPath + "/documentation/chart_surface/"))
    }
}

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
