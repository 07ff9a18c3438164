import ChartWire
import HTTPTypes

/// The demo page; its other files have no routes of their own.
enum PageRoutes {
    /// The routes.
    static func routes(files: StaticFiles) -> [Route] {
        [
            Route(method: .get, pattern: "/", operationID: "getPage", ignoresQuery: true) { _ in
                .work { task in
                    guard let page = try await files.answer(to: task) else {
                        throw Problem(.routeUnknown, "The folder of the demo page has no index.html.")
                    }
                    return .now(page)
                }
            }
        ]
    }
}
