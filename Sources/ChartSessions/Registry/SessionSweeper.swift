import ServiceLifecycle

/// Sweeps the sessions once a second, and closes the registry at shutdown.
package struct SessionSweeper: Service {
    private let registry: SessionRegistry
    private let interval: Duration

    /// Creates a sweeper.
    package init(registry: SessionRegistry, interval: Duration = .seconds(1)) {
        self.registry = registry
        self.interval = interval
    }

    /// Sweeps until the server shuts down.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await registry.sweep()
                do { try await Task.sleep(for: interval) } catch { return }
            }
        }
        await registry.close()
    }
}
