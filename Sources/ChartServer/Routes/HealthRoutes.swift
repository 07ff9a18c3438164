internal import ChartWire
internal import Hummingbird

/// Whether the process runs, and whether it takes work.
enum HealthRoutes {
    /// The routes.
    static func routes(drain: Drain) -> [Route] {
        [
            Route(method: .get, pattern: "/health/live", operationID: "getLiveness", servesWhileDraining: true) { _ in
                .json(Array(#"{"status":"live"}"#.utf8))
            },
            Route(method: .get, pattern: "/health/ready", operationID: "getReadiness", servesWhileDraining: true) { _ in
                guard !drain.isDraining else { throw Problem.draining }
                return .json(Array(#"{"status":"ready"}"#.utf8))
            },
        ]
    }
}
