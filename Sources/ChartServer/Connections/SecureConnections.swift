import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOSSL
import NIOTLS
import Synchronization

/// The open TLS connections, so that those of HTTP/2 can be told that the server leaves.
final class SecureConnections: Sendable {
    private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

    /// Adds a connection, until it closes.
    func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        channels.withLock { $0[id] = channel }
        channel.closeFuture.whenComplete { _ in
            self.channels.withLock { _ = $0.removeValue(forKey: id) }
        }
    }

    /// Sends GOAWAY on each connection of HTTP/2; its streams go on.
    ///
    /// A connection of HTTP/1.1 is told with its next answer, and one that has not decided with its first stream.
    func sendGoAway() {
        for channel in channels.withLock({ Array($0.values) }) {
            channel.eventLoop.execute {
                let requests = try? channel.pipeline.syncOperations.handler(type: RequestHandler.self)
                if requests == nil { Self.sendGoAway(on: channel) }
            }
        }
    }

    /// Sends GOAWAY on a connection of HTTP/2; a second time does nothing.
    static func sendGoAway(on channel: any Channel) {
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
}

extension Channel {
    /// The connection of a stream of HTTP/2; nil for a connection.
    var connectionOfStream: (any Channel)? {
        // The parent of a connection is the socket that listens.
        parent.flatMap { $0.parent == nil ? nil : $0 }
    }
}

/// A TLS channel that gives each new connection the newest certificate.
///
/// Each certificate has a TLS context of its own, and with it keys of its own for session tickets. So a client with a
/// ticket of an earlier certificate makes a whole handshake, and sees the new one. Open connections keep their context.
final class CertifiedChannel: ServerChildChannel {
    typealias Value = HTTP2UpgradeChannel.Value

    private let certificate: ServerCertificate
    private let make: @Sendable (TLSConfiguration) throws -> HTTP2UpgradeChannel
    private let current: Mutex<(generation: Int, channel: HTTP2UpgradeChannel)>

    /// Creates the channel.
    ///
    /// - Parameters:
    ///   - certificate: The certificate of new connections.
    ///   - make: Makes the channel of a certificate.
    /// - Throws: What `make` throws.
    init(
        certificate: ServerCertificate, make: @escaping @Sendable (TLSConfiguration) throws -> HTTP2UpgradeChannel
    ) throws {
        self.certificate = certificate
        self.make = make
        let first = certificate.current
        current = Mutex((first.generation, try make(first.tls)))
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        do {
            return try newest().setup(channel: channel, logger: logger)
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
    }

    func handle(value: Value, logger: Logger) async {
        // The channels of all certificates go on alike after the handshake.
        let channel = current.withLock { $0.channel }
        await channel.handle(value: value, logger: logger)
    }

    /// The channel of the newest certificate; the first connection after a change makes it.
    private func newest() throws -> HTTP2UpgradeChannel {
        let newest = certificate.current
        return try current.withLock { current in
            if current.generation < newest.generation { current = (newest.generation, try make(newest.tls)) }
            return current.channel
        }
    }
}

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
