import ChartStores
import HTTPTypes

/// What Prometheus fetches.
enum MetricsRoutes {
    /// The routes.
    ///
    /// - Parameters:
    ///   - metrics: What is counted.
    ///   - sources: What is looked up.
    /// - Returns: One route.
    static func routes(metrics: PrometheusMetrics, sources: MetricSources) -> [Route] {
        [
            Route(
                method: .get, pattern: "/metrics", operationID: "getMetrics", access: .scope(.readMetrics),
                servesWhileDraining: true, isTraced: false
            ) { _ in
                .work { _ in
                    .now(
                        Answer(
                            bytes: metrics.text(with: await sources.samples()),
                            contentType: PrometheusWriter.contentType,
                            headers: [.cacheControl: "no-store"]))
                }
            }
        ]
    }
}
