import ChartWire
import NIOCore
import NIOHTTP1

/// Reports that the client of the request whose head has just arrived waits for 100.
struct ContinueExpected: Sendable {}

/// Checks the messages of an HTTP/1 connection by ``MessageRules``, and answers an invalid one with a problem.
///
/// A refusal continues as an error of the parser. Hummingbird answers it in the order of the requests, and this handler
/// replaces that answer by the problem.
final class MessageRulesHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let rules: MessageRules
    /// The problem that replaces Hummingbird's answer to an invalid message.
    private var refusal: Problem?
    /// Whether the last request is HTTP/1.0.
    private var isOld = false

    /// Creates the handler of one connection.
    init(rules: MessageRules) {
        self.rules = rules
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard refusal == nil, !isOld || !isHead(data) else { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        switch rules.verdict(of: head) {
        case .take: context.fireChannelRead(data)
        case .takeLast:
            isOld = head.version.minor == 0
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .takeExpecting(let isLast):
            if isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
            context.fireChannelRead(wrapInboundOut(.head(head)))
            context.fireUserInboundEventTriggered(ContinueExpected())
        case .refuse(let problem):
            refusal = problem
            context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is HTTPParserError {
            guard refusal == nil else { return }
            refusal = Problem(.requestInvalid, "The bytes are no message of HTTP/1.1.")
        }
        context.fireErrorCaught(error)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // Unwrapping what is written costs more than everything else here.
        guard refusal != nil || isOld, case .head(var head) = unwrapOutboundIn(data) else {
            return context.write(data, promise: promise)
        }
        if let refusal, head.status == .badRequest, head.headers["content-length"] == ["0"] {
            let status = HTTPResponseStatus(statusCode: refusal.code.status)
            let headers = HTTPHeaders([
                ("Content-Type", "application/problem+json"), ("Content-Length", "\(refusal.body.count)"),
                ("Connection", "close"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
            ])
            head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            let body = context.channel.allocator.buffer(bytes: refusal.body)
            return context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: promise)
        }
        if isOld {
            // HTTP/1.0 has no chunks: the body ends with the connection.
            head.version = .http1_0
            head.headers.replaceOrAdd(name: "Connection", value: "close")
        }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    private func isHead(_ data: NIOAny) -> Bool {
        if case .head = unwrapInboundIn(data) { true } else { false }
    }
}

/// Adds the message rules after the parser of an HTTP/1 connection; streams of HTTP/2 have no such parser.
final class MessageRulesInstaller: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Never

    private let rules: MessageRules

    /// Creates the installer of one connection.
    init(rules: MessageRules) {
        self.rules = rules
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(MessageRulesHandler(rules: rules), position: .after(parser))
        } catch ChannelPipelineError.notFound {
            return
        } catch {
            context.fireErrorCaught(error)
        }
    }
}
