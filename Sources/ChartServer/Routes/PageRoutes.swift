import ChartWire
import Hummingbird

/// The demo page; its other files have no routes of their own.
enum PageRoutes {
    /// The routes.
    static func routes(files: StaticFiles) -> [Route] {
        [
            Route(method: .get, pattern: "/", operationID: "getPage", ignoresQuery: true) { call in
                let (request, context) = call.underlying
                guard let page = try await files.response(to: request, context: context) else {
                    throw Problem(.routeUnknown, "The folder of the demo page has no index.html.")
                }
                return page
            }
        ]
    }
}
