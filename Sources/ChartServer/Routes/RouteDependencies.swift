/// What the routes share: everything that a handler reaches besides its request.
struct RouteDependencies: Sendable {
    /// The configuration.
    let settings: Settings
    /// The datasets, sessions and modifiers.
    let service: ServiceDependencies
    /// The way in and out of requests.
    let drain: Drain
    /// The demo page's files, or nil when they are not served.
    let page: StaticFiles?
    /// The documentation, or nil where it was not built.
    let documentation: StaticFiles?
    /// What Prometheus fetches, or nil when the metrics go elsewhere.
    var metrics: PrometheusMetrics?
    /// Where the log and the audit log go.
    var output = LineQueue.standardError
    /// What is looked up when it fetches them.
    var metricSources: MetricSources?
}
