import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client sends or takes too slowly, as ``RequestProgress`` decides.
///
/// When the server shuts down, it keeps two closes from being too early: that of a new connection whose first request is
/// on its way, and that of one whose client has not taken the whole answer.
final class RequestTimeoutHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long the first request of a new connection may take to come when the server shuts down.
    static let grace = TimeAmount.milliseconds(250)

    private let timeout: TimeAmount
    private var progress: RequestProgress
    /// The connection's only timer; it runs out by itself, so that a request in time sets none.
    private var timer: Scheduled<Void>?
    /// Ends the wait for the first request when the server shuts down.
    private var graceTimer: Scheduled<Void>?
    /// Whether the server shuts down.
    private var isQuiescing = false
    /// Whether the connection closes once the client has taken what is written.
    private var isFinishing = false

    /// Creates the handler of one connection.
    init(timeout: TimeAmount) {
        self.timeout = timeout
        progress = RequestProgress(timeout: timeout, openedAt: .now())
    }

    func handlerAdded(context: ChannelHandlerContext) {
        progress = RequestProgress(timeout: timeout, openedAt: .now())
        look(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    private func stop() {
        timer?.cancel()
        timer = nil
        graceTimer?.cancel()
        graceTimer = nil
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        // A stream of HTTP/2 ends with its answer anyway, and a close would cut what the client has not taken.
        guard context.channel.connectionOfStream == nil else { return }
        isQuiescing = true
        guard case .opening = progress.phase else { return context.fireUserInboundEventTriggered(event) }
        graceTimer = context.eventLoop.assumeIsolated().scheduleTask(in: Self.grace) { self.endGrace(context) }
    }

    /// Hands the end of the server on, which closes a connection without a request, or after its answer.
    private func endGrace(_ context: ChannelHandlerContext) {
        guard let timer = graceTimer else { return }
        timer.cancel()
        graceTimer = nil
        context.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        // A second close does not wait any longer.
        guard isQuiescing, !isFinishing, mode == .all, hasUntakenBytes(context) else {
            return context.close(mode: isFinishing ? .all : mode, promise: promise)
        }
        isFinishing = true
        context.close(mode: .output, promise: promise)
    }

    private func hasUntakenBytes(_ context: ChannelHandlerContext) -> Bool {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0 > 0
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            progress.receiveHead(at: .now())
            if timer == nil { look(context) }
        case .body(let bytes): progress.receiveBody(bytes: bytes.readableBytes)
        case .end: progress.receiveEnd()
        }
        context.fireChannelRead(data)
        endGrace(context)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        progress.setReading(false)
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        progress.setReading(true)
        context.read()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        progress.setWritable(context.channel.isWritable, at: .now())
        if timer == nil { look(context) }
        context.fireChannelWritabilityChanged()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // Unwrapping what is written costs more than everything else here, and usually the request is complete.
        if progress.expectsBody, case .end = unwrapOutboundIn(data) {
            progress.finishAnswer(at: .now())
            if timer == nil { look(context) }
        }
        context.write(data, promise: promise)
    }

    /// Closes the connection, or the stream of HTTP/2; its connection too where the client has sent nothing for as long,
    /// not even leave to go on with another stream.
    private func close(_ context: ChannelHandlerContext) {
        guard let connection = context.channel.connectionOfStream,
            let reads = try? connection.pipeline.syncOperations.handler(type: LastReadHandler.self),
            reads.lastRead + timeout <= .now()
        else { return context.close(promise: nil) }
        connection.close(promise: nil)
    }

    private func look(_ context: ChannelHandlerContext) {
        switch progress.verdict(at: .now()) {
        case .close: close(context)
        case .rest: break
        case .wait(let deadline):
            timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
                self.timer = nil
                self.look(context)
            }
        }
    }
}

/// Decides when a connection has waited too long for its client; time is an input.
///
/// It limits three waits: for the first request, for the body of a request (by a least rate), and for the client to
/// take the answer. Hummingbird closes a connection that is idle between two requests.
struct RequestProgress {
    /// What the client has to do next.
    enum Phase: Equatable {
        /// The client has sent no request yet.
        case opening(since: NIODeadline)
        /// The client sends a body; so many bytes have arrived since this time.
        case body(since: NIODeadline, bytes: Int)
        /// The client sends a body although the answer is complete.
        case surplus(since: NIODeadline)
        /// Nothing: the server works, or the connection is idle.
        case none
    }

    /// What to do at a time.
    enum Verdict: Equatable {
        /// Close the connection, because the client is too slow.
        case close
        /// Ask again at this time.
        case wait(until: NIODeadline)
        /// Nothing, because there is nothing to wait for.
        case rest
    }

    /// The fewest bytes of a body in a timeout: about 500 a second with the default.
    static let fewestBodyBytes = 16_384

    private let timeout: TimeAmount
    private(set) var phase: Phase
    /// Since when the client has taken too little of the answer; nil while it keeps up.
    private var blockedSince: NIODeadline?
    /// Whether the server wants more of the body.
    private var isReading = true

    /// Starts with a new connection.
    init(timeout: TimeAmount, openedAt now: NIODeadline) {
        self.timeout = timeout
        phase = .opening(since: now)
    }

    /// Records the head of a request.
    mutating func receiveHead(at now: NIODeadline) { phase = .body(since: now, bytes: 0) }

    /// Records a part of a body.
    mutating func receiveBody(bytes count: Int) {
        guard case .body(let since, let bytes) = phase else { return }
        phase = .body(since: since, bytes: bytes + count)
    }

    /// Records the end of a request.
    mutating func receiveEnd() { phase = .none }

    /// Whether the client still has to send the rest of a request.
    var expectsBody: Bool {
        if case .body = phase { true } else { false }
    }

    /// Records the end of the answer.
    mutating func finishAnswer(at now: NIODeadline) {
        if expectsBody { phase = .surplus(since: now) }
    }

    /// Records whether the server wants more of the body.
    mutating func setReading(_ isReading: Bool) { self.isReading = isReading }

    /// Records whether the client keeps up with the answer.
    mutating func setWritable(_ isWritable: Bool, at now: NIODeadline) {
        blockedSince = isWritable ? nil : blockedSince ?? now
    }

    /// Decides what to do at a time.
    mutating func verdict(at now: NIODeadline) -> Verdict {
        if let blockedSince, now >= blockedSince + timeout { return .close }
        var next = blockedSince.map { $0 + timeout }
        switch phase {
        case .none: break
        case .opening(let since), .surplus(let since):
            guard now < since + timeout else { return .close }
            next = min(next ?? since + timeout, since + timeout)
        case .body(var since, let bytes):
            if now >= since + timeout {
                guard bytes >= Self.fewestBodyBytes || !isReading else { return .close }
                since = now
                phase = .body(since: now, bytes: 0)
            }
            next = min(next ?? since + timeout, since + timeout)
        }
        return next.map { .wait(until: $0) } ?? .rest
    }
}
