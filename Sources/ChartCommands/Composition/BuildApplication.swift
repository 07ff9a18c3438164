public import ChartEngine
import ChartServer
import ChartSessions
public import Configuration
public import Hummingbird
import HummingbirdCore
import Logging
public import Metrics
public import Tracing

/// Puts the server together; the executable and the tests use this one composition, with other configuration values.
///
/// - Parameters:
///   - reader: The configuration; the keys are those of `chart-surface --help`.
///   - modifiers: The modifier types that clients may name.
///   - metrics: Where counters and durations go; ``PrometheusMetrics`` are served at `/metrics`.
///   - tracer: Where the spans of requests go.
/// - Returns: The server, which prints the ready line once it listens; `runService()` runs it with all that belongs to it.
/// - Throws: `ConfigurationError` for a value that is out of range, `DatasetStoreError` and `SessionStoreError` for a
///   data directory that cannot be used.
public func buildApplication(
    reader: ConfigReader, modifiers: ModifierRegistry = .builtIn,
    metrics: any MetricsFactory = MetricsSystem.factory, tracer: any Tracer = InstrumentationSystem.tracer
) async throws -> some ApplicationProtocol {
    try await buildApplication(
        reader: reader, modifiers: modifiers, metrics: metrics, tracer: tracer, clock: .system)
}

/// The same by another clock than the machine's, which sessions, gestures and rates go by.
func buildApplication(
    reader: ConfigReader, modifiers: ModifierRegistry = .builtIn,
    metrics: any MetricsFactory = MetricsSystem.factory, tracer: any Tracer = InstrumentationSystem.tracer,
    clock: SessionClock
) async throws -> some ApplicationProtocol {
    FreedMemory.keep()
    let settings = try Settings(reader: reader)
    let logger = Logger(settings: settings)
    let connections = FileBudget.raise().apply(connections: settings.limits.connections, logger: logger)
    return try ChartApplication(
        settings: settings, connections: connections,
        catalog: try StartDatasets.open(settings: settings, logger: logger),
        store: try StartStore.open(settings: settings, logger: logger), modifiers: modifiers, metrics: metrics,
        tracer: tracer, clock: clock, logger: logger)
}
