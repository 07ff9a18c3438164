public import ServiceLifecycle

/// Has every stream in which nothing happens say so, every 15 seconds, so that proxies keep it open.
///
/// One task serves all streams: a sleep of each stream's own would stay in memory until its time, also after the stream
/// was closed.
public struct StreamReminder: Service {
    private let registry: SessionRegistry
    private let interval: Duration

    /// Creates a reminder.
    ///
    /// - Parameters:
    ///   - registry: The sessions whose streams are served.
    ///   - interval: The longest time in which a stream says nothing.
    public init(registry: SessionRegistry, interval: Duration = .seconds(15)) {
        self.registry = registry
        self.interval = interval
    }

    /// Reminds until the server shuts down.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do { try await Task.sleep(for: interval) } catch { return }
                registry.remindViewers()
            }
        }
    }
}
