import ChartSessions
import HTTPTypes
import NIOCore
import NIOHTTPTypes
import Tracing

/// Begins the requests of one connection on its event loop, and hands Hummingbird those that wait or take long.
///
/// The event loop receives from all its connections, then begins the requests, then makes their changes, then writes
/// their answers. What a request needs from first to last does not fit into the caches of a processor; what each of the
/// four steps needs does. And the store commits the changes of a turn together.
final class EventLoopRequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let driver: EventLoopDriver
    private var turn: EventLoopTurns.Turn?
    private var state = ConnectionState()
    private let lastCaller = LastCaller()
    /// Whether the request in progress is the last one of the connection, because the server leaves.
    private var isLast = false
    /// Whether the client has closed the connection for sending.
    private var hasDeparted = false
    /// What the request in progress is to be told of the client's departure.
    private var departure: AsyncStream<Void>.Continuation?

    /// Creates the handler of one connection.
    init(_ driver: EventLoopDriver) {
        self.driver = driver
    }

    func handlerAdded(context: ChannelHandlerContext) {
        turn = driver.turns.turn(of: context.eventLoop)
        driver.handovers.open(context.channel)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        state.close()
        driver.handovers.giveUp(context.channel)
        noteDeparture()
    }

    /// Tells a request in progress when the client closes the connection, or closes it for sending.
    func onDeparture(_ departure: AsyncStream<Void>.Continuation) {
        self.departure = departure
        if hasDeparted { departure.yield() }
    }

    private func noteDeparture() {
        hasDeparted = true
        departure?.yield()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var part = unwrapInboundIn(data)
        if case .head(let head) = part, driver.tellsToClose(head) { part = .head(lastHead(head, context)) }
        receive(.part(part), context)
    }

    /// The head of a request as that of the last one of its connection.
    ///
    /// Hummingbird closes a connection whose client has asked for it. Behind another request nothing is changed: each
    /// answer but the last goes without the header. HTTP/2 has GOAWAY in its place.
    private func lastHead(_ head: HTTPRequest, _ context: ChannelHandlerContext) -> HTTPRequest {
        if let connection = context.channel.connectionOfStream {
            // Only then the connection knows the stream, which goes on.
            context.eventLoop.execute { SecureConnections.sendGoAway(on: connection) }
            return head
        }
        guard state.isAtRest else { return head }
        isLast = true
        var head = head
        head.headerFields[.connection] = "close"
        return head
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // Hummingbird begins no further request on a connection that it has closed for writing.
        if case .outputClosed? = event as? ChannelEvent { driver.handovers.giveUp(context.channel) }
        if case .inputClosed? = event as? ChannelEvent { noteDeparture() }
        receive(.event(event), context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { receive(.error(error), context) }

    func channelReadComplete(context: ChannelHandlerContext) {
        state.receiveReadComplete()
        carryOut(context)
    }

    func read(context: ChannelHandlerContext) {
        state.askForMore()
        carryOut(context)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard state.hasUnanswered else { return context.write(data, promise: promise) }
        switch unwrapOutboundIn(data) {
        case .head(var head) where driver.isLeaving || isLast:
            tellToClose(&head, context)
            return context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end: state.noteAnswerOfHummingbird()
        case .head, .body: break
        }
        context.write(data, promise: promise)
    }

    /// Tells the client with the head of an answer that the connection ends, where no other request is in progress.
    private func tellToClose(_ head: inout HTTPResponse, _ context: ChannelHandlerContext) {
        guard state.hasOneRequest, context.channel.connectionOfStream == nil else { return }
        head.headerFields[.connection] = "close"
        guard !isLast else { return }
        isLast = true
        // The request was there before. So the connection closes as at the end of the server, behind this answer.
        context.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }

    private func receive(_ arrival: ConnectionState.Arrival, _ context: ChannelHandlerContext) {
        // Hummingbird applies back-pressure to a client that does not read.
        state.receive(arrival) { head in
            guard context.channel.isWritable else { return nil }
            return driver.candidate(head, on: context.channel, lastCaller: lastCaller)
        }
        carryOut(context)
    }

    private func carryOut(_ context: ChannelHandlerContext) {
        while let effect = state.takeEffect() {
            switch effect {
            case .begin(let request, let body):
                context.eventLoop.assumeIsolated().execute { self.begin(request, body, context) }
            case .pass(let part): context.fireChannelRead(wrapInboundOut(part))
            case .passEvent(let event): context.fireUserInboundEventTriggered(event)
            case .passError(let error): context.fireErrorCaught(error)
            case .passReadComplete: context.fireChannelReadComplete()
            case .read: context.read()
            case .writeContinue:
                context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
            }
        }
    }

    private var isAnswering: Bool {
        if case .answering = state.phase { true } else { false }
    }

    /// Begins a request whose parts are all there.
    private func begin(_ request: IncomingRequest, _ body: ByteBuffer, _ context: ChannelHandlerContext) {
        guard isAnswering else { return }
        let exchange = driver.admit(request)
        follow(exchange, exchange.reply, body, context)
    }

    /// Follows a reply as far as the event loop may.
    private func follow(
        _ exchange: Exchange, _ begun: Result<Reply, any Error>, _ body: ByteBuffer, _ context: ChannelHandlerContext
    ) {
        var reply = begun
        while true {
            switch reply {
            case .failure(let error): return answerLater(exchange, .failure(error), context)
            case .success(.now(let answer)) where answer.stream == nil:
                return answerLater(exchange, .success(answer), context)
            case .success(.afterBody(let next)):
                reply = Result {
                    try exchange.request?.contentType()
                    return try exchange.run { try next(Array(body.readableBytesView)) }
                }
            case .success(.afterReads(let next)):
                return context.eventLoop.assumeIsolated().execute {
                    guard self.isAnswering else { return }
                    self.follow(exchange, Result { try exchange.run(next) }, body, context)
                }
            case .success(.onCommit(let waiting)): return answerOnCommit(exchange, waiting, context)
            case .success(.now), .success(.work):
                if case .success(let rest) = reply { driver.handovers.put(exchange, rest, of: context.channel) }
                state.handOn()
                return carryOut(context)
            }
        }
    }

    /// Answers in the next turn, behind the other requests of this one.
    private func answerLater(
        _ exchange: Exchange, _ result: Result<Answer, any Error>, _ context: ChannelHandlerContext
    ) {
        context.eventLoop.assumeIsolated().execute { self.answer(exchange, result, context) }
        turn?.endLater()
    }

    /// Answers once the store has committed a change; the store's thread does not make the answer.
    private func answerOnCommit(_ exchange: Exchange, _ waiting: AnswerOnCommit, _ context: ChannelHandlerContext) {
        let span = exchange.run { TracedStep.commit.begin() }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let loop = context.eventLoop
        waiting.pending.whenCommitted { outcome in
            loop.execute {
                let result = waiting.answer(outcome())
                if case .failure(let error) = result { span?.recordError(error) }
                span?.end()
                bound.value.0.answer(exchange, result, bound.value.1)
            }
        }
        turn?.endLater()
    }

    private func answer(_ exchange: Exchange, _ result: Result<Answer, any Error>, _ context: ChannelHandlerContext) {
        let answer = driver.finish(exchange, result)
        guard isAnswering else { return }
        var head = HTTPResponse(status: answer.status, headerFields: answer.headers)
        if driver.isLeaving, exchange.request?.route.isProbe != true { tellToClose(&head, context) }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if answer.body.readableBytes > 0 { context.write(wrapOutboundOut(.body(answer.body)), promise: nil) }
        let taken = answer.room.map { room -> EventLoopPromise<Void> in
            let taken = context.eventLoop.makePromise(of: Void.self)
            taken.futureResult.whenComplete { _ in room.shrink(to: 0) }
            return taken
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: taken)
        // A handler that closes the connection with the answer has removed this one.
        state.noteAnswer()
        carryOut(context)
    }
}
