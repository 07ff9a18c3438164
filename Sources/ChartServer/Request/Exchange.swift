import ChartSeries
import ChartStores
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

    /// Refuses a change that has begun while the audit log cannot tell of it.
    ///
    /// - Throws: `audit.blocked`.
    func checkChange() throws(Problem) {
        if request?.hasBegunChange == true { try admission.auditLog.checkIsWritable() }
    }

    /// The head of the request.
    var head: HTTPRequest { incoming.head }

    /// Whether the client asks for the head of the answer alone.
    var isHead: Bool { head.method == .head }

    /// What the path and the method find.
    var match: RouteTable.Match { incoming.match }

    /// What a request came to.
    struct Outcome: Sendable {
        fileprivate(set) var answer: Answer
        fileprivate var code: ProblemCode?
        fileprivate var failure: (any Error)?
    }

    /// Waits until the audit log has the line of a change.
    ///
    /// - Parameter outcome: What the request came to; one that ``mustAudit(_:)``.
    /// - Returns: What it came to then.
    func audited(_ outcome: Outcome) async -> Outcome {
        guard let record = record(of: outcome) else { return outcome }
        do throws(CancellationError) {
            try await admission.auditLog.write(record)
            return outcome
        } catch {
            return self.outcome(
                of: .failure(
                    Problem(
                        .storeInDoubt,
                        "The server ends before the audit log has a line of the change, which may be made.")))
        }
    }

    /// Gives the audit log the line of a request, without waiting for it.
    func noted(_ outcome: Outcome) -> Outcome {
        if let record = record(of: outcome) { admission.auditLog.note(record) }
        return outcome
    }

    /// Turns an error into a problem.
    ///
    /// - Parameter result: The answer, or what a step has thrown.
    /// - Returns: What the request came to.
    func outcome(of result: Result<Answer, any Error>) -> Outcome {
        switch result {
        case .success(let answer): return Outcome(answer: answer)
        case .failure(let error):
            let problem = ProblemMapping.problem(for: error, logger: identity.logger)
            admission.noteRefusal(problem.code, of: incoming, logger: identity.logger)
            return Outcome(answer: Answer(problem: problem), code: problem.code, failure: error)
        }
    }

    /// The line of the audit log; nil for a request that it leaves out.
    private func record(of outcome: Outcome) -> AuditRecord? {
        guard admission.auditLog.isOn, let request, let action = AuditRecord.Action(of: request, outcome.code) else {
            return nil
        }
        return AuditRecord(
            action: action, subject: request.caller.principal?.subject.text ?? request.credential.publicName,
            address: request.clientAddress, target: request.target,
            outcome: outcome.code.map { .problem($0) } ?? .done, requestID: identity.id)
    }

    /// Whether the line of a request must be written before its answer: that of a change which was made, or which has
    /// failed on its way.
    func mustAudit(_ outcome: Outcome) -> Bool {
        guard request?.hasBegunChange == true, outcome.code != .auditBlocked, let record = record(of: outcome) else {
            return false
        }
        return record.action != .credentialRefused
    }

    /// Completes the answer with what every answer carries, and counts and logs the request; called once.
    ///
    /// - Parameter outcome: What the request came to.
    /// - Returns: The answer to send.
    func finish(_ outcome: Outcome) -> Answer {
        var answer = outcome.answer
        admission.complete(&answer.headers, of: incoming.head, identity: identity)
        admission.observe(
            RequestObservation(
                method: incoming.head.method, route: label(of: outcome.code), status: answer.status,
                code: outcome.code, duration: .now - incoming.start, isFrequent: request?.route.isFrequent ?? false,
                subject: request?.caller.principal?.subject.text),
            logger: identity.logger)
        span?.note(answer.status, outcome.code)
        close(outcome.failure)
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
