import ChartSessions
import Dispatch
import ServiceLifecycle

/// Asks four times a second whether the store of API keys has changed, so that a change counts within a second.
package struct KeyRingWatcher: Service {
    private let ring: KeyRing
    /// The time between two questions.
    let interval: Duration
    /// Where the store is asked, since one in a database may keep its caller waiting.
    private let queue = DispatchQueue(label: "keys")

    /// Creates a watcher.
    ///
    /// - Parameters:
    ///   - ring: The keys in memory.
    ///   - interval: The time between two questions.
    package init(ring: KeyRing, interval: Duration = .milliseconds(250)) {
        self.ring = ring
        self.interval = interval
    }

    /// Watches until the server shuts down.
    package func run() async throws {
        await repeatUntilShutdown(every: interval) {
            await withCheckedContinuation { continuation in
                queue.async {
                    ring.refresh()
                    continuation.resume()
                }
            }
        }
    }
}
