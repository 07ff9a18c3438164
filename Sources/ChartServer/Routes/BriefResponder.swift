internal import ChartWire
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore

/// Answers the calls that are made most on the event loop of their connection.
///
/// Hummingbird hands each request to another thread and its answer back, through a task, its sequences and the router:
/// more than a batch of events or a window of some thousand rows takes. What is answered here is answered by the same
/// handlers' steps; whatever is unusual is Hummingbird's.
struct BriefResponder: Sendable {
    /// A request whose head may be answered here, its body not yet read.
    struct Match: Sendable {
        fileprivate let route: Route
        fileprivate let brief: BriefHandler
        fileprivate let parameters: PathParameters
        /// How many bytes the body says to have.
        let bodyLength: Int
        /// When the head came.
        fileprivate let start: ContinuousClock.Instant
    }

    private let routes: [(pattern: PathPattern, route: Route, brief: BriefHandler)]
    private let middleware: RequestPathMiddleware
    private let limits: Limits
    private let drain: Drain
    private let logger: Logger
    private let now: @Sendable () -> Int64
    private let date = DateHeader()

    /// Creates the responder of the routes that have a brief handler.
    ///
    /// - Parameters:
    ///   - table: The routes; no other route of their method has the paths of those with a brief handler.
    ///   - middleware: What stands before every route.
    ///   - limits: What a request may ask for.
    ///   - drain: Refuses new work while the server shuts down.
    ///   - logger: The logger of requests.
    ///   - now: Milliseconds since 1970.
    init(
        _ table: RouteTable, middleware: RequestPathMiddleware, limits: Limits, drain: Drain, logger: Logger,
        now: @escaping @Sendable () -> Int64
    ) {
        routes = table.routes.compactMap { route in
            route.brief.map { (PathPattern(route.pattern), route, $0) }
        }
        self.middleware = middleware
        self.limits = limits
        self.drain = drain
        self.logger = logger
        self.now = now
    }

    /// Looks whether a request may be answered here.
    ///
    /// - Parameter head: The head of the request.
    /// - Returns: What answers it; nil for another route, for a body of unknown or great length, and for whatever needs the
    ///   connection.
    func match(_ head: HTTPRequest) -> Match? {
        for (pattern, route, brief) in routes where route.method == head.method {
            guard let parameters = pattern.parameters(of: head.path ?? "") else { continue }
            guard let length = Self.bodyLength(of: head, isExpected: route.body != .none),
                length <= min(Self.briefBytes, ByteLimit(rule: route.body, limits: limits).bytes)
            else { return nil }
            return Match(
                route: route, brief: brief, parameters: parameters, bodyLength: length, start: ContinuousClock.now)
        }
        return nil
    }

    /// The largest body that is brief, in bytes; it is held before anybody is asked whether he may send it.
    private static let briefBytes = 65_536

    /// The length of the body as the head tells it; nil for one that has to be read to know, or for a head that wants more
    /// than an answer.
    private static func bodyLength(of head: HTTPRequest, isExpected: Bool) -> Int? {
        var length = isExpected ? nil : 0
        for field in head.headerFields {
            switch field.name {
            case .contentLength:
                guard let count = Int(field.value), count == 0 || count > 0 && isExpected else { return nil }
                length = count
            case .connection:
                guard field.value.lowercased() == "keep-alive" else { return nil }
            case .expect, .upgrade, .transferEncoding: return nil
            default: break
            }
        }
        return length
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - match: What its head matched.
    ///   - head: The head.
    ///   - body: The whole body.
    ///   - channel: The connection.
    ///   - complete: Takes the answer: once, on the connection's event loop and not before its next turn.
    /// - Returns: Whether the request is taken; nothing has happened otherwise.
    func respond(
        _ match: Match, to head: HTTPRequest, body: ByteBuffer, on channel: any Channel,
        _ complete: @escaping @Sendable (WholeAnswer) -> Void
    ) -> Bool {
        let request = Request(head: head, body: RequestBody(buffer: body))
        var logger = logger
        logger[metadataKey: ChartRequestContext.requestIDKey] = .stringConvertible(RequestID())
        var context = ChartRequestContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        context.pathParameters = match.parameters
        context.adoptID(from: head.headerFields)
        guard drain.enter() else { return false }
        // The store tells of a commit, perhaps under the session's lock, and must not do the rest.
        let isTaken = handle(request, body, match, context: context) { [context, loop = channel.eventLoop] result in
            loop.execute {
                drain.leave()
                complete(answer(result, to: request, match, context: context))
            }
        }
        if !isTaken { drain.leave() }
        return isTaken
    }

    private func handle(
        _ request: Request, _ body: ByteBuffer, _ match: Match, context: ChartRequestContext,
        _ complete: @escaping BriefCompletion
    ) -> Bool {
        let routed: RouteRequest
        do {
            guard try middleware.gate.answer(request) == nil else { return false }
            routed = try RouteRequest(request, context: context, route: match.route, limits: limits)
        } catch {
            complete(.failure(error))
            return true
        }
        return match.brief(routed, Array(body.readableBytesView), complete)
    }

    private func answer(
        _ result: Result<WholeAnswer, any Error>, to request: Request, _ match: Match, context: ChartRequestContext
    ) -> WholeAnswer {
        var answer: WholeAnswer
        var code: ProblemCode?
        switch result {
        case .success(let given): answer = given
        case .failure(let error):
            let problem = ProblemMapping.problem(for: error, logger: context.logger)
            answer = WholeAnswer(problem: problem)
            code = problem.code
        }
        middleware.complete(&answer.headers, of: request, context: context)
        answer.headers.append(date.field(at: now()))
        middleware.observe(
            request, context: context, route: match.route.pattern, status: answer.status, code: code,
            since: match.start)
        return answer
    }
}
