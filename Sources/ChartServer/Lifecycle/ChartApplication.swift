package import ChartDatasets
package import ChartEngine
import ChartSessions
package import ChartStores
import Foundation
import Hummingbird
import HummingbirdCore
package import Logging
package import Metrics
import NIOCore
import NIOPosix
package import ServiceLifecycle
package import Tracing

/// The server as one service: Hummingbird's application, and the drain that shuts down before it.
package struct ChartApplication: ApplicationProtocol {
    /// The HTTP server with its routes, and the services that run beside the requests.
    let base: Application<UnreachedResponder>
    /// Answers the requests.
    let driver: RequestDriver
    /// Where clients connect.
    let port: ListeningSocket

    var responder: UnreachedResponder { base.responder }
    var server: HTTPServerBuilder { base.server }
    var eventLoopGroup: any EventLoopGroup { base.eventLoopGroup }
    var configuration: ApplicationConfiguration { base.configuration }
    var logger: Logger { base.logger }
    var services: [any Service] { base.services }
    private var processesRunBeforeServerStart: [@Sendable () async throws -> Void] {
        base.processesRunBeforeServerStart
    }

    func onServerRunning(_ channel: any Channel) async {
        await base.onServerRunning(channel)
    }

    /// Runs until the shutdown, which ends the services from the last to the first.
    package func run() async throws {
        var configuration = ServiceGroupConfiguration(services: [base], logger: logger)
        configuration.maximumCancellationDuration = .seconds(2)
        let server = ServiceGroup(configuration: configuration)
        try await ServiceGroup(
            configuration: .init(
                services: [
                    DrainedServer(group: server),
                    DrainService(drain: driver.admission.drain, port: port, server: server),
                ],
                logger: logger)
        ).run()
    }
}

/// The server, which the drain may end before its own turn.
private struct DrainedServer: Service {
    /// How long what the drain has not waited for may take until it is cancelled.
    private static let rest = Duration.seconds(3)

    let group: ServiceGroup

    func run() async throws {
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask {
                // The drain is over then.
                try await gracefulShutdown()
                try await Task.sleep(for: Self.rest)
            }
            try await tasks.next()
            tasks.cancelAll()
        }
        // A service that ends before its turn would be an error. A cancelled one has nothing to wait for.
        try? await gracefulShutdown()
    }
}

/// The drain, which closes the port of the server.
private struct DrainService: Service {
    let drain: Drain
    let port: ListeningSocket
    let server: ServiceGroup

    func run() async throws {
        try await drain.run(turningAway: port.turnAway) { await server.triggerGracefulShutdown() }
    }
}

/// What Hummingbird would ask for answers, and does not: ``RequestHandler`` passes it no request.
struct UnreachedResponder: HTTPResponder {
    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        throw HTTPError(.internalServerError)
    }
}

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
        // The first one ends last, behind the connections.
        var services: [any Service] = [
            driver.tasks,
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

/// The one line on standard output that says where the server listens.
package enum ReadyLine {
    /// The line without its end.
    static func text(host: String, port: Int, scheme: String = "http") -> String {
        "listening on \(address(host: host, port: port, scheme: scheme))"
    }

    /// The address of the server, without a path; an IPv6 address is in brackets.
    package static func address(host: String, port: Int, scheme: String) -> String {
        "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    /// Writes the line at once, without a buffer.
    static func write(host: String, channel: any Channel, scheme: String) {
        let line = text(host: host, port: channel.localAddress?.port ?? 0, scheme: scheme) + "\n"
        try? FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
    }
}
