internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes

/// Answers requests that are brief before Hummingbird sees them, and hands it all others.
///
/// Answers have the order of the requests: what comes behind a request that is answered here waits here until that is
/// done, and what comes behind one that Hummingbird has not answered yet is Hummingbird's too. Who sends many requests at
/// once has them answered one a turn of the event loop, and none while he does not take the answers.
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
        case collecting(BriefResponder.Match, HTTPRequest, body: ByteBuffer)
        /// Behind a request that is not answered yet.
        case answering
        /// In a request that is Hummingbird's.
        case passing
    }

    /// What comes in.
    private enum Arrival {
        case part(HTTPRequestPart)
        case event(Any)
        case error(any Error)
    }

    private let responder: BriefResponder
    private var state = State.idle
    /// How many requests Hummingbird has to answer.
    private var passed = 0
    /// Whether Hummingbird has got a part since it was told of the end of reads.
    private var hasPassedParts = false
    /// What has come and has to wait.
    private var waiting = CircularBuffer<Arrival>(initialCapacity: 0)
    /// Whether a request has been answered in this turn of the event loop.
    private var hasAnswered = false
    /// Whether what waits is looked at in the next turn.
    private var isScheduled = false
    /// Whether more is to be read once nothing waits.
    private var isReadDue = false

    /// Creates the handler of one connection.
    init(_ responder: BriefResponder) {
        self.responder = responder
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        waiting.removeAll()
        state = .passing
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { arrive(.part(unwrapInboundIn(data)), context) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) { arrive(.event(event), context) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { arrive(.error(error), context) }

    func channelReadComplete(context: ChannelHandlerContext) {
        hasAnswered = false
        endOfReads(context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { schedule(context) }
        context.fireChannelWritabilityChanged()
    }

    func read(context: ChannelHandlerContext) {
        if waiting.isEmpty { context.read() } else { isReadDue = true }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if passed > 0, case .end = unwrapOutboundIn(data) { passed -= 1 }
        context.write(data, promise: promise)
    }

    /// Takes what comes in, after all that waits.
    private func arrive(_ arrival: Arrival, _ context: ChannelHandlerContext) {
        guard waiting.isEmpty, !mustWait(context) else {
            waiting.append(arrival)
            return schedule(context)
        }
        take(arrival, context)
    }

    /// Whether nothing can be taken now.
    private func mustWait(_ context: ChannelHandlerContext) -> Bool {
        switch state {
        case .answering: true
        case .idle: hasAnswered || !context.channel.isWritable
        case .collecting, .passing: false
        }
    }

    /// Looks at what waits in the next turn of the event loop, unless something else has to come first.
    private func schedule(_ context: ChannelHandlerContext) {
        if case .answering = state { return }
        guard !waiting.isEmpty, !isScheduled else { return }
        isScheduled = true
        context.eventLoop.assumeIsolated().execute {
            self.isScheduled = false
            self.hasAnswered = false
            self.takeWaiting(context)
        }
    }

    private func takeWaiting(_ context: ChannelHandlerContext) {
        guard !waiting.isEmpty, !mustWait(context) else { return }
        while !mustWait(context), let next = waiting.popFirst() { take(next, context) }
        endOfReads(context)
        guard waiting.isEmpty else { return schedule(context) }
        if isReadDue {
            isReadDue = false
            context.read()
        }
    }

    private func take(_ arrival: Arrival, _ context: ChannelHandlerContext) {
        switch arrival {
        case .part(let part): take(part, context)
        case .event(let event):
            passOn(context)
            context.fireUserInboundEventTriggered(event)
        case .error(let error):
            passOn(context)
            context.fireErrorCaught(error)
        }
    }

    private func take(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        switch (state, part) {
        case (.idle, .head(let head)):
            if passed == 0, let match = responder.match(head) {
                state = .collecting(match, head, body: ByteBuffer())
                return
            }
            state = .passing
            passed += 1
        case (.collecting(let match, let head, var body), .body(var piece)):
            // Nobody else has the body, so that it grows where it is.
            state = .passing
            if body.readableBytes == 0 { body = piece } else { body.writeBuffer(&piece) }
            state = .collecting(match, head, body: body)
            return
        case (.collecting(let match, let head, let body), .end):
            if answers(match, head, body, context) { return }
            passOn(context)
            state = .idle
        case (.passing, .end): state = .idle
        case _: break
        }
        pass(part, context)
    }

    /// Answers a request whose parts are all there, now or later.
    ///
    /// - Returns: Whether it does; the state is as it was otherwise.
    private func answers(
        _ match: BriefResponder.Match, _ head: HTTPRequest, _ body: ByteBuffer, _ context: ChannelHandlerContext
    ) -> Bool {
        let collecting = state
        state = .answering
        let loop = context.eventLoop
        let bound = NIOLoopBound((self, context), eventLoop: loop)
        let isTaken = responder.respond(match, to: head, body: body, on: context.channel) { answer in
            if loop.inEventLoop {
                bound.value.0.write(answer, bound.value.1)
            } else {
                loop.execute { bound.value.0.write(answer, bound.value.1) }
            }
        }
        if !isTaken { state = collecting }
        return isTaken
    }

    private func write(_ answer: WholeAnswer, _ context: ChannelHandlerContext) {
        // The client may be gone.
        guard case .answering = state else { return }
        context.write(
            wrapOutboundOut(.head(HTTPResponse(status: answer.status, headerFields: answer.headers))), promise: nil)
        if answer.body.readableBytes > 0 { context.write(wrapOutboundOut(.body(answer.body)), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        state = .idle
        hasAnswered = true
        schedule(context)
    }

    /// Hands Hummingbird what has been collected of a request that is not answered here.
    private func passOn(_ context: ChannelHandlerContext) {
        guard case .collecting(_, let head, let body) = state else { return }
        state = .passing
        passed += 1
        pass(.head(head), context)
        if body.readableBytes > 0 { pass(.body(body), context) }
    }

    private func pass(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        hasPassedParts = true
        context.fireChannelRead(wrapInboundOut(part))
    }

    /// Tells Hummingbird that no more parts come for now.
    private func endOfReads(_ context: ChannelHandlerContext) {
        guard hasPassedParts else { return }
        hasPassedParts = false
        context.fireChannelReadComplete()
    }
}
