import ServiceLifecycle

/// Whether the credential that opened a stream still holds; it may ask the store.
package typealias StreamValidity = @Sendable () async -> Bool

/// Asks twice a second whether the credentials of open streams still hold, and ends the streams of the others.
///
/// One task asks for all streams, so a stream costs no timer of its own, and a sent event costs no question.
package struct StreamCredentialWatcher: Service {
    private let registry: SessionRegistry
    private let interval: Duration

    /// Creates a watcher.
    ///
    /// - Parameters:
    ///   - registry: The registry of the streams.
    ///   - interval: The time between two questions.
    package init(registry: SessionRegistry, interval: Duration = .milliseconds(500)) {
        self.registry = registry
        self.interval = interval
    }

    /// Watches until the server shuts down.
    package func run() async throws {
        await repeatUntilShutdown(every: interval) { await registry.endInvalidStreams() }
    }
}
