import ChartService
import ChartSessions
import ChartWire
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization

/// Answers the calls that are made most on the event loop of their connection.
///
/// Hummingbird hands each request to another thread and its answer back, through a task, its sequences and the router:
/// more than a batch of events or a window of some thousand rows takes. What is answered here is answered by the same
/// handlers' steps; whatever is unusual is Hummingbird's.
///
/// What goes with a request from step to step are objects: a structure of many references would be copied for each of
/// them, and counting references is most of what a copy costs.
final class BriefResponder: Sendable {
    /// A request whose head may be answered here, its body not yet read.
    final class Match: Sendable {
        /// The head of the request.
        let head: HTTPRequest
        /// How many bytes the body says to have.
        let bodyLength: Int
        fileprivate let entry: Entry
        fileprivate let parameters: PathParameters
        /// When the head came.
        fileprivate let start = ContinuousClock.now

        fileprivate init(_ head: HTTPRequest, entry: Entry, parameters: PathParameters, bodyLength: Int) {
            self.head = head
            self.entry = entry
            self.parameters = parameters
            self.bodyLength = bodyLength
        }
    }

    /// A route that is asked here.
    fileprivate final class Entry: Sendable {
        let pattern: PathPattern
        let route: Route
        let brief: BriefHandler
        /// The last query, for most clients ask for the same again and again.
        private let query = Mutex(QueryParameters?.none)

        init(_ route: Route, brief: @escaping BriefHandler) {
            pattern = PathPattern(route.pattern)
            self.route = route
            self.brief = brief
        }

        /// The query of a request, held to the route's declaration.
        func query(of request: Request) throws(Problem) -> QueryParameters {
            guard !route.ignoresQuery, let text = request.uri.query else {
                return try QueryParameters(query: nil, allowed: route.query)
            }
            // Byte by byte, for the log keeps the query as it was sent.
            if let last = query.withLock({ $0 }), last.text.utf8.elementsEqual(text.utf8) { return last }
            let parameters = try QueryParameters(query: text, allowed: route.query)
            query.withLock { $0 = parameters }
            return parameters
        }
    }

    /// A request that has been read, and what is left to do.
    final class Exchange: Sendable {
        /// The request's head and what it matched.
        let match: Match
        fileprivate let request: Request
        fileprivate let context: ChartRequestContext
        fileprivate let work: Result<BriefWork, any Error>

        fileprivate init(
            _ match: Match, _ request: Request, _ context: ChartRequestContext, work: Result<BriefWork, any Error>
        ) {
            self.match = match
            self.request = request
            self.context = context
            self.work = work
        }
    }

    private let entries: [Entry]
    private let middleware: RequestPathMiddleware
    private let limits: Limits
    private let drain: Drain
    private let logger: Logger
    private let now: @Sendable () -> Int64
    private let date = DateHeader()
    /// The turns of the event loops; what begins with their end is told by ``BriefWork``.
    let turns: EventLoopTurns

    /// Creates the responder of the routes that have a brief handler.
    ///
    /// - Parameters:
    ///   - table: The routes; no other route of their method has the paths of those with a brief handler.
    ///   - middleware: What stands before every route.
    ///   - limits: What a request may ask for.
    ///   - drain: Refuses new work while the server shuts down.
    ///   - logger: The logger of requests.
    ///   - now: Milliseconds since 1970.
    ///   - endTurn: Called once an event loop has taken all requests that it has read.
    init(
        _ table: RouteTable, middleware: RequestPathMiddleware, limits: Limits, drain: Drain, logger: Logger,
        now: @escaping @Sendable () -> Int64, endTurn: @escaping @Sendable () -> Void
    ) {
        entries = table.routes.compactMap { route in route.brief.map { Entry(route, brief: $0) } }
        self.middleware = middleware
        self.limits = limits
        self.drain = drain
        self.logger = logger
        self.now = now
        turns = EventLoopTurns(end: endTurn)
    }

    /// Looks whether a request may be answered here.
    ///
    /// - Parameter head: The head of the request.
    /// - Returns: What answers it; nil for another route, for a body of unknown or great length, and for whatever needs the
    ///   connection.
    func match(_ head: HTTPRequest) -> Match? {
        for entry in entries where entry.route.method == head.method {
            guard let parameters = entry.pattern.parameters(of: head.path ?? "") else { continue }
            let body = entry.route.body
            guard let length = Self.bodyLength(of: head, isExpected: body != .none),
                length <= min(Self.briefBytes, ByteLimit(rule: body, limits: limits).bytes)
            else { return nil }
            return Match(head, entry: entry, parameters: parameters, bodyLength: length)
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

    /// Reads a request.
    ///
    /// - Parameters:
    ///   - match: The request.
    ///   - body: The whole body.
    ///   - channel: The connection.
    /// - Returns: The request; nil for one that is not answered here after all.
    func read(_ match: Match, body: ByteBuffer, on channel: any Channel) -> Exchange? {
        let request = Request(head: match.head, body: RequestBody(buffer: body))
        var logger = logger
        logger[metadataKey: ChartRequestContext.requestIDKey] = .stringConvertible(RequestID())
        var context = ChartRequestContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        context.pathParameters = match.parameters
        context.adoptNames(from: match.head.headerFields)
        do {
            guard try middleware.gate.answer(request) == nil else { return nil }
            let entry = match.entry
            let routed = RouteRequest(
                request, query: try entry.query(of: request), context: context, route: entry.route, limits: limits)
            guard let work = try entry.brief(routed, Array(body.readableBytesView)) else { return nil }
            return Exchange(match, request, context, work: .success(work))
        } catch {
            return Exchange(match, request, context, work: .failure(error))
        }
    }

    /// Answers a request that has been read.
    ///
    /// - Parameters:
    ///   - exchange: The request.
    ///   - channel: The connection.
    ///   - complete: Takes the answer: once, on the connection's event loop and not before its next turn.
    /// - Returns: Whether the request is taken; nothing has happened otherwise.
    func answer(
        _ exchange: Exchange, on channel: any Channel, _ complete: @escaping @Sendable (WholeAnswer) -> Void
    ) -> Bool {
        guard drain.enter() else { return false }
        // The store tells of a commit, and must not do the rest.
        let tell = BriefCompletion(on: channel.eventLoop) { result in
            self.drain.leave()
            complete(self.answer(result, to: exchange))
        }
        switch exchange.work {
        case .success(let work):
            guard work(tell) else {
                drain.leave()
                return false
            }
        case .failure(let error): tell(.failure(error))
        }
        return true
    }

    private func answer(_ result: Result<WholeAnswer, any Error>, to exchange: Exchange) -> WholeAnswer {
        var answer: WholeAnswer
        var code: ProblemCode?
        switch result {
        case .success(let given): answer = given
        case .failure(let error):
            let problem = ProblemMapping.problem(for: error, logger: exchange.context.logger)
            answer = WholeAnswer(problem: problem)
            code = problem.code
        }
        middleware.complete(&answer.headers, of: exchange.request, context: exchange.context)
        answer.headers.append(date.field(at: now()))
        middleware.observe(
            exchange.request, context: exchange.context, route: exchange.match.entry.route.pattern,
            status: answer.status, code: code, since: exchange.match.start)
        return answer
    }
}
