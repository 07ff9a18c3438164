import ChartSeries
import ChartStores
import ChartWire
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
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
        guard admission.auditLog.isOn, let request, request.hasBegunChange, outcome.code != .auditBlocked,
            let action = AuditRecord.Action(of: request, outcome.code)
        else { return false }
        return action != .credentialRefused
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

/// A request as it comes in: its head, what that finds, whom it comes from, and when it came.
///
/// An object, because the steps hand it on without change: a head is large.
final class IncomingRequest: Sendable {
    /// The head of the request.
    let head: HTTPRequest
    /// What its path and method find.
    let match: RouteTable.Match
    /// The other end of the connection; nil where it has no address.
    private let peer: SocketAddress?
    /// The proxies that may tell the client's address.
    private let proxies: TrustedProxies
    private let foundAddress = Mutex(ClientAddress?.none)
    /// How many bytes the head says that the body has, where it is collected before the request begins; nil elsewhere.
    let collectedLength: Int?
    /// The place that the shutdown waits for from the head on; nil for a request that is refused or needs none.
    let place: DrainPlace?
    /// The last caller of its connection; nil where none is remembered.
    let lastCaller: LastCaller?
    /// When the head came.
    let start = ContinuousClock.now

    /// Takes a request.
    init(
        _ head: HTTPRequest, match: RouteTable.Match = .unknown, from peer: SocketAddress? = nil,
        proxies: TrustedProxies = .none, collectedLength: Int? = nil, place: DrainPlace? = nil,
        lastCaller: LastCaller? = nil
    ) {
        self.head = head
        self.match = match
        self.peer = peer
        self.proxies = proxies
        self.collectedLength = collectedLength
        self.place = place
        self.lastCaller = lastCaller
    }

    /// Whether a peer that is no believed proxy has sent a header of one.
    var ignoresProxy: Bool { proxies.ignoresHeader(in: head.headerFields, from: peer) }

    /// The scheme that a believed proxy says that the client has used; nil where none says so.
    var forwardedScheme: String? { proxies.scheme(of: head.headerFields, peer: peer) }

    /// The address of the client; found when it is first asked for.
    var clientAddress: ClientAddress {
        foundAddress.withLock { found in
            if let found { return found }
            let address = proxies.client(of: head.headerFields, peer: peer)
            found = address
            return address
        }
    }
}

/// What names a request in its answer and in the log.
struct RequestIdentity: Sendable {
    /// The id of the request.
    private(set) var id: String
    /// A logger that carries the id, and the trace that the request names.
    private(set) var logger: Logger

    /// Takes over the client's request id when it is a sane one, and the trace that it names, so that two logs can be
    /// joined; any other request gets an id of the server.
    ///
    /// - Parameters:
    ///   - headers: The headers of the request.
    ///   - logger: A logger that may carry the server's id already.
    init(_ headers: HTTPFields, logger: Logger) {
        self.logger = logger
        if let parent = headers.value(of: .traceParent).flatMap({ TraceParent($0) }) {
            self.logger[metadataKey: Self.traceIDKey] = .string(parent.traceID)
            self.logger[metadataKey: Self.parentIDKey] = .string(parent.parentID)
        }
        if let given = headers.value(of: .requestID), Self.isSane(given) {
            id = given
        } else if let minted = logger[metadataKey: Self.requestIDKey] {
            id = minted.description
            return
        } else {
            id = RequestID().description
        }
        self.logger[metadataKey: Self.requestIDKey] = .string(id)
    }

    private static let requestIDKey = "hb.request.id"
    private static let traceIDKey = "trace_id"
    private static let parentIDKey = "parent_id"

    private static func isSane(_ id: String) -> Bool {
        (1...64).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                case _: false
                }
            }
    }
}
