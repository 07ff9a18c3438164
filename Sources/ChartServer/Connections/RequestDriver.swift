import ChartEngine
import ChartSeries
import ChartWire
import HTTPTypes
import Logging
import NIOCore
import Synchronization

/// What the connections share to answer their requests, one ``RequestHandler`` each.
final class RequestDriver: Sendable {
    /// The way in.
    let admission: Admission
    /// What does the work of requests that an event loop may not.
    let tasks = RequestTasks()
    /// The turns of the event loops.
    let turns: EventLoopTurns
    /// The logger of requests.
    let logger: Logger
    private let now: @Sendable () -> Int64
    private let date = DateHeader()

    /// Creates the driver of a server.
    ///
    /// - Parameters:
    ///   - admission: The way in.
    ///   - logger: The logger of requests.
    ///   - now: Milliseconds since 1970.
    ///   - endTurn: Called once an event loop has taken all requests that it has read.
    init(
        _ admission: Admission, logger: Logger, now: @escaping @Sendable () -> Int64,
        endTurn: @escaping @Sendable () -> Void
    ) {
        self.admission = admission
        self.logger = logger
        self.now = now
        turns = EventLoopTurns(end: endTurn)
    }

    /// The largest body that an event loop collects, in bytes; it is held before the caller's right to send it is known.
    private static let mostBodyBytes = 65_536

    /// A request whose head has come.
    ///
    /// - Parameters:
    ///   - head: The head of the request.
    ///   - channel: Its connection.
    ///   - lastCaller: The last caller of the connection.
    /// - Returns: The request; its body is collected first where it is none or short, and the client waits for nothing.
    func request(_ head: HTTPRequest, on channel: any Channel, lastCaller: LastCaller) -> IncomingRequest {
        let match = admission.table.match(head.method, head.path ?? "")
        guard case .route(let entry, _) = match else {
            return IncomingRequest(
                head, match: match, from: channel.remoteAddress, proxies: admission.proxies, lastCaller: lastCaller)
        }
        return IncomingRequest(
            head, match: match, from: channel.remoteAddress, proxies: admission.proxies,
            collectedLength: collectedLength(of: head, entry.route.body), place: admission.place(for: entry.route),
            lastCaller: lastCaller)
    }

    /// The length of a body that is collected before the request begins; nil for one that is not.
    private func collectedLength(of head: HTTPRequest, _ rule: BodyRule) -> Int? {
        guard rule == .none || rule == .json else { return nil }
        var length = rule == .none ? 0 : nil
        for field in head.headerFields {
            switch field.name {
            case .contentLength: length = Int(field.value)
            case .expect, .transferEncoding: return nil
            default: break
            }
        }
        guard let length, length == 0 || rule == .json, length >= 0,
            length <= min(Self.mostBodyBytes, ByteLimit(rule: rule, limits: admission.limits).bytes)
        else { return nil }
        return length
    }

    /// Whether clients are told to close their connections.
    var isLeaving: Bool { admission.drain.isLeaving }

    /// Whether the answer to a request tells the client to close the connection; a probe may ask on.
    func tellsToClose(_ match: @autoclosure () -> RouteTable.Match) -> Bool {
        isLeaving && !match().isProbe
    }

    /// Lets a request in.
    func admit(_ request: IncomingRequest) -> Exchange { admission.admit(request, logger: logger) }

    /// Completes the answer to a request.
    func finish(_ exchange: Exchange, _ outcome: Exchange.Outcome) -> Answer {
        var answer = exchange.finish(outcome)
        answer.headers.append(date.field(at: now()))
        return answer
    }

    /// The answer to a message that is none, or that the rules forbid.
    func refusal(_ problem: Problem) -> Answer {
        var answer = Answer(problem: problem)
        answer.headers[.connection] = "close"
        SecurityHeaders.add(to: &answer.headers)
        answer.headers.append(date.field(at: now()))
        return answer
    }
}

/// The turns in which event loops answer requests.
final class EventLoopTurns: Sendable {
    /// The turns of one event loop.
    final class Turn: Sendable {
        private let loop: any EventLoop
        private let end: @Sendable () -> Void
        private let isEnding = Atomic<Bool>(false)

        fileprivate init(of loop: any EventLoop, end: @escaping @Sendable () -> Void) {
            self.loop = loop
            self.end = end
        }

        /// Calls `end` after what the loop has queued already; called on the loop.
        func endLater() {
            guard !isEnding.exchange(true, ordering: .relaxed) else { return }
            loop.execute {
                self.isEnding.store(false, ordering: .relaxed)
                self.end()
            }
        }
    }

    private let turns = Mutex<[ObjectIdentifier: Turn]>([:])
    private let end: @Sendable () -> Void

    /// Creates the turns of all event loops.
    ///
    /// - Parameter end: Called at the end of each turn, by its event loop.
    init(end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    /// The turns of an event loop.
    func turn(of loop: any EventLoop) -> Turn {
        turns.withLock { turns in
            let turn = turns[ObjectIdentifier(loop)] ?? Turn(of: loop, end: end)
            turns[ObjectIdentifier(loop)] = turn
            return turn
        }
    }
}

/// The `Date` of answers (RFC 9110, 5.6.7), formatted once a second.
final class DateHeader: Sendable {
    private let made = Mutex((second: Int64.min, field: HTTPField(name: .date, value: "")))

    /// The field for a time, in milliseconds since 1970.
    func field(at now: Int64) -> HTTPField {
        let second = now / 1_000
        return made.withLock { made in
            if made.second != second { made = (second, HTTPField(name: .date, value: Self.text(ofSecond: second))) }
            return made.field
        }
    }

    /// A time in the format of HTTP.
    static func text(ofSecond second: Int64) -> String {
        let date = CivilCalendar.utc.civil(Double(second) * 1_000)
        return "\(weekdays[date.weekday]), \(twoDigits(date.day)) \(months[date.month - 1]) \(date.year) "
            + "\(twoDigits(date.hour)):\(twoDigits(date.minute)):\(twoDigits(date.second)) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
