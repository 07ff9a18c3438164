package import Logging
import ServiceLifecycle

/// Checks the files of all datasets after the start, one by one, and withdraws altered ones.
///
/// It then keeps looking for truncated files, and reports every dataset that a read has found damaged. It waits before
/// its start, since the first answers need the disk. It then works a few milliseconds at a time, so that requests
/// hardly slow down. It also looks which rows are in memory, for at most a fiftieth of the time.
package struct DatasetVerifier: Service {
    private let catalog: any DatasetCatalog
    private let logger: Logger
    private let delay: Duration
    private let pause: Duration

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - catalog: The datasets.
    ///   - logger: Logs altered datasets.
    ///   - delay: The time before the first part.
    ///   - pause: The time between two parts.
    package init(
        catalog: any DatasetCatalog, logger: Logger, delay: Duration = .seconds(5), pause: Duration = .milliseconds(5)
    ) {
        self.catalog = catalog
        self.logger = logger
        self.delay = delay
        self.pause = pause
    }

    /// The time between two reports.
    private static let interval = Duration.seconds(1)
    /// The number of reports between two checks for truncated files.
    private static let intervalsBetweenSizes = 10
    /// The number of reports between two closings: an unused dataset is unmapped after 5 to 10 minutes.
    private static let intervalsBetweenClosings = 300
    /// The time between two looks at the memory, in times that a look takes.
    private static let looksApart = 50

    /// Checks every dataset once, and looks for later damage until the server shuts down.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            async let watch: Void = watch()
            do { try await Task.sleep(for: delay) } catch { return }
            await verify()
            await watch
        }
        try? await gracefulShutdown()
    }

    /// Reports damage until the task is cancelled.
    private func watch() async {
        var round = 0
        let clock = ContinuousClock()
        var nextLook = clock.now
        while true {
            do { try await Task.sleep(for: Self.interval) } catch { return }
            round += 1
            if round.isMultiple(of: Self.intervalsBetweenSizes) { await checkSizes() }
            if round.isMultiple(of: Self.intervalsBetweenClosings) { catalog.closeIdle() }
            report()
            if clock.now >= nextLook {
                let taken = clock.measure { catalog.lookForAwayRows() }
                nextLook = clock.now + taken * Self.looksApart
            }
        }
    }

    /// Looks for truncated files.
    func checkSizes() async {
        for name in catalog.names where !Task.isCancelled { await catalog.checkSizes(of: name) }
    }

    /// Reports the datasets found damaged since the last call, and what the disk has not confirmed.
    private func report() {
        for error in catalog.takeUnconfirmed() {
            logger.error("the disk has not confirmed a change, which does not count", metadata: ["error": "\(error)"])
        }
        for (name, error) in catalog.reportDamage() {
            logger.error("dataset withdrawn", metadata: ["dataset": .string(name), "error": "\(error)"])
        }
    }

    /// Checks every dataset once, or until the task is cancelled.
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
