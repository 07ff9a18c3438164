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
    static func mayCompress(_ head: HTTPResponseHead) -> Bool {
        let type = head.headers.first(name: "content-type") ?? ""
        let isText =
            type.hasPrefix("text/")
            || ["json", "javascript", "yaml", "svg+xml"].contains { type.prefix { $0 != ";" }.hasSuffix($0) }
        let isLong = head.headers.first(name: "content-length").flatMap { Int($0) }.map { $0 >= leastBytes } ?? true
        return isText && isLong && !head.headers.contains(name: "content-encoding")
            && !head.headers[canonicalForm: "cache-control"].contains("no-transform")
    }
}
