import ArgumentParser
import ChartServer
import ChartStores
import ChartTracing
import Foundation
import Hummingbird
import Logging
import Metrics
import NIOCore
import ServiceLifecycle
import Tracing
import UnixSignals

/// Runs the server until SIGTERM or SIGINT.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serves charts over HTTP (the default command).",
        discussion: SettingHelp.text)

    @Option(help: "A YAML or JSON file of configuration keys.")
    var config: String?

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("Configuration keys as options.", visibility: .hidden))
    var settings: [String] = []

    /// The metrics of the process, including those of its libraries.
    private static let metrics: PrometheusMetrics = {
        let metrics = PrometheusMetrics()
        MetricsSystem.bootstrap(metrics)
        return metrics
    }()

    func run() async throws {
        var address = ""
        do {
            let environment = ProcessInfo.processInfo.environment
            let sources = try ConfigurationSources(arguments: settings, environment: environment, filePath: config)
            let settings = try Settings(reader: sources.reader)
            address = "\(settings.host) port \(settings.port)"
            let tracing = TraceSettings(environment: environment, version: ServerVersion.current)
            let dropped = Counter.ofDroppedSpans(factory: Self.metrics)
            let traces = Traces(tracing, version: ServerVersion.current) { dropped.increment(by: $0) }
            let application = try await buildApplication(
                reader: sources.reader, metrics: Self.metrics,
                tracer: traces?.tracer ?? InstrumentationSystem.tracer)
            for warning in sources.warnings + tracing.warnings { application.logger.warning("\(warning)") }
            // Services end in reverse order: what sends the spans ends after what makes them.
            let exporters: [any Service] = traces.map { [$0.exporter(logger: application.logger)] } ?? []
            try await ServiceGroup(
                configuration: .init(
                    services: exporters + [application], gracefulShutdownSignals: [.sigterm, .sigint],
                    logger: application.logger)
            ).run()
        } catch {
            // What the start has logged comes before why it has failed.
            LineQueue.standardError.flush()
            throw Self.end(of: error, address: address)
        }
    }

    /// Writes why the server cannot go on, and returns the error that ends the command.
    private static func end(of error: any Error, address: String) -> any Error {
        switch error {
        case let error as ConfigurationError: ExitStatus.configuration.stop(error.description)
        case let failure as StartFailure: failure.status.stop(failure.message)
        case let error as DatasetStoreError: ExitStatus(error).stop(error.description)
        case let error as SessionStoreError: ExitStatus.data.stop("the sessions cannot be opened: \(error)")
        case let error as any SocketFailure:
            ExitStatus.unavailable.stop(
                "cannot listen on \(address): \(NetworkFailure.text(of: error)); http.host and http.port name the address"
            )
        default: error
        }
    }
}
