public import ServiceLifecycle

/// Keeps the sessions in order while the server runs, once a second, and puts them to rest when it stops.
public struct SessionSweeper: Service {
    private let registry: SessionRegistry
    private let interval: Duration

    /// Creates a sweeper.
    public init(registry: SessionRegistry, interval: Duration = .seconds(1)) {
        self.registry = registry
        self.interval = interval
    }

    /// Sweeps until the server shuts down.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                registry.sweep()
                do { try await Task.sleep(for: interval) } catch { return }
            }
        }
        await registry.close()
    }
}
