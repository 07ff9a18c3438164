import HummingbirdCore
import Logging
import NIOCore
import NIOSSL
import NIOTLS

/// A TLS channel that limits the time of its handshake; the request timeout does not cover it.
struct HandshakeDeadline<Base: ServerChildChannel>: ServerChildChannel {
    /// The channel.
    let base: Base
    /// How long the handshake may take.
    let timeout: TimeAmount
    /// The open connections.
    let connections: SecureConnections

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        connections.add(channel)
        let value = base.setup(channel: channel, logger: logger)
        do {
            let pipeline = channel.pipeline.syncOperations
            let tls = try pipeline.handler(type: NIOSSLServerHandler.self)
            try pipeline.addHandlers(
                [HandshakeDeadlineHandler(timeout: timeout), LastBytesHandler(), LastReadHandler()],
                position: .after(tls))
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        return value
    }

    func handle(value: Base.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}

/// Knows when the client of a connection has last sent something, whatever it was.
final class LastReadHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// When bytes have last come.
    private(set) var lastRead = NIODeadline.now()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastRead = .now()
        context.fireChannelRead(data)
    }
}

/// Sends what is written before the connection closes.
///
/// Hummingbird closes a connection of HTTP/2 that has sent GOAWAY while its last stream writes its end, which is not sent
/// yet then.
final class LastBytesHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = ByteBuffer

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        context.eventLoop.assumeIsolated().execute {
            context.flush()
            context.close(mode: mode, promise: promise)
        }
    }
}

/// Closes a connection whose handshake takes too long.
final class HandshakeDeadlineHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let timeout: TimeAmount
    private var timer: Scheduled<Void>?

    /// Creates the handler of one connection.
    init(timeout: TimeAmount) {
        self.timeout = timeout
    }

    func handlerAdded(context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) { context.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent {
            timer?.cancel()
            timer = nil
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        context.fireChannelInactive()
    }
}
