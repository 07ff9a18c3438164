import ChartSeries
import ChartSessions
import ChartStores
import ChartWire
import HTTPTypes
import Logging
import Tracing

/// Checks each request before its route sees it, and completes each answer: the one way in and out.
///
/// In this order: the names and origins that may call, the path and method, the shutdown, the length of the body, the
/// query, who calls and what it may do. A request that one of them refuses is answered with a problem, like one that its
/// handler refuses. Whatever the checks find, the request counts for its rate before anything else is done for it.
final class Admission: Sendable {
    /// The routes.
    let table: RouteTable
    /// What a request may ask for.
    let limits: Limits
    /// The proxies that may tell the client's address.
    let proxies: TrustedProxies
    private let files: [StaticFiles]
    private let metrics: RequestMetrics
    private let gate: RequestGate
    /// Refuses new work while the server shuts down.
    let drain: Drain
    private let authorizer: Authorizer
    private let quotas: RequestQuotas?
    /// Takes changes of data and refused credentials.
    let auditLog: AuditLog
    private let slowAfter: Duration?
    private let tracer: (any Tracer)?
    private let untrustedProxies = UntrustedProxies()
    private let scheme: String

    /// Creates the checks of some routes.
    ///
    /// - Parameters:
    ///   - table: The routes.
    ///   - limits: What a request may ask for.
    ///   - proxies: The proxies that may tell the client's address.
    ///   - files: The files of the page and of the documentation, as far as they are served.
    ///   - metrics: Where answered requests are counted.
    ///   - gate: The hosts and origins that may call.
    ///   - drain: Refuses new work while the server shuts down.
    ///   - authorizer: Decides who may do what.
    ///   - quotas: The rates of principals and addresses; nil for none.
    ///   - auditLog: Takes changes of data and refused credentials.
    ///   - slowAfter: The log tells of a request that takes longer as of a slow one; nil for none.
    ///   - tracer: Where spans go; nil where no tracer records.
    ///   - scheme: The scheme that the server speaks, for spans.
    init(
        _ table: RouteTable, limits: Limits, proxies: TrustedProxies = .none, files: [StaticFiles] = [],
        metrics: RequestMetrics, gate: RequestGate = RequestGate(), drain: Drain,
        authorizer: Authorizer = Authorizer(mode: .none), quotas: RequestQuotas? = nil,
        auditLog: AuditLog = AuditLog(isOn: false), slowAfter: Duration? = nil, tracer: (any Tracer)? = nil,
        scheme: String = "http"
    ) {
        self.table = table
        self.limits = limits
        self.proxies = proxies
        self.files = files
        self.metrics = metrics
        self.gate = gate
        self.drain = drain
        self.authorizer = authorizer
        self.quotas = quotas
        self.auditLog = auditLog
        self.slowAfter = slowAfter
        self.tracer = tracer
        self.scheme = scheme
    }

    /// Lets a request in and has its handler begin, or refuses it.
    ///
    /// - Parameters:
    ///   - incoming: The request.
    ///   - logger: The logger of requests, which may carry an id already.
    /// - Returns: The request with its first reply, or with the problem that refuses it.
    func admit(_ incoming: IncomingRequest, logger: Logger) -> Exchange {
        let identity = RequestIdentity(incoming.head.headerFields, logger: logger)
        var opening = Opening(place: incoming.place)
        do {
            opening.reply = .success(try reply(to: incoming, logger: identity.logger, noting: &opening))
        } catch {
            opening.reply = .failure(error)
        }
        return Exchange(incoming, identity: identity, opening, of: self)
    }

    /// The result of the checks.
    struct Opening {
        /// The first reply, or the refusal.
        var reply: Result<Reply, any Error> = .failure(CancellationError())
        /// The request, where its route was found.
        var request: RouteRequest?
        /// Its span, where a tracer records.
        var span: RequestSpan?
        /// The place that the shutdown waits for; nil for none.
        var place: DrainPlace?
        /// Whether the route's pattern is the name in log and metrics.
        var isRouted = false
        /// The name in log and metrics of a request without a route, when it is answered; nil for none.
        var answerLabel: String?
        /// The name in log and metrics of a request without a route, when it is refused; nil for none.
        var problemLabel: String?
    }

    /// What the checks have found.
    private enum Finding {
        /// The gate has answered.
        indirect case answered(Answer)
        /// No route has the path, but a file may.
        case file
        /// A route, and who calls it.
        case route(RouteRequest)
        /// A route, and a JWT that has to be verified to know who calls it.
        case unverified(RouteRequest, jwt: UnverifiedJWT)

        /// The principal, as far as it is known.
        var principal: Principal? {
            if case .route(let request) = self { request.caller.principal } else { nil }
        }
    }

