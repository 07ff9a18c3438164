import ArgumentParser
import ChartServer
import ChartSessions
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
        } catch let error as ConfigurationError {
            throw ExitStatus.configuration.stop(error.description)
        } catch let failure as StartFailure {
            throw failure.status.stop(failure.message)
        } catch let error as DatasetStoreError {
            throw ExitStatus(error).stop(error.description)
        } catch let error as SessionStoreError {
            throw ExitStatus.data.stop("the sessions cannot be opened: \(error)")
        } catch let error as any SocketFailure {
            throw ExitStatus.unavailable.stop(
                "cannot listen on \(address): \(NetworkFailure.text(of: error)); http.host and http.port name the address"
            )
        }
    }
}
