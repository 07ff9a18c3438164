import ChartService
import ChartSessions
import ChartWire
import HTTPTypes

/// Whether the process runs, and whether it takes work.
enum HealthRoutes {
    /// The routes.
    static func routes(drain: Drain, store: any SessionStore) -> [Route] {
        [
            Route(
                method: .get, pattern: "/health/live", operationID: "getLiveness", access: .open,
                servesWhileDraining: true, isProbe: true
            ) { _ in
                .now(.json(Array(#"{"status":"live"}"#.utf8)))
            },
            Route(
                method: .get, pattern: "/health/ready", operationID: "getReadiness", access: .open,
                servesWhileDraining: true, isProbe: true
            ) { _ in
                guard !drain.isDraining else { throw Problem.draining }
                switch store.condition {
                case .ready: break
                case .failing(let error): throw Problem(.unavailable(error.description))
                case .stalled: throw Problem(.stalled)
                }
                return .now(.json(Array(#"{"status":"ready"}"#.utf8)))
            },
        ]
    }
}
