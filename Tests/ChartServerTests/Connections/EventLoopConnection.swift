import ChartWire
import HTTPTypes
import Hummingbird
import Logging
import Metrics
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Synchronization

@testable import ChartCommands
@testable import ChartServer
@testable import ChartSessions

/// One connection, with routes that are answered at once, when the test says so, with a problem, or by a task.
final class EventLoopConnection {
    /// The answers that the test holds back.
    final class Later: Sendable {
        fileprivate let commits = Mutex<[CommitPromise]>([])

        /// Commits the first of their changes.
        func answer() { _ = commits.withLock { $0.removeFirst() }.settle(.success(())) }

        fileprivate func reply(_ text: [UInt8]) -> ChartServer.Reply {
            let commit = CommitPromise()
            commits.withLock { $0.append(commit) }
            let pending = Pending(value: ChangeAnswer(body: .empty), promise: commit, cell: nil)
            return .onCommit(
                AnswerOnCommit(pending: pending) { outcome in
                    outcome.map { _ in .json(text) }.mapError { $0 }
                })
        }
    }

    /// Counts how often the event loop reports the end of a turn.
    final class TurnEnds: Sendable {
        private let number = Atomic(0)

        fileprivate func count() { number.wrappingAdd(1, ordering: .relaxed) }

        /// The number of turns that ended since the last call.
        func take() -> Int { number.exchange(0, ordering: .relaxed) }
    }

    /// Counts the events at an end of the pipeline.
    private final class Ends: ChannelDuplexHandler {
        typealias InboundIn = HTTPRequestPart
        typealias OutboundIn = HTTPResponsePart

        var reads = 0
        var events = 0
        var quiesceEvents = 0

        func read(context: ChannelHandlerContext) {
            reads += 1
            context.read()
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            events += 1
            if event is ChannelShouldQuiesceEvent { quiesceEvents += 1 }
            context.fireUserInboundEventTriggered(event)
        }
    }

    let channel = EmbeddedChannel()
    let later = Later()
    let turnEnds = TurnEnds()
    let handovers = Handovers()
    let drain = Drain(patience: .seconds(1))
    private let (outside, inside) = (Ends(), Ends())

    /// Opens a connection to routes; by default those of this file.
    init(_ table: RouteTable? = nil) throws {
        let table = table ?? Self.table(later)
        let metrics = RequestMetrics(factory: NOOPMetricsHandler.instance)
        let admission = Admission(table, limits: try TestServer().settings.limits, metrics: metrics, drain: drain)
        let driver = EventLoopDriver(
            admission, handovers: handovers, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            now: { 0 }, endTurn: { [turnEnds] in turnEnds.count() })
        try channel.pipeline.syncOperations.addHandlers([outside, EventLoopRequestHandler(driver), inside])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        outside.reads = 0
    }

    deinit { _ = try? channel.finish(acceptAlreadyClosed: true) }

    private static func table(_ later: Later) -> RouteTable {
        RouteTable([
            route("/now") { body in .afterReads { .now(.json(Array("now ".utf8) + body)) } },
            route("/later") { body in later.reply(Array("later ".utf8) + body) },
            route("/refused") { _ in throw Problem(.sessionUnknown, "There is no such session.") },
            route("/failed") { _ in .afterReads { throw Problem(.sessionGone, "It is gone.") } },
            route("/never") { _ in .work { _ in .now(.noContent()) } },
            route("/lost") { _ in .afterReads { .work { _ in .now(.noContent()) } } },
            Route(method: .get, pattern: "/seen/{name}", operationID: "seen", access: .open, query: ["q"]) { request in
                .now(.json(Array("\(request.parameter("name")) \(request.query.text)".utf8)))
            },
            Route(method: .get, pattern: "/probe", operationID: "probe", access: .open, isProbe: true) { _ in
                .now(.noContent())
            },
            Route(method: .get, pattern: "/other", operationID: "other", access: .open) { _ in
                .work { _ in .now(.noContent()) }
            },
        ])
    }

    private static func route(_ path: String, _ reply: @escaping @Sendable ([UInt8]) throws -> ChartServer.Reply)
        -> Route
    {
        Route(method: .post, pattern: path, operationID: path, access: .open, body: .json) { _ in .afterBody(reply) }
    }

    /// How often the handler asked the client for more.
    var reads: Int { outside.reads }

    /// How often the connection was told to end.
    var quiesceEvents: Int { outside.quiesceEvents }

    /// The number of events that reached Hummingbird.
    var seenEvents: Int { inside.events }

    /// The head of a request.
    static func head(_ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields = [:]) -> HTTPRequest {
        HTTPRequest(method: method, scheme: "http", authority: "a", path: path, headerFields: fields)
    }

    /// The parts of a request; the fields get the length of its body unless they have one.
    static func parts(
        _ method: HTTPRequest.Method, _ path: String, _ pieces: [String] = [], _ fields: HTTPFields = [:]
    ) -> [HTTPRequestPart] {
        var fields = fields
        if method == .post, fields[.contentType] == nil { fields[.contentType] = "application/json" }
        if method == .post, fields[.transferEncoding] == nil, fields[.contentLength] == nil {
            fields[.contentLength] = String(pieces.joined().utf8.count)
        }
        return [.head(head(method, path, fields))] + pieces.map { .body(ByteBuffer(string: $0)) } + [.end(nil)]
    }

    /// Sends the parts of a request one by one, and runs the event loop.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ pieces: [String] = [], _ fields: HTTPFields = [:],
        isWhole: Bool = true
    ) throws {
        let parts = Self.parts(method, path, pieces, fields)
        for part in isWhole ? parts : parts.dropLast() { try channel.writeInbound(part) }
        turn()
    }

    /// Runs the pending tasks of the event loop.
    func turn() { channel.embeddedEventLoop.run() }

    /// The answers since the last call: each body after its status unless that is 200, with a full stop as its end.
    func answers() throws -> [String] {
        var answers: [String] = []
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
            switch part {
            case .head(let head): answers.append(head.status == .ok ? "" : "\(head.status.code) ")
            case .body(let body): answers[answers.count - 1] += String(buffer: body)
            case .end: answers[answers.count - 1] += "."
            }
        }
        return answers
    }

    /// A request or an answer did not begin with a head.
    struct NoHead: Error {}

    /// The heads of the answers since the last call.
    func answerHeads() throws -> [HTTPResponse] {
        var heads: [HTTPResponse] = []
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
            if case .head(let head) = part { heads.append(head) }
        }
        return heads
    }

    /// The parts passed to Hummingbird since the last call.
    func inboundParts() throws -> [HTTPRequestPart] {
        var parts: [HTTPRequestPart] = []
        while let part = try channel.readInbound(as: HTTPRequestPart.self) { parts.append(part) }
        return parts
    }

    /// The parts passed to Hummingbird since the last call, with a full stop as the end.
    func handedOn() throws -> String {
        var text = ""
        while let part = try channel.readInbound(as: HTTPRequestPart.self) {
            switch part {
            case .head(let head): text += head.path ?? "?"
            case .body(let body): text += " " + String(buffer: body)
            case .end: text += "."
            }
        }
        return text
    }

    /// Answers in place of Hummingbird.
    func answerAsHummingbird() throws {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try channel.writeOutbound(HTTPResponsePart.body(ByteBuffer(string: "hummingbird")))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
    }
}