    private func reply(to incoming: IncomingRequest, logger: Logger, noting opening: inout Opening) throws -> Reply {
        let finding: Result<Finding, any Error>
        do {
            finding = .success(try check(incoming, logger: logger, noting: &opening))
        } catch {
            finding = .failure(error)
        }
        let isFeed = opening.request?.route.isFeed == true
        if let quotas, !incoming.match.isProbe {
            try Self.askingFeeders(isFeed) { () throws(Problem) in
                try quotas.admit(incoming, of: try? finding.get().principal)
            }
        }
        switch try finding.get() {
        case .answered(let answer): return .now(answer)
        case .file: return .work { [files] task in try await Self.answer(files, to: task) }
        case .route(let request):
            guard let span = opening.span else { return try begin(request) }
            return try span.run { try begin(request) }
        case .unverified(let request, let jwt):
            return .work { [self] _ in
                let identified = try await authorizer.caller(of: jwt)
                request.identify(as: identified)
                if let principal = identified.caller.principal {
                    try Self.askingFeeders(isFeed) { () throws(Problem) in
                        try quotas?.recount(incoming, for: principal)
                    }
                }
                return try begin(request)
            }
        }
    }

    /// Refuses a feeder that is too fast with 503, since it would throw its lines away after a 4xx.
    private static func askingFeeders(_ isFeed: Bool, _ body: () throws(Problem) -> Void) throws(Problem) {
        do throws(Problem) { try body() } catch { throw isFeed ? error.forFeeders : error }
    }

    /// Checks a request as far as it goes without its handler.
    private func check(
        _ incoming: IncomingRequest, logger: Logger, noting opening: inout Opening
    ) throws -> Finding {
        if let early = try gate.answer(incoming.head) {
            opening.answerLabel = RequestGate.route
            return .answered(early)
        }
        switch incoming.match {
        case .route(let entry, let parameters):
            let route = entry.route
            opening.isRouted = true
            if !route.servesWhileDraining, opening.place == nil {
                opening.place = place(for: route)
                guard opening.place != nil else { throw Problem.draining }
            }
            try ByteLimit(rule: route.body, limits: limits).check(incoming.head.headerFields)
            let request = RouteRequest(
                incoming, route: route, parameters: parameters,
                query: try entry.query(ofPath: incoming.head.path ?? ""), logger: logger)
            opening.request = request
            if route.isTraced, let tracer {
                opening.span = RequestSpan(
                    route, of: incoming.head, scheme: incoming.forwardedScheme ?? scheme, tracer: tracer)
            }
            guard route.access != .open else { return .route(request) }
            switch try authorizer.identify(request, last: incoming.lastCaller) {
            case .known(let caller): request.identify(as: caller)
            case .unverified(let jwt): return .unverified(request, jwt: jwt)
            }
            return .route(request)
        case .otherMethod(let pattern, let methods):
            (opening.answerLabel, opening.problemLabel) = (pattern, pattern)
            let names = methods.map(\.rawValue)
            throw Problem(
                .methodNotAllowed,
                "\(pattern) knows \(names.joined(separator: ", ")), not \(incoming.head.method.rawValue).",
                allow: names)
        case .unknown:
            guard !files.isEmpty else { throw Self.routeUnknown }
            opening.answerLabel = "static"
            return .file
        }
    }

    private func begin(_ request: RouteRequest) throws -> Reply {
        switch try authorizer.check(request) {
        case .passed: return try handle(request)
        case .token(let token, let refusal):
            return .work { [self] _ in
                try await authorizer.check(token, refusingWith: refusal)
                return try handle(request)
            }
        }
    }

    /// Has the handler begin.
    ///
    /// A change that the audit log tells of is refused while that cannot be written, and goes on in a task, which waits
    /// for its line.
    private func handle(_ request: RouteRequest) throws -> Reply {
        guard auditLog.isOn, AuditRecord.Action(ofChange: request) != nil else {
            return try request.route.handler(request)
        }
        try auditLog.checkIsWritable()
        request.beginChange()
        return .work { _ in try request.route.handler(request) }
    }

    private static func answer(_ files: [StaticFiles], to task: RequestTask) async throws -> Reply {
        for files in files {
            if let answer = try await files.answer(to: task) { return .now(answer) }
        }
        throw routeUnknown
    }

    private static let routeUnknown = Problem(.routeUnknown, "No route has this path.")

    /// Adds what every answer carries.
    func complete(_ headers: inout HTTPFields, of head: HTTPRequest, identity: RequestIdentity) {
        headers.append(HTTPField(name: .requestID, value: identity.id))
        SecurityHeaders.add(to: &headers)
        gate.crossOrigin.add(to: &headers, for: head)
    }

    /// Counts and logs an answered request.
    func observe(_ observation: RequestObservation, logger: Logger) {
        metrics.record(observation)
        observation.log(to: logger, slowAfter: slowAfter)
    }

    /// Tells the operator of a proxy that the configuration may have forgotten.
    func noteRefusal(_ code: ProblemCode, of incoming: IncomingRequest, logger: Logger) {
        untrustedProxies.note(code, of: incoming, logger: logger)
    }

    /// The place in the drain of a request to a route; nil while the server shuts down, and where the route needs none.
    func place(for route: Route) -> DrainPlace? { route.servesWhileDraining ? nil : DrainPlace(in: drain) }
}
