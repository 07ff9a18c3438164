public import Logging
public import ServiceLifecycle

/// Looks through the files of the datasets after the start, one after the other, and withdraws those that were changed.
///
/// It waits before it begins, since the first answers need the disk for themselves, and then works a few milliseconds at
/// a time, so that requests hardly notice.
public struct DatasetVerifier: Service {
    private let catalog: DatasetCatalog
    private let logger: Logger
    private let delay: Duration
    private let pause: Duration

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - catalog: The datasets.
    ///   - logger: Where a dataset that was changed is named.
    ///   - delay: How long it waits before the first part.
    ///   - pause: How long it rests between two parts.
    public init(
        catalog: DatasetCatalog, logger: Logger, delay: Duration = .seconds(5), pause: Duration = .milliseconds(5)
    ) {
        self.catalog = catalog
        self.logger = logger
        self.delay = delay
        self.pause = pause
    }

    /// Looks through every dataset once, then waits until the server shuts down.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            do { try await Task.sleep(for: delay) } catch { return }
            await verify()
        }
        try? await gracefulShutdown()
    }

    /// Looks through every dataset once, or until the task is cancelled.
    func verify() async {
        for name in catalog.names where !Task.isCancelled {
            let error = await catalog.inspect(name) {
                do { try await Task.sleep(for: pause) } catch { return false }
                return true
            }
            if let error {
                logger.error("dataset withdrawn", metadata: ["dataset": .string(name), "error": "\(error)"])
            }
        }
    }
}
