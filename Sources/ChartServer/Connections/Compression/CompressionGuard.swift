import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// Keeps from the compressor what it does not expect: the head of an answer without a request.
///
/// The compressor takes one request for each head. A 100 before the answer, and the answer to bytes that are no message,
/// go around it.
final class CompressionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The requests without the head of their answer.
    private var unanswered = 0
    /// Whether the present answer goes around the compressor.
    private var isAround = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) { unanswered += 1 }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .head(let head) = unwrapOutboundIn(data) {
            if head.status.code / 100 == 1 { return writeAround(context, data, promise) }
            isAround = unanswered == 0
            if !isAround { unanswered -= 1 }
        }
        guard isAround else { return context.write(data, promise: promise) }
        writeAround(context, data, promise)
    }

    private func writeAround(_ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?) {
        do {
            try context.pipeline.syncOperations.context(handlerType: HTTPResponseCompressor.self)
                .write(data, promise: promise)
        } catch {
            // The connection closes: its handlers are being removed.
            promise?.fail(error)
        }
    }
}
