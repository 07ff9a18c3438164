public import ServiceLifecycle

/// Sends viewers what other processes have changed, as soon as the store hints at it.
public struct HintListener: Service {
    private let registry: SessionRegistry

    /// Creates a listener for a registry whose store gives hints.
    public init(registry: SessionRegistry) {
        self.registry = registry
    }

    /// Listens until the server shuts down.
    public func run() async throws {
        await cancelWhenGracefulShutdown { await registry.followHints() }
    }
}
