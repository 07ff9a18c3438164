import Logging
import NIOCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Stops accepting connections for a moment when the process or the system has no descriptors left.
///
/// A connection that cannot be accepted stays in the system's queue, which keeps reporting it. Without a pause the
/// event loop would do nothing else.
final class AcceptPauseHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = any Channel
    typealias OutboundIn = Never

    /// How long the socket accepts nothing.
    static let pause = TimeAmount.milliseconds(100)
    /// The shortest time between two log entries.
    static let silence = TimeAmount.seconds(60)

    private let logger: Logger
    private let setAutoRead: (ChannelHandlerContext, Bool) -> Void
    private var timer: Scheduled<Void>?
    private var quietUntil: NIODeadline?
    /// The number of pauses since the last log entry.
    private var pauses = 0

    /// Creates the handler of a listening socket; it comes first in the pipeline.
    ///
    /// - Parameters:
    ///   - logger: The log for the pauses.
    ///   - setAutoRead: Makes the channel accept by itself, or stops it.
    init(
        logger: Logger,
        setAutoRead: @escaping (ChannelHandlerContext, Bool) -> Void = { context, isReading in
            do {
                try context.channel.syncOptions?.setOption(.autoRead, value: isReading)
            } catch {
                context.fireErrorCaught(error)
            }
        }
    ) {
        self.logger = logger
        self.setAutoRead = setAutoRead
    }

    /// Adds a handler in front of the others of a listening socket.
    static func install(in channel: any Channel, logger: Logger) async {
        do {
            try await channel.eventLoop.submit {
                try channel.pipeline.syncOperations.addHandler(AcceptPauseHandler(logger: logger), position: .first)
            }.get()
        } catch {
            // A closed socket accepts nothing.
            logger.warning("the listening socket is closed", metadata: ["error": "\(error)"])
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode) else {
            return context.fireErrorCaught(error)
        }
        guard timer == nil else { return }
        setAutoRead(context, false)
        tell(of: error, now: context.eventLoop.now)
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
            self.timer = nil
            self.setAutoRead(context, true)
        }
    }

    /// Drops a read during a pause, because the read would end it.
    func read(context: ChannelHandlerContext) {
        if timer == nil { context.read() }
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    private func stop() {
        timer?.cancel()
        timer = nil
    }

    private func tell(of error: IOError, now: NIODeadline) {
        pauses += 1
        guard quietUntil.map({ now >= $0 }) ?? true else { return }
        quietUntil = now + Self.silence
        logger.error(
            "connections wait: no more can be accepted now",
            metadata: ["error": "\(error)", "pauses": .stringConvertible(pauses)])
        pauses = 0
    }
}
