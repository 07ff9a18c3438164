public import ChartEngine
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
    let tls = try settings.tlsConfiguration()
    let connections = FileBudget.raise().apply(connections: settings.limits.connections, logger: logger)
    let catalog = try StartDatasets.open(settings: settings, logger: logger)
    let service = try ServiceContext(
        settings: settings, catalog: catalog, store: try StartStore.open(settings: settings, logger: logger),
        modifiers: modifiers,
        logger: logger, metrics: metrics, tracer: tracer, clock: clock)
    let drain = Drain(patience: .seconds(5)) { [sessions = service.sessions] in sessions.endStreams() }
    let environment = RouteEnvironment(
        settings: settings, service: service, drain: drain,
        staticFiles: settings.isDemoEnabled ? StaticFiles(directory: settings.demoDirectory, logger: logger) : nil,
        metrics: metrics as? PrometheusMetrics)

    let table = RouteTable.all(in: environment)
    let middleware = RequestPathMiddleware(
        table: table, staticFiles: environment.staticFiles, metrics: RequestMetrics(factory: metrics),
        gate: RequestGate(settings))
    let router = table.makeRouter(middleware: middleware, limits: settings.limits, drain: drain)
    // Spans are told from the tasks that they are in, and what is brief has none.
    let brief =
        service.tracer == nil
        ? BriefResponder(
            table, middleware: middleware, limits: settings.limits, drain: drain, logger: logger,
            now: clock.date, endTurn: { service.sessions.flush() }) : nil
    return ChartApplication(
        base: Application(
            responder: router.buildResponder(),
            server: .configured(
                by: settings, tls: tls, rules: MessageRules(table, limits: settings.limits), brief: brief,
                logger: logger),
            configuration: ApplicationConfiguration(
                address: .hostname(settings.host, port: settings.port),
                availableConnectionsDelegate: .maximum(connections, logger: logger)),
            services: [
                SessionSweeper(registry: service.sessions), StreamReminder(registry: service.sessions),
                DatasetVerifier(catalog: catalog, logger: logger),
            ],
            onServerRunning: {
                await AcceptPauseHandler.install(in: $0, logger: logger)
                ReadyLine.write(
                    host: settings.host, channel: $0, scheme: settings.certificate == nil ? "http" : "https")
            },
            logger: logger),
        drain: drain)
}
