import ChartWire
import NIOCore
import NIOHTTP1

/// Reports that the client of the request whose head has just arrived waits for 100.
struct ContinueExpected: Sendable {}

/// Reports that the client has sent what is no message, or one that the rules forbid; nothing further is taken from it.
struct MessageRefused: Sendable {
    /// What the client is answered, behind the requests before.
    let problem: Problem
}

/// Checks the messages of an HTTP/1 connection by ``MessageRules``, and speaks HTTP/1.0 to a client that does.
final class MessageRulesHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let rules: MessageRules
    /// Whether nothing counts that comes further: a message was refused, or the last request was taken.
    private var isOver = false
    /// Whether the connection takes no request behind the one in progress.
    private var isLast = false
    /// Whether its first request is HTTP/1.0, and whether one is; nil and false before them.
    private var (beganOld, isOld) = (Bool?.none, false)
    /// Whether the answer in progress ends with the connection.
    private var endsConnection = false

    /// Creates the handler of one connection.
    init(rules: MessageRules) {
        self.rules = rules
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        guard !isLast else {
            isOver = true
            return
        }
        switch verdict(of: head) {
        case .take: context.fireChannelRead(data)
        case .takeLast:
            isLast = isOld
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .takeExpecting(let isLast):
            if isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
            context.fireChannelRead(wrapInboundOut(.head(head)))
            context.fireUserInboundEventTriggered(ContinueExpected())
        case .refuse(let problem): refuse(problem, context)
        }
    }

    /// The verdict of the rules; a client that changes to HTTP/1.0 has its last answer then.
    private func verdict(of head: HTTPRequestHead) -> MessageRules.Verdict {
        let isOld = head.version.minor == 0
        let began = beganOld ?? isOld
        beganOld = began
        if isOld { self.isOld = true }
        let verdict = rules.verdict(of: head)
        if case .take = verdict, isOld, !began { return .takeLast }
        return verdict
    }

    private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        isOver = true
        context.fireUserInboundEventTriggered(MessageRefused(problem: problem))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError else { return context.fireErrorCaught(error) }
        if !isOver { refuse(Problem(.requestInvalid, "The bytes are no message of HTTP/1.1."), context) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // Unwrapping what is written costs more than everything else here.
        guard isOld else { return context.write(data, promise: promise) }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            // HTTP/1.0 has no chunks: a body without a length ends with the connection.
            head.version = .http1_0
            endsConnection = isLast || !Self.hasLength(head)
            head.headers.replaceOrAdd(name: "Connection", value: endsConnection ? "close" : "keep-alive")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            context.write(data, promise: promise)
            guard endsConnection, !isLast else { return }
            isOver = true
            context.flush()
            context.close(mode: .output, promise: nil)
        }
    }

    /// Whether the client knows where the answer ends, and that the connection goes on.
    private static func hasLength(_ head: HTTPResponseHead) -> Bool {
        head.headers["connection"] != ["close"]
            && (head.headers.contains(name: "content-length") || [204, 304].contains(head.status.code))
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
