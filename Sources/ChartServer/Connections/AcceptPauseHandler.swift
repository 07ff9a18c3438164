import Logging
import NIOCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Stops to accept connections for a moment when the process or the system has no descriptors left.
///
/// A connection that cannot be accepted stays in the system's queue, which goes on to report it: an event loop that listens
/// to that does nothing else.
final class AcceptPauseHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = any Channel
    typealias OutboundIn = Never

    /// How long nothing is accepted.
    static let pause = TimeAmount.milliseconds(100)
    /// How often the log tells of it at most.
    static let silence = TimeAmount.seconds(60)

    private let logger: Logger
    private let setAutoRead: (ChannelHandlerContext, Bool) -> Void
    private var timer: Scheduled<Void>?
    private var quietUntil: NIODeadline?
    /// How many pauses there were since the log told of one.
    private var pauses = 0

    /// Creates the handler of a listening socket, which comes first in its pipeline.
    ///
    /// - Parameters:
    ///   - logger: Where lasting trouble is told.
    ///   - setAutoRead: Has the channel accept by itself, or stop to.
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

    /// Puts a handler in front of a listening socket's others.
    static func install(in channel: any Channel, logger: Logger) async {
        do {
            try await channel.eventLoop.submit {
                try channel.pipeline.syncOperations.addHandler(AcceptPauseHandler(logger: logger), position: .first)
            }.get()
        } catch {
            // A socket that is closed already accepts nothing.
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

    /// What is read in a pause would end it.
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
