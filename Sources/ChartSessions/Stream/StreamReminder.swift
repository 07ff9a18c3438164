import ServiceLifecycle

/// Sends a keep-alive to idle streams every 15 seconds, so that proxies keep them open.
///
/// One task serves all streams. A sleep in each stream would stay in memory until its time, even after the stream has
/// closed.
package struct StreamReminder: Service {
    private let registry: SessionRegistry
    private let interval: Duration

    /// Creates a reminder.
    ///
    /// - Parameters:
    ///   - registry: The registry of the streams.
    ///   - interval: The time between two keep-alives.
    package init(registry: SessionRegistry, interval: Duration = .seconds(15)) {
        self.registry = registry
        self.interval = interval
    }

    /// Sends keep-alives until the server shuts down.
    package func run() async throws {
        await repeatUntilShutdown(every: interval) { registry.remindViewers() }
    }
}
