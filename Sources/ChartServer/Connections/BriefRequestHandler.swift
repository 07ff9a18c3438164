import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Answers requests that are brief before Hummingbird sees them, and hands it all others.
///
/// Answers have the order of the requests. What comes before a request here is answered waits for that, and is
/// Hummingbird's then, as is all that comes before he has answered. So who sends many requests at once, or does not take
/// the answers, holds no event loop.
///
/// The event loop receives from all its connections, then reads the requests, then answers, then writes: what a request
/// needs from first to last does not fit into the caches of a processor, what each of the four steps needs does. And what
/// the answers of a turn wait for begins once: the store commits their changes together.
final class BriefRequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Where the connection is in its requests.
    private enum State {
        /// Between two requests.
        case idle
        /// In a request whose body is collected here.
        case collecting(BriefResponder.Match)
        /// Behind a request that is not answered yet.
        case answering
        /// In a request that is Hummingbird's.
        case passing
        /// At the end.
        case closed
    }

    /// What comes in.
    private enum Arrival {
        case part(HTTPRequestPart)
        case event(Any)
        case error(any Error)
    }

    private let responder: BriefResponder
    private var turn: EventLoopTurns.Turn?
    private var state = State.idle
    /// What has come of the body that is collected.
    private var body = ByteBuffer()
    /// How many requests Hummingbird has to answer.
    private var unanswered = 0
    /// Whether whatever comes is Hummingbird's, who may be about to close the connection.
    private var isHummingbirds = false
    /// Whether Hummingbird has got a part since it was told of the end of reads.
    private var hasPassedParts = false
    /// What has come before a request was answered here.
    private var waiting: [Arrival] = []
    /// Whether more is to be read once nothing waits.
    private var isReadDue = false

    /// Creates the handler of one connection.
    init(_ responder: BriefResponder) {
        self.responder = responder
    }

    func handlerAdded(context: ChannelHandlerContext) {
        turn = responder.turns.turn(of: context.eventLoop)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        waiting.removeAll()
        state = .closed
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { arrive(.part(unwrapInboundIn(data)), context) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) { arrive(.event(event), context) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { arrive(.error(error), context) }

    func channelReadComplete(context: ChannelHandlerContext) { endReads(context) }

    func read(context: ChannelHandlerContext) {
        if waiting.isEmpty { context.read() } else { isReadDue = true }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if unanswered > 0, case .end = unwrapOutboundIn(data) { unanswered -= 1 }
        context.write(data, promise: promise)
    }

    private func arrive(_ arrival: Arrival, _ context: ChannelHandlerContext) {
        if case .answering = state { waiting.append(arrival) } else { take(arrival, context) }
    }

    /// Hands Hummingbird what has come meanwhile.
    private func takeWaiting(_ context: ChannelHandlerContext) {
        // Each part is his while one before it waits here, or is not answered by him.
        for arrival in waiting { take(arrival, context) }
        waiting = []
        endReads(context)
        guard isReadDue else { return }
        isReadDue = false
        context.read()
    }

    private func take(_ arrival: Arrival, _ context: ChannelHandlerContext) {
        switch arrival {
        case .part(let part): take(part, context)
        case .event(is ContinueExpected):
            // Behind other requests the client goes on without being told.
            guard unanswered == 1, case .passing = state else { return }
            context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
        case .event(let event):
            passCollected(context)
            if event is ChannelEvent { isHummingbirds = true }
            context.fireUserInboundEventTriggered(event)
        case .error(let error):
            passCollected(context)
            isHummingbirds = true
            context.fireErrorCaught(error)
        }
    }

    private func take(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        switch (state, part) {
        case (.idle, .head(let head)):
            if !isHummingbirds, unanswered == 0, waiting.isEmpty, context.channel.isWritable,
                let match = responder.match(head)
            {
                state = .collecting(match)
                return
            }
            if head.headerFields.value(of: .connection) == "close" { isHummingbirds = true }
            state = .passing
            unanswered += 1
        case (.collecting(let match), .body(var piece)):
            if body.readableBytes + piece.readableBytes <= match.bodyLength {
                if body.readableBytes == 0 { body = piece } else { body.writeBuffer(&piece) }
                return
            }
            passCollected(context)
        case (.collecting(let match), .end):
            state = .answering
            context.eventLoop.assumeIsolated().execute { self.read(match, context) }
            return
        case (.passing, .end): state = .idle
        case _: break
        }
        pass(part, context)
    }

    /// Reads a request whose parts are all there.
    private func read(_ match: BriefResponder.Match, _ context: ChannelHandlerContext) {
        guard case .answering = state else { return }
        guard let exchange = responder.read(match, body: body, on: context.channel) else {
            return handOn(match, context)
        }
        context.eventLoop.assumeIsolated().execute { self.answer(exchange, context) }
    }

    /// Answers a request that has been read.
    private func answer(_ exchange: BriefResponder.Exchange, _ context: ChannelHandlerContext) {
        guard case .answering = state else { return }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let isTaken = responder.answer(exchange, on: context.channel) { answer in
            bound.value.0.write(answer, bound.value.1)
        }
        guard isTaken else { return handOn(exchange.match, context) }
        turn?.endLater()
        body = ByteBuffer()
    }

    /// Hands Hummingbird a request whose parts are all there, and what has come since.
    private func handOn(_ match: BriefResponder.Match, _ context: ChannelHandlerContext) {
        state = .collecting(match)
        passCollected(context)
        take(.end(nil), context)
        takeWaiting(context)
    }

    private func write(_ answer: WholeAnswer, _ context: ChannelHandlerContext) {
        guard case .answering = state else { return }
        context.write(
            wrapOutboundOut(.head(HTTPResponse(status: answer.status, headerFields: answer.headers))), promise: nil)
        if answer.body.readableBytes > 0 { context.write(wrapOutboundOut(.body(answer.body)), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        // Who closes the connection with the answer has removed the handler.
        guard case .answering = state else { return }
        state = .idle
        takeWaiting(context)
    }

    /// Hands Hummingbird what has been collected of a request that is not answered here.
    private func passCollected(_ context: ChannelHandlerContext) {
        guard case .collecting(let match) = state else { return }
        let body = body
        self.body = ByteBuffer()
        state = .passing
        unanswered += 1
        pass(.head(match.head), context)
        if body.readableBytes > 0 { pass(.body(body), context) }
    }

    private func pass(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        hasPassedParts = true
        context.fireChannelRead(wrapInboundOut(part))
    }

    /// Tells Hummingbird that no more parts come for now.
    private func endReads(_ context: ChannelHandlerContext) {
        guard hasPassedParts else { return }
        hasPassedParts = false
        context.fireChannelReadComplete()
    }
}
