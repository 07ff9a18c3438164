import HummingbirdCore
import Logging
import NIOCore

/// The tasks of a connection, which do what waits, takes long or streams; those of HTTP/2 are shared by its streams.
///
/// They end when nobody holds this any longer: the handlers of the connection, and what its tasks have begun.
final class ConnectionTasks: Sendable {
    private let works: AsyncStream<@Sendable () async -> Void>.Continuation

    fileprivate init(_ works: AsyncStream<@Sendable () async -> Void>.Continuation) {
        self.works = works
    }

    deinit { works.finish() }

    /// Runs some work in a task of its own.
    func run(_ work: @escaping @Sendable () async -> Void) { works.yield(work) }

    /// Makes the tasks of a connection, and a function that runs them until they end.
    static func make() -> (tasks: ConnectionTasks, run: @Sendable () async -> Void) {
        let (stream, works) = AsyncStream<@Sendable () async -> Void>.makeStream()
        return (
            ConnectionTasks(works),
            {
                await withDiscardingTaskGroup { group in
                    for await work in stream { group.addTask { await work() } }
                }
            }
        )
    }

    /// Holds the tasks in the pipeline of a connection, where its requests find them.
    final class Holder: ChannelInboundHandler {
        typealias InboundIn = Never

        fileprivate let tasks: ConnectionTasks

        init(_ tasks: ConnectionTasks) {
            self.tasks = tasks
        }
    }

    /// The tasks of a connection, or of that of a stream.
    ///
    /// - Throws: `ChannelPipelineError.notFound` for a connection without a ``Holder``.
    static func of(_ channel: any Channel) throws -> ConnectionTasks {
        let connection = channel.connectionOfStream ?? channel
        return try connection.pipeline.syncOperations.handler(type: Holder.self).tasks
    }
}

/// A channel of Hummingbird's whose connections have tasks beside the one that Hummingbird gives them.
struct TaskedChannel<Base: ServerChildChannel>: ServerChildChannel {
    /// A connection, and what runs its tasks.
    struct Value: ServerChildChannelValue {
        fileprivate let base: Base.Value
        fileprivate let runTasks: @Sendable () async -> Void

        var channel: any Channel { base.channel }
    }

    /// The channel.
    let base: Base

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let (tasks, run) = ConnectionTasks.make()
        do {
            try channel.pipeline.syncOperations.addHandler(ConnectionTasks.Holder(tasks))
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        return base.setup(channel: channel, logger: logger).map { Value(base: $0, runTasks: run) }
    }

    func handle(value: Value, logger: Logger) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await value.runTasks() }
            await base.handle(value: value.base, logger: logger)
        }
    }
}
