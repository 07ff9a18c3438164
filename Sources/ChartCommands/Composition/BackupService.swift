import ChartDatasets
import ChartServer
import ChartSessions
import ChartStorage
import ChartStores
import Foundation
import Logging
import ServiceLifecycle

/// Serves the command `backup`, each time on a thread of its own.
struct BackupService: Service {
    /// The time between two looks for a command.
    private static let interval = Duration.milliseconds(250)

    private let listener: BackupListener

    /// Creates the service.
    ///
    /// - Throws: `DatasetStoreError` if the data directory cannot be listed.
    init(
        _ directory: DatasetDirectory, catalog: LocalDatasetCatalog, settings: Settings, logger: Logger
    ) throws(DatasetStoreError) {
        listener = try BackupListener(directory, dataDirectory: settings.dataDirectory, logger: logger) { name, body in
            catalog.holdChanges(recounting: name, body)
        }
    }

    /// Serves until the server shuts down, which ends a backup in progress.
    func run() async throws {
        await withTaskCancellationOrGracefulShutdownHandler {
            await repeatUntilShutdown(every: Self.interval) {
                guard listener.isAsked else { return }
                await withCheckedContinuation { continuation in
                    Thread.detachNewThread {
                        listener.serve()
                        continuation.resume()
                    }
                }
            }
        } onCancelOrGracefulShutdown: {
            listener.stop()
        }
    }
}
