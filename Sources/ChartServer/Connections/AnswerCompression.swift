import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOHTTPTypesHTTP1

/// Puts the compression of answers into the pipeline of a connection, or of a stream of HTTP/2.
///
/// The compressor works on the messages of HTTP/1. Over HTTP/2 two codecs stand around it.
final class AnswerCompression: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Never

    /// The size of the shortest answer that is compressed, in bytes.
    static let leastBytes = 1_024

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            if let rules = try? pipeline.handler(type: MessageRulesHandler.self) {
                try pipeline.addHandlers(Self.handlers(isHTTP2: false), position: .after(rules))
            } else {
                let codecs: [any ChannelHandler] = [HTTPToHTTP1ServerCodec()]
                try pipeline.addHandlers(
                    codecs + Self.handlers(isHTTP2: true) + [HTTP1ToHTTPServerCodec(secure: true)],
                    position: .before(self))
            }
        } catch {
            context.fireErrorCaught(error)
        }
    }

    private static func handlers(isHTTP2: Bool) -> [any ChannelHandler] {
        let compressor = HTTPResponseCompressor { head, isTaken in
            guard mayCompress(head) else { return .doNotCompress }
            head.headers.add(name: "Vary", value: "Accept-Encoding")
            // The compressor keeps the length of a head that is sent before the body, and the client would wait for the rest.
            if isTaken { head.headers.remove(name: "content-length") }
            return .compressIfPossible
        }
        return [CompressionEdge(isHTTP2: isHTTP2), compressor, CompressionGuard()]
    }

    /// Whether an answer is long enough, of text, and free of secrets.
    ///
    /// The length of a compressed answer that holds both a secret and bytes of the client's choice tells about the
    /// secret. Such an answer has `no-transform` in its `Cache-Control`.
    private static func mayCompress(_ head: HTTPResponseHead) -> Bool {
        let type = head.headers.first(name: "content-type") ?? ""
        let isText =
            type.hasPrefix("text/")
            || ["json", "javascript", "yaml", "svg+xml"].contains { type.prefix { $0 != ";" }.hasSuffix($0) }
        let isLong = head.headers.first(name: "content-length").flatMap { Int($0) }.map { $0 >= leastBytes } ?? true
        return isText && isLong && !head.headers.contains(name: "content-encoding")
            && !head.headers[canonicalForm: "cache-control"].contains("no-transform")
    }
}

/// Stands between the compressor and the network.
///
/// An answer to HEAD has no body, so the compressor must not see that its client takes compressed ones. Where a client
/// takes gzip and deflate alike, the compressor is asked for gzip, which clients agree on. An answer over HTTP/2 must not
/// have the `Transfer-Encoding` that the compressor adds to streams.
final class CompressionEdge: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let isHTTP2: Bool

    /// Creates the handler of one connection, or of one stream of HTTP/2.
    init(isHTTP2: Bool) {
        self.isHTTP2 = isHTTP2
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), head.headers.contains(name: "accept-encoding") else {
            return context.fireChannelRead(data)
        }
        if head.method == .HEAD {
            head.headers.remove(name: "accept-encoding")
        } else if head.headers[canonicalForm: "accept-encoding"].contains(where: { $0 == "gzip" }) {
            head.headers.replaceOrAdd(name: "accept-encoding", value: "gzip")
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isHTTP2, case .head(var head) = unwrapOutboundIn(data) else {
            return context.write(data, promise: promise)
        }
        head.headers.remove(name: "transfer-encoding")
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}

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
