package import ChartEngine
package import ChartSessions
import Hummingbird
import HummingbirdCore
package import Logging
package import Metrics
package import Tracing

extension ChartApplication {
    /// Builds the server over its stores.
    ///
    /// - Parameters:
    ///   - settings: The configuration.
    ///   - connections: The most open connections.
    ///   - catalog: The datasets.
    ///   - store: The sessions.
    ///   - modifiers: The modifier types that clients may name.
    ///   - metrics: The backend for counters and durations; the server serves ``PrometheusMetrics`` at `/metrics`.
    ///   - tracer: The tracer for the spans of requests.
    ///   - clock: The clock for sessions, gestures and rates.
    ///   - logger: The server's log.
    /// - Throws: ``ConfigurationError`` for a certificate that cannot be used, `SessionStoreError` for sessions that cannot
    ///   be read.
    package init(
        settings: Settings, connections: Int, catalog: DatasetCatalog, store: any SessionStore,
        modifiers: ModifierRegistry, metrics: any MetricsFactory, tracer: any Tracer, clock: SessionClock,
        logger: Logger
    ) throws {
        let tls = try settings.tlsConfiguration()
        let service = try ServiceDependencies(
            settings: settings, catalog: catalog, store: store, modifiers: modifiers, logger: logger, metrics: metrics,
            tracer: tracer, clock: clock)
        let drain = Drain(patience: .seconds(5)) { [sessions = service.sessions] in sessions.endStreams() }
        let page = settings.isDemoEnabled ? StaticFiles(directory: settings.demoDirectory, logger: logger) : nil
        let documentation = StaticFiles.documentation(in: settings.documentationDirectory, logger: logger)
        let table = RouteTable.all(
            over: RouteDependencies(
                settings: settings, service: service, drain: drain, page: page,
                documentation: documentation,
                metrics: metrics as? PrometheusMetrics))
        let admission = Admission(
            table, limits: settings.limits, files: [page, documentation].compactMap(\.self),
            metrics: RequestMetrics(factory: metrics),
            gate: RequestGate(settings), drain: drain, tracer: service.tracer)
        let endTurn: @Sendable () -> Void = { [sessions = service.sessions] in sessions.flush() }
        let responder = TaskResponder(admission: admission, endTurn: endTurn)
        let driver = EventLoopDriver(
            admission, handovers: responder.handovers, logger: logger, now: clock.date, endTurn: endTurn)
        self.init(
            base: Application(
                responder: responder,
                server: .configured(
                    by: settings, tls: tls, rules: MessageRules(table, limits: settings.limits), driver: driver,
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
}
