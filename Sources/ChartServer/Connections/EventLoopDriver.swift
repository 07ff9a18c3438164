import HTTPTypes
import Logging
import NIOCore

/// What the handlers of all connections share to begin requests on the event loops.
///
/// Hummingbird hands each request to another thread and its answer back, through a task and its sequences: more than a
/// batch of events or a window of some thousand rows takes.
final class EventLoopDriver: Sendable {
    /// The way in.
    let admission: Admission
    /// The requests that tasks go on with.
    let handovers: Handovers
    /// The turns of the event loops.
    let turns: EventLoopTurns
    private let logger: Logger
    private let now: @Sendable () -> Int64
    private let date = DateHeader()

    /// Creates the driver of a server.
    ///
    /// - Parameters:
    ///   - admission: The way in.
    ///   - handovers: Where requests wait for the tasks that go on with them.
    ///   - logger: The logger of requests.
    ///   - now: Milliseconds since 1970.
    ///   - endTurn: Called once an event loop has taken all requests that it has read.
    init(
        _ admission: Admission, handovers: Handovers, logger: Logger, now: @escaping @Sendable () -> Int64,
        endTurn: @escaping @Sendable () -> Void
    ) {
        self.admission = admission
        self.handovers = handovers
        self.logger = logger
        self.now = now
        turns = EventLoopTurns(end: endTurn)
    }

    /// The largest body that an event loop collects, in bytes; it is held before the caller's right to send it is known.
    private static let mostBodyBytes = 65_536

    /// Looks whether an event loop may begin a request.
    ///
    /// - Parameters:
    ///   - head: The head of the request.
    ///   - channel: Its connection.
    ///   - lastCaller: The last caller of the connection.
    /// - Returns: The request; nil for one without a route, for HEAD, for a body of unknown or great length, and for a head
    ///   that asks for more than an answer.
    func candidate(_ head: HTTPRequest, on channel: any Channel, lastCaller: LastCaller) -> IncomingRequest? {
        guard head.method != .head else { return nil }
        let match = admission.table.match(head.method, head.path ?? "")
        guard case .route(let entry, _) = match else { return nil }
        let body = entry.route.body
        guard body == .none || body == .json, let length = Self.bodyLength(of: head, isExpected: body != .none),
            length <= min(Self.mostBodyBytes, ByteLimit(rule: body, limits: admission.limits).bytes)
        else { return nil }
        return IncomingRequest(
            head, match: match, from: channel.remoteAddress, proxies: admission.proxies, bodyLength: length,
            place: admission.place(for: entry.route), lastCaller: lastCaller)
    }

    /// Whether clients are told to close their connections.
    var isLeaving: Bool { admission.drain.isLeaving }

    /// Whether the answer to a request that has come tells the client to close the connection; a probe may ask on.
    func tellsToClose(_ head: HTTPRequest) -> Bool {
        guard isLeaving else { return false }
        guard case .route(let entry, _) = admission.table.match(head.method, head.path ?? "") else { return true }
        return !entry.route.isProbe
    }

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

    /// Lets a request in.
    func admit(_ request: IncomingRequest) -> Exchange { admission.admit(request, logger: logger) }

    /// Completes the answer to a request.
    func finish(_ exchange: Exchange, _ result: Result<Answer, any Error>) -> Answer {
        var answer = exchange.finish(result)
        answer.headers.append(date.field(at: now()))
        return answer
    }
}
