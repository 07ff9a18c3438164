import ServiceLifecycle

/// Sweeps the sessions once a second, compares one with its restore at intervals, and closes the registry at shutdown.
package struct SessionSweeper: Service {
    private let registry: SessionRegistry
    private let interval: Duration
    private let checkInterval: Duration

    /// Creates a sweeper.
    package init(registry: SessionRegistry, interval: Duration = .seconds(1), checkInterval: Duration = .seconds(10)) {
        self.registry = registry
        self.interval = interval
        self.checkInterval = checkInterval
    }

    /// Sweeps until the server shuts down.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask { await Self.repeating(every: interval) { await registry.sweep() } }
                group.addTask { await Self.repeating(every: checkInterval) { await registry.checkRestore() } }
            }
        }
        await registry.close()
    }

    private static func repeating(every interval: Duration, _ work: () async -> Void) async {
        while !Task.isCancelled {
            await work()
            do { try await Task.sleep(for: interval) } catch { return }
        }
    }
}
