public import Logging
public import ServiceLifecycle

/// Looks through the files of the datasets after the start, one after the other, and withdraws those that were changed.
///
/// Afterwards it goes on to look for files that were cut, and tells of every dataset that a read has found damaged.
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

    /// How often it tells of damage.
    private static let interval = Duration.seconds(1)
    /// After how many of these it looks for files that were cut.
    private static let intervalsBetweenSizes = 10
    /// After how many of these it unmaps what no caller has asked for: a dataset is unmapped 5 to 10 minutes after.
    private static let intervalsBetweenClosings = 300

    /// Looks through every dataset once, and for what is damaged later until the server shuts down.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            async let watch: Void = watch()
            do { try await Task.sleep(for: delay) } catch { return }
            await verify()
            await watch
        }
        try? await gracefulShutdown()
    }

    /// Tells of damage until the task is cancelled.
    private func watch() async {
        var round = 0
        while true {
            do { try await Task.sleep(for: Self.interval) } catch { return }
            round += 1
            if round.isMultiple(of: Self.intervalsBetweenSizes) { checkSizes() }
            if round.isMultiple(of: Self.intervalsBetweenClosings) { catalog.closeIdle() }
            report()
        }
    }

    /// Looks for files that were cut.
    func checkSizes() {
        for name in catalog.names where !Task.isCancelled { catalog.checkSizes(of: name) }
    }

    /// Tells of the datasets that were found damaged since the last time.
    private func report() {
        for (name, error) in catalog.tellDamage() {
            logger.error("dataset withdrawn", metadata: ["dataset": .string(name), "error": "\(error)"])
        }
    }

    /// Looks through every dataset once, or until the task is cancelled.
    func verify() async {
        for name in catalog.names where !Task.isCancelled {
            _ = await catalog.inspect(name) {
                do { try await Task.sleep(for: pause) } catch { return false }
                return true
            }
            report()
        }
    }
}
