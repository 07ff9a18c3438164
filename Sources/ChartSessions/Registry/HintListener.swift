import ServiceLifecycle

/// Sends viewers what other processes have changed, as soon as the store hints at it.
package struct HintListener: Service {
    private let registry: SessionRegistry

    /// Creates a listener for a registry whose store gives hints.
    package init(registry: SessionRegistry) {
        self.registry = registry
    }

    /// Listens until the server shuts down.
    package func run() async throws {
        await cancelWhenGracefulShutdown { await registry.followHints() }
    }
}
