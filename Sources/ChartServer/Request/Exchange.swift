import ChartSeries
import ChartSessions
import ChartWire
import HTTPTypes
import Logging
import Synchronization

/// One request from its admission to its answer.
///
/// When it is answered or freed, its span ends and the shutdown waits for it no longer.
final class Exchange: Sendable {
    private let incoming: IncomingRequest
    /// What the admission or the handler has begun with.
    let reply: Result<Reply, any Error>
    /// The request as its handler sees it; nil where no route was found.
    let request: RouteRequest?
    private let identity: RequestIdentity
    private let span: RequestSpan?
    private let isRouted: Bool
    private let answerLabel: String?
    private let problemLabel: String?
    private let place: DrainPlace?
    private let isOpen = Atomic(true)
    private let admission: Admission

    /// Takes what the admission has found.
    init(
        _ incoming: IncomingRequest, identity: RequestIdentity, _ opening: Admission.Opening, of admission: Admission
    ) {
        self.incoming = incoming
        self.identity = identity
        reply = opening.reply
        request = opening.request
        span = opening.span
        isRouted = opening.isRouted
        answerLabel = opening.answerLabel
        problemLabel = opening.problemLabel
        place = opening.place
        self.admission = admission
    }

    deinit { close(CancellationError()) }

    /// The limit of the body; nil where no route was found.
    var limit: ByteLimit? { request.map { ByteLimit(rule: $0.route.body, limits: admission.limits) } }

    /// The client for whom the request is made: its principal, or its address; empty where neither is known.
    var client: ExactName {
        let address = incoming.clientAddress
        return request?.caller.principal?.subject ?? (address == .unknown ? "" : ExactName(address.key))
    }

    /// Does a step within the request's span.
    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let span else { return try body() }
        return try span.run(body)
    }

    /// Does steps that may wait within the request's span.
    func runAsync<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        guard let span else { return try await body() }
        return try await span.runAsync(body)
    }

    /// Completes the answer with what every answer carries, turns an error into a problem, and counts and logs the
    /// request; called once.
    ///
    /// - Parameter result: The answer, or what a step has thrown.
    /// - Returns: The answer to send.
    func finish(_ result: Result<Answer, any Error>) -> Answer {
        var answer: Answer
        var code: ProblemCode?
        var failure: (any Error)?
        switch result {
        case .success(let given): answer = given
        case .failure(let error):
            failure = error
            let problem = ProblemMapping.problem(for: error, logger: identity.logger)
            answer = Answer(problem: problem)
            code = problem.code
            admission.noteRefusal(problem.code, of: incoming, logger: identity.logger)
        }
        admission.complete(&answer.headers, of: incoming.head, identity: identity)
        admission.observe(
            RequestObservation(
                method: incoming.head.method, route: label(of: code), status: answer.status,
                code: code, duration: .now - incoming.start, subject: request?.caller.principal?.subject.text),
            logger: identity.logger)
        if let request { admission.audit(request, code, requestID: identity.id) }
        span?.note(answer.status, code)
        close(failure)
        return answer
    }

    /// The name in log and metrics; nil for none.
    private func label(of code: ProblemCode?) -> String? {
        if isRouted, case .route(let entry, _) = incoming.match { return entry.route.pattern }
        return code == nil ? answerLabel : problemLabel
    }

    private func close(_ error: (any Error)?) {
        guard isOpen.exchange(false, ordering: .relaxed) else { return }
        span?.end(error)
        place?.leave()
    }
}
