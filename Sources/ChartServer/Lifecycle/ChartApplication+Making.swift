package import ChartDatasets
package import ChartEngine
import ChartSessions
package import ChartStores
import Hummingbird
import HummingbirdCore
package import Logging
package import Metrics
import NIOPosix
package import ServiceLifecycle
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
    ///   - keys: The API keys; nil where the configuration knows none.
    ///   - firstKey: The key to make when the server listens; nil for none.
    ///   - issuer: The keys of the issuer of JWTs; nil where the configuration trusts none.
    ///   - metrics: The backend for counters and durations; the server serves ``PrometheusMetrics`` at `/metrics`.
    ///   - tracer: The tracer for the spans of requests.
    ///   - clock: The clock for sessions, gestures and rates.
    ///   - logger: The server's log.
    ///   - output: Where the log and the audit log go.
    ///   - backups: Serves the command `backup`; nil where there is nothing for it.
    ///   - hurry: Returns when a second signal ends the delay of the shutdown, or when its task is cancelled.
    /// - Throws: ``ConfigurationError`` for a certificate that cannot be used, `SessionStoreError` for sessions that cannot
    ///   be read.
    package init(
        settings: Settings, connections: Int, catalog: any DatasetCatalog, store: any SessionStore,
        modifiers: ModifierRegistry, keys: KeyRing?, firstKey: FirstKey?, issuer: JWTKeySource?,
        metrics: any MetricsFactory, tracer: any Tracer, clock: SessionClock, logger: Logger, output: LineQueue,
        backups: (any Service)?, hurry: @escaping @Sendable () async -> Void
    ) throws {
        let certificate = try settings.serverCertificate()
        let service = try ServiceDependencies(
            settings: settings, catalog: catalog, store: store, modifiers: modifiers, keys: keys,
            jwt: settings.jwt.flatMap { jwt in issuer.map { JWTVerifier(settings: jwt, source: $0) } }, logger: logger,
            metrics: metrics, tracer: tracer, clock: clock)
        let secure = SecureConnections()
        let drain = Drain(
            delay: .milliseconds(settings.drainDelay), patience: .milliseconds(settings.drainTimeout), hurry: hurry,
            whenLeaving: secure.sendGoAway
        ) { [service] in
            service.sessions.endStreams()
            service.pageStreams.takeNoMore()
        }
        let policy = SecurityHeaders.contentSecurityPolicy(frameAncestors: settings.frameAncestors)
        let page =
            settings.isDemoEnabled
            ? StaticFiles(directory: settings.demoDirectory, policy: policy, logger: logger) : nil
        let open = OpenConnections(most: connections, logger: logger)
        let documentation = StaticFiles.documentation(in: settings.documentationDirectory, logger: logger)
        let table = RouteTable.all(
            over: RouteDependencies(
                settings: settings, service: service, drain: drain, page: page,
                documentation: documentation,
                metrics: metrics as? PrometheusMetrics, output: output,
                metricSources: MetricSources(
                    sessions: service.sessions, connections: open, largeAnswers: service.largeAnswers,
                    certificate: certificate, issuer: issuer, limits: settings.limits, output: output)))
        let admission = Admission(
            table, limits: settings.limits, proxies: settings.trustedProxies,
            files: [page, documentation].compactMap(\.self), metrics: RequestMetrics(factory: metrics),
            gate: RequestGate(settings), drain: drain, authorizer: service.authorizer,
            quotas: RequestQuotas(settings.limits, clock: clock),
            auditLog: AuditLog(isOn: settings.isAudited, output: output),
            slowAfter: settings.slowRequest.map { .milliseconds($0) }, tracer: service.tracer,
            scheme: settings.certificate == nil ? "http" : "https")
        let driver = RequestDriver(admission, logger: logger, now: clock.date) { [sessions = service.sessions] in
            sessions.flush()
        }
        var services: [any Service] = [
            SessionSweeper(registry: service.sessions), StreamReminder(registry: service.sessions),
            service.pageStreams,
            DatasetVerifier(catalog: catalog, logger: logger),
            EventLoopLag(of: MultiThreadedEventLoopGroup.singleton, factory: metrics),
        ]
        if let shared = catalog as? SharedDatasetCatalog { services.append(DatasetFollower(catalog: shared)) }
        if service.sessions.hasHints { services.append(HintListener(registry: service.sessions)) }
        if let backups { services.append(backups) }
        if let certificate { services.append(CertificateWatcher(certificate: certificate, logger: logger)) }
        if let issuer { services.append(issuer) }
        if let keys { services += [KeyRingWatcher(ring: keys), StreamCredentialWatcher(registry: service.sessions)] }
        OpenDoors.log(of: settings, to: logger)
        let port = ListeningSocket(logger: logger)
        self.init(
            base: Application(
                responder: UnreachedResponder(),
                server: .configured(
                    by: settings, certificate: certificate, rules: MessageRules(table, limits: settings.limits),
                    driver: driver, connections: secure, logger: logger),
                configuration: ApplicationConfiguration(
                    address: .hostname(settings.host, port: settings.port),
                    availableConnectionsDelegate: open),
                services: services,
                onServerRunning: {
                    port.open($0)
                    await AcceptPauseHandler.install(in: $0, logger: logger)
                    await firstKey?.make(at: $0, of: settings, logger: logger)
                    // What reads the ready line has the key by then.
                    if firstKey != nil { output.flush() }
                    ReadyLine.write(host: settings.host, channel: $0, scheme: settings.scheme)
                },
                logger: logger),
            driver: driver, port: port)
    }
}
