import ChartDatasets
public import ChartEngine
import ChartServer
import ChartStores
public import Configuration
public import Hummingbird
import HummingbirdCore
import Logging
public import Metrics
public import Tracing
import UnixSignals

/// Builds the server; the executable and the tests use this one composition with different configurations.
///
/// - Parameters:
///   - reader: The configuration; the keys are those of `chart-surface --help`.
///   - modifiers: The modifier types that clients may name.
///   - metrics: The backend for counters and durations; the server serves `PrometheusMetrics` at `/metrics`.
///   - tracer: The tracer for the spans of requests.
/// - Returns: The server, which prints the ready line once it listens; `runService()` runs it with all its services.
/// - Throws: `ConfigurationError` for a value that is out of range, `DatasetStoreError` and `SessionStoreError` for a
///   data directory that cannot be used.
public func buildApplication(
    reader: ConfigReader, modifiers: ModifierRegistry = .builtIn,
    metrics: any MetricsFactory = MetricsSystem.factory, tracer: any Tracer = InstrumentationSystem.tracer
) async throws -> some ApplicationProtocol {
    try await buildApplication(
        reader: reader, modifiers: modifiers, metrics: metrics, tracer: tracer, clock: .system)
}

/// Builds the server with another clock for sessions, gestures and rates, and another patience with its store.
func buildApplication(
    reader: ConfigReader, modifiers: ModifierRegistry = .builtIn,
    metrics: any MetricsFactory = MetricsSystem.factory, tracer: any Tracer = InstrumentationSystem.tracer,
    clock: SessionClock, storePatience: Double? = nil
) async throws -> ChartApplication {
    FreedMemory.keep()
    var settings = try Settings(reader: reader)
    if let storePatience { settings.storePatience = storePatience }
    let output = LineQueue.standardError
    let logger = Logger(settings: settings, output: output)
    let connections = FileBudget.raise().apply(connections: settings.limits.connections, logger: logger)
    let shared = try await StartStore.openShared(settings: settings, logger: logger)
    do {
        let hasEarlierData = try await StartKeys.findsEarlierData(settings: settings, shared: shared)
        let catalog: any DatasetCatalog
        var backups: BackupService?
        if let shared {
            catalog = try await StartDatasets.open(
                sharing: shared.datasets, settings: settings, tracer: tracer, logger: logger)
        } else {
            let directory = try StartDatasets.directory(of: settings)
            let local = try StartDatasets.open(directory, settings: settings, logger: logger)
            catalog = local
            backups = try BackupService(directory, catalog: local, settings: settings, logger: logger)
        }
        let store = try shared?.sessions ?? StartStore.open(settings: settings, logger: logger)
        let keys = try StartKeys.open(settings: settings, logger: logger, output: output)
        return try ChartApplication(
            settings: settings, connections: connections, catalog: catalog, store: store, modifiers: modifiers,
            keys: keys,
            firstKey: StartKeys.first(in: keys, settings: settings, hasEarlierData: hasEarlierData),
            issuer: try await StartKeys.issuer(settings: settings, tracer: tracer, logger: logger, clock: clock),
            metrics: metrics, tracer: tracer, clock: clock, logger: logger, output: output,
            backups: backups, hurry: nextSignal)
    } catch {
        // A process that ends while libpq opens a connection can crash in OpenSSL.
        await shared?.close()
        throw error
    }
}

/// Waits for a signal to stop; the first one has come already.
@Sendable private func nextSignal() async {
    for await _ in await UnixSignalsSequence(trapping: .sigterm, .sigint) { return }
}
