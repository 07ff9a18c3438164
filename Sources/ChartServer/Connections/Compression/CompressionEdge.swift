import NIOCore
import NIOHTTP1

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
