import ServiceLifecycle

/// The tasks of the server's requests, which do what waits, takes long or streams.
///
/// One group has those of all connections: a group and a stream for each would be half as much memory again for a
/// connection that rests.
final class RequestTasks: Service {
    private let works: AsyncStream<@Sendable () async -> Void>
    private let sender: AsyncStream<@Sendable () async -> Void>.Continuation

    init() {
        (works, sender) = AsyncStream.makeStream()
    }

    /// Does some work in a task of its own.
    ///
    /// What a client that is gone has begun may come behind the end of the server: it still is noted.
    func start(_ work: @escaping @Sendable () async -> Void) {
        if case .terminated = sender.yield(work) { Task { await work() } }
    }

    /// Runs the tasks until the connections are closed, which the end of the server waits for, and then those that are left.
    func run() async {
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                for await work in works { group.addTask { await work() } }
            }
        } onGracefulShutdown: { [sender] in
            sender.finish()
        }
    }
}
