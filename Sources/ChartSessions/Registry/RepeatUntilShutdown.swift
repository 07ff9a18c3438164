import ServiceLifecycle

/// Does a piece of work after each pause, until the server shuts down or the task is cancelled.
///
/// - Parameters:
///   - pause: The time before each piece of work.
///   - work: The work, which does not keep its thread for long.
package func repeatUntilShutdown(every pause: Duration, _ work: @escaping @Sendable () async -> Void) async {
    await cancelWhenGracefulShutdown {
        while !Task.isCancelled {
            do { try await Task.sleep(for: pause) } catch { return }
            await work()
        }
    }
}
