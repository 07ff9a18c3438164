import ChartSessions
import ChartWire
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes
import Tracing

/// Answers the requests of one connection, or that of a stream of HTTP/2; the last handler before Hummingbird's own.
///
/// It takes every request, and passes none on. The event loop answers what is ready, and a task does what waits, takes
/// long or streams. Hummingbird keeps the port, the limit of connections, TLS, HTTP/2 and the end of the
/// server, and learns here when a connection is over.
///
/// The event loop receives from all its connections, then begins the requests, then makes their changes, then writes
/// their answers. What a request needs from first to last does not fit into the caches of a processor; what each of the
/// four steps needs does. And the store commits the changes of a turn together.
final class RequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = Never
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let driver: RequestDriver
    private let lastCaller = LastCaller()
    private var state: ConnectionState
    /// The connection, or the stream of HTTP/2, from when it is there on.
    private var channel: (any Channel)?
    /// Whether it is a stream of HTTP/2.
    private var isStream = false
    /// What reads and writes; nil once the connection is closed.
    private var context: ChannelHandlerContext?
    private var turn: EventLoopTurns.Turn?
    /// Takes the body of the request in progress; nil where no more of it comes.
    private var bodySource: IncomingBody.Source?
    /// The rest of an answer in pieces.
    private var pieces: AnswerPieces?
    /// Whether the connection ends with the answer in progress.
    private var isLast = false
    /// Waits for the client to take a piece of a stream.
    private var pieceTaken: EventLoopPromise<Void>?
    /// Whether the client has closed the connection for sending.
    private var hasDeparted = false
    /// What the request in progress is to be told of the client's departure.
    private var departure: AsyncStream<Void>.Continuation?

    /// Creates the handler of one connection.
    init(_ driver: RequestDriver) {
        self.driver = driver
        state = ConnectionState { _ in preconditionFailure("the handler is not in a pipeline") }
    }

    // MARK: - What comes in

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        let (driver, lastCaller, channel) = (driver, lastCaller, context.channel)
        self.channel = channel
        isStream = channel.connectionOfStream != nil
        state = ConnectionState { driver.request($0, on: channel, lastCaller: lastCaller) }
        state.setWritable(channel.isWritable)
        turn = driver.turns.turn(of: context.eventLoop)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        state.close()
        carryOut()
        self.context = nil
        noteDeparture()
        pieces = nil
        pieceTaken?.fail(ChannelError.ioOnClosedChannel)
        pieceTaken = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if isStream, case .head(let head) = part, let connection = context.channel.connectionOfStream,
            driver.tellsToClose(driver.admission.table.match(head.method, head.path ?? ""))
        {
            // Only then the connection knows the stream, which goes on.
            context.eventLoop.execute { SecureConnections.sendGoAway(on: connection) }
        }
        receive(.part(part))
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case let refused as MessageRefused: receive(.refusal(refused.problem))
        case is ContinueExpected: receive(.continueExpected)
        case ChannelEvent.outputClosed:
            state.noteOutputClosed()
            carryOut()
            context.fireUserInboundEventTriggered(event)
        case ChannelEvent.inputClosed:
            noteDeparture()
            receive(.event(event))
        case _: receive(.event(event))
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { receive(.error(error)) }

    func read(context: ChannelHandlerContext) {
        state.askForMore()
        carryOut()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        let isWritable = context.channel.isWritable
        if isWritable {
            pieceTaken?.succeed()
            pieceTaken = nil
            sendPieces()
        }
        state.setWritable(isWritable)
        carryOut()
        context.fireChannelWritabilityChanged()
    }

    private func receive(_ arrival: ConnectionState.Arrival) {
        state.receive(arrival)
        carryOut()
    }

    private func carryOut() {
        while let effect = state.takeEffect() {
            guard let context else { return }
            switch effect {
            case .begin(let request, let body): later { $0.begin(request, .whole(body)) }
            case .open(let request):
                let body = openBody()
                later { $0.begin(request, body) }
            case .feed(let piece):
                if case .stopProducing? = bodySource?.yield(piece) { state.setBodyFull(true) }
            case .endBody(let error):
                if let error { bodySource?.finish(error) } else { bodySource?.finish() }
                bodySource = nil
            case .refuse(let problem): write(driver.refusal(problem), context)
            case .finish: context.close(mode: .output, promise: nil)
            case .pass(let event): context.fireUserInboundEventTriggered(event)
            case .passError(let error): context.fireErrorCaught(error)
            case .read: context.read()
            case .writeContinue:
                context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
            }
        }
    }

    private func openBody() -> IncomingBody {
        let (body, source) = IncomingBody.make { [port] in
            port.execute { handler in
                handler.state.setBodyFull(false)
                handler.carryOut()
            }
        }
        bodySource = source
        return body
    }

    // MARK: - The request in progress

    private func begin(_ request: IncomingRequest, _ body: IncomingBody) {
        guard state.isAnswering else { return }
        let exchange = driver.admit(request)
        follow(exchange, exchange.reply, body)
    }

    /// Follows a reply to its answer, as far as the event loop may.
    private func follow(_ exchange: Exchange, _ begun: Result<Reply, any Error>, _ body: IncomingBody) {
        var reply = begun
        while true {
            switch reply {
            case .failure(let error): return answerLater(exchange, .failure(error))
            case .success(.now(let answer)): return answerLater(exchange, .success(answer))
            case .success(.afterBody(let next)):
                reply = Result {
                    try exchange.request?.contentType()
                    guard case .whole(let bytes) = body else {
                        return .work { task in try next(try await task.wholeBody()) }
                    }
                    return try exchange.run { try next(Array(bytes.readableBytesView)) }
                }
            case .success(.afterReads(let next)):
                return later { $0.follow(exchange, Result { try exchange.run(next) }, body) }
            case .success(.onCommit(let waiting)): return answerOnCommit(exchange, waiting)
            case .success(.work(let next)): return work(exchange, body, next)
            }
        }
    }

    /// Does the work of a reply in a task, and goes on with the reply that it comes to.
    private func work(
        _ exchange: Exchange, _ body: IncomingBody, _ next: @escaping @Sendable (RequestTask) async throws -> Reply
    ) {
        let port = port
        let task = RequestTask(exchange: exchange, body: body, connection: port)
        driver.tasks.start {
            let reply: Result<Reply, any Error>
            do {
                reply = .success(
                    try await LongWork.$client.withValue(exchange.client) {
                        try await exchange.runAsync { try await next(task) }
                    })
            } catch {
                reply = .failure(error)
            }
            port.execute { $0.follow(exchange, reply, body) }
        }
    }

    /// Answers in the next turn, behind the other requests of this one.
    private func answerLater(_ exchange: Exchange, _ result: Result<Answer, any Error>) {
        later { $0.answer(exchange, result) }
        turn?.endLater()
    }

    /// Answers once the store has committed a change; the store's thread does not make the answer.
    private func answerOnCommit(_ exchange: Exchange, _ waiting: AnswerOnCommit) {
        let span = exchange.run { TracedStep.commit.begin() }
        let port = port
        waiting.pending.whenCommitted { outcome in
            port.execute { handler in
                let result = waiting.answer(outcome())
                if case .failure(let error) = result { span?.recordError(error) }
                span?.end()
                handler.answer(exchange, result)
            }
        }
        turn?.endLater()
    }

    /// Completes an answer, once the audit log has the line of a change, and sends it.
    private func answer(_ exchange: Exchange, _ result: Result<Answer, any Error>) {
        let outcome = exchange.outcome(of: result)
        guard exchange.mustAudit(outcome) else {
            return send(driver.finish(exchange, exchange.noted(outcome)), exchange)
        }
        let port = port
        driver.tasks.start {
            let audited = await exchange.audited(outcome)
            port.execute { $0.send($0.driver.finish(exchange, audited), exchange) }
        }
    }

    // MARK: - The answer

    private func send(_ answer: Answer, _ exchange: Exchange) {
        guard state.isAnswering, let context else { return }
        var answer = answer
        let tellsToClose = answer.headers.value(of: .connection) == "close"
        isLast = !isStream && (tellsToClose || state.isLast || isLastOfLeaving(exchange))
        if isLast != tellsToClose { answer.headers[.connection] = isLast ? "close" : nil }
        writeHead(answer, context)
        if exchange.isHead {
            finish()
        } else if let stream = answer.stream {
            // The head goes with the first bytes: a client that has it is told of every change from then on.
            send(stream, exchange)
        } else if answer.body.readableBytes > AnswerPieces.pieceBytes {
            pieces = AnswerPieces(answer.body, room: answer.room)
            sendPieces()
        } else {
            writeBody(answer, context)
            finish()
        }
    }

    /// Whether the server tells the client with this answer to close the connection; behind it no other request waits.
    private func isLastOfLeaving(_ exchange: Exchange) -> Bool {
        !state.hasWaiting && driver.tellsToClose(exchange.match)
    }

    /// Sends the next piece of an answer, one a turn: compressing a piece takes a while.
    ///
    /// The next one comes by another thread, because a loop does all that it has queued itself before it reads again.
    private func sendPieces() {
        guard pieces != nil, let context, context.channel.isWritable else { return }
        do {
            guard let piece = try pieces?.next() else {
                pieces = nil
                return finish()
            }
            context.writeAndFlush(wrapOutboundOut(.body(piece)), promise: nil)
            driver.tasks.start { [port] in port.execute { $0.sendPieces() } }
        } catch {
            // The client is too slow.
            pieces = nil
            context.close(promise: nil)
        }
    }

    /// Sends a body that a task makes piece by piece.
    private func send(_ stream: ResponseBody, _ exchange: Exchange) {
        let port = port
        driver.tasks.start {
            do {
                try await LongWork.$client.withValue(exchange.client) {
                    try await stream.write(StreamWriter(connection: port))
                }
                port.execute { $0.finish() }
            } catch {
                // The client is gone or too slow, or sees by the broken connection that its answer is not whole.
                port.execute { $0.context?.close(promise: nil) }
            }
        }
    }

    /// Sends a piece of a body that a task makes.
    fileprivate func write(_ piece: ByteBuffer, _ taken: EventLoopPromise<Void>) {
        guard state.isAnswering, let context else { return taken.fail(ChannelError.ioOnClosedChannel) }
        context.writeAndFlush(wrapOutboundOut(.body(piece)), promise: nil)
        if context.channel.isWritable { taken.succeed() } else { pieceTaken = taken }
    }

    private func write(_ answer: Answer, _ context: ChannelHandlerContext) {
        writeHead(answer, context)
        writeBody(answer, context)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    private func writeHead(_ answer: Answer, _ context: ChannelHandlerContext) {
        let head = HTTPResponse(status: answer.status, headerFields: answer.headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
    }

    private func writeBody(_ answer: Answer, _ context: ChannelHandlerContext) {
        if answer.body.readableBytes > 0 { context.write(wrapOutboundOut(.body(answer.body)), promise: nil) }
    }

    /// Ends the answer, and goes on with the next request.
    private func finish() {
        guard state.isAnswering, let context else { return }
        departure = nil
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        // A handler that closes the connection with the answer has removed this one.
        state.noteAnswer(isLast: isLast)
        carryOut()
    }

    // MARK: - Tasks

    /// Tells a request in progress when the client closes the connection, or closes it for sending.
    fileprivate func onDeparture(_ departure: AsyncStream<Void>.Continuation) {
        self.departure = departure
        if hasDeparted { departure.yield() }
    }

    private func noteDeparture() {
        hasDeparted = true
        departure?.yield()
    }

    /// The connection for tasks; also that of a client that is gone, whose change is still to be counted and noted.
    private var port: ClientConnection {
        guard let channel else { preconditionFailure("the handler is in no pipeline") }
        return ClientConnection(channel: channel, handler: NIOLoopBound(self, eventLoop: channel.eventLoop))
    }

    private func later(_ body: @escaping (RequestHandler) -> Void) {
        channel?.eventLoop.assumeIsolated().execute { body(self) }
    }
}

/// The client of a request in progress, as the task of the request sees it.
struct ClientConnection: Sendable {
    /// The connection, or the stream of HTTP/2.
    let channel: any Channel
    fileprivate let handler: NIOLoopBound<RequestHandler>

    /// An element comes when the client closes its connection, or closes it for sending.
    func departures() -> AsyncStream<Void> {
        let (stream, departure) = AsyncStream<Void>.makeStream()
        execute { $0.onDeparture(departure) }
        return stream
    }

    /// Sends a piece of the answer's body, and returns once the client has taken most of what was sent.
    ///
    /// - Throws: `ChannelError` for a client that is gone.
    fileprivate func write(_ piece: ByteBuffer) async throws {
        let taken = channel.eventLoop.makePromise(of: Void.self)
        execute { $0.write(piece, taken) }
        try await taken.futureResult.get()
    }

    fileprivate func execute(_ body: @escaping @Sendable (RequestHandler) -> Void) {
        channel.eventLoop.execute { body(handler.value) }
    }
}

/// Sends the body of an answer as a task makes it.
private struct StreamWriter: ResponseBodyWriter {
    let connection: ClientConnection

    func write(_ buffer: ByteBuffer) async throws { try await connection.write(buffer) }

    /// Does nothing: the answer ends when what writes it returns.
    ///
    /// Answers here have no trailers.
    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
