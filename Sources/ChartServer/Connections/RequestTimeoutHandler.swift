import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client sends or takes too slowly, as ``RequestProgress`` decides.
final class RequestTimeoutHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let timeout: TimeAmount
    private var progress: RequestProgress
    /// The connection's only timer; it runs out by itself, so that a request in time sets none.
    private var timer: Scheduled<Void>?

    /// Creates the handler of one connection.
    init(timeout: TimeAmount) {
        self.timeout = timeout
        progress = RequestProgress(timeout: timeout, openedAt: .now())
    }

    func handlerAdded(context: ChannelHandlerContext) {
        progress = RequestProgress(timeout: timeout, openedAt: .now())
        look(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            progress.receiveHead(at: .now())
            if timer == nil { look(context) }
        case .body(let bytes): progress.receiveBody(bytes: bytes.readableBytes)
        case .end: progress.receiveEnd()
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        progress.setReading(false)
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        progress.setReading(true)
        context.read()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        progress.setWritable(context.channel.isWritable, at: .now())
        if timer == nil { look(context) }
        context.fireChannelWritabilityChanged()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // Unwrapping what is written costs more than everything else here, and usually the request is complete.
        if progress.expectsBody, case .end = unwrapOutboundIn(data) {
            progress.finishAnswer(at: .now())
            if timer == nil { look(context) }
        }
        context.write(data, promise: promise)
    }

    /// Closes the connection, or the stream of HTTP/2; its connection too where the client has sent nothing for as long,
    /// not even leave to go on with another stream.
    private func close(_ context: ChannelHandlerContext) {
        // The parent of a connection is the socket that listens.
        guard let connection = context.channel.parent, connection.parent != nil,
            let reads = try? connection.pipeline.syncOperations.handler(type: LastReadHandler.self),
            reads.lastRead + timeout <= .now()
        else { return context.close(promise: nil) }
        connection.close(promise: nil)
    }

    private func look(_ context: ChannelHandlerContext) {
        switch progress.verdict(at: .now()) {
        case .close: close(context)
        case .rest: break
        case .wait(let deadline):
            timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
                self.timer = nil
                self.look(context)
            }
        }
    }
}
