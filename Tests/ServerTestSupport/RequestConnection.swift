import ChartWire
import HTTPTypes
import HummingbirdCore
import Logging
import Metrics
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import StoreTestSupport
import Synchronization

@testable import ChartServer
@testable import ChartSessions

/// One connection as its client sees it, to routes that answer at once, when the test says so, with a problem, or from a
/// task.
///
/// A client says words, one after another with semicolons between:
///
/// - `POST /now a b`: a request, with a piece of its body for each word
/// - `begin POST /now =3 a`: its head, with a length, and its first pieces; then `+b` for a piece and `.` for its end
/// - `100?`: it waits for 100; `nonsense`: it sends what is no message
/// - `shut`: it closes the connection for sending; `gone`: it closes it
/// - `busy` and `free`: it takes nothing more, and all
///
/// and so does the server: `commit` commits the first change that waits, `work` lets the first task go on, `leave` and
/// `refuse` begin the end of the server.
///
/// What the client hears is one text: each answer after its status unless that is 200, with a full stop as its end; `last`
/// for an answer that tells it to close the connection, `shut` where the server closes it for sending, `cut` where the
/// server closes it, and `over` where Hummingbird learns that the client has shut it.
final class RequestConnection: Sendable {
    /// Where a connection can be told from another.
    private struct State {
        var heard: [String] = []
        var reads = 0
        var commits: [CommitPromise] = []
        var works: [CheckedContinuation<Void, Never>] = []
        var turnEnds = 0
    }

    /// Notes what goes to the client.
    private final class Outside: ChannelDuplexHandler, Sendable {
        typealias InboundIn = HTTPRequestPart
        typealias OutboundIn = HTTPResponsePart

        private let connection: RequestConnection

        init(_ connection: RequestConnection) {
            self.connection = connection
        }

        func read(context: ChannelHandlerContext) {
            connection.state.withLock { $0.reads += 1 }
            context.read()
        }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            switch unwrapOutboundIn(data) {
            case .head(let head) where head.status == .continue: connection.hear("100")
            case .head(let head):
                connection.hear(
                    (head.status == .ok ? "" : "\(head.status.code) ")
                        + (head.headerFields[.connection] == "close" ? "last " : ""))
            case .body(let body): connection.hear(String(buffer: body), isMore: true)
            case .end: connection.hear(".", isMore: true)
            }
            context.write(data, promise: promise)
        }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            guard mode == .output else {
                connection.hear("cut")
                return context.close(mode: mode, promise: promise)
            }
            connection.hear("shut")
            promise?.succeed()
        }
    }

    /// Notes what goes on to Hummingbird.
    private final class Inside: ChannelInboundHandler, Sendable {
        typealias InboundIn = Never

        private let connection: RequestConnection

        init(_ connection: RequestConnection) {
            self.connection = connection
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case .inputClosed? = event as? ChannelEvent { connection.hear("over") }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { connection.hear("error") }
    }

    let drain = Drain(patience: .seconds(1))
    private let channel = NIOAsyncTestingChannel()
    private let state = Mutex(State())

    /// Opens a connection to routes, by default those of this file, and has a conversation on it.
    ///
    /// - Parameters:
    ///   - table: The routes; nil for those of this file.
    ///   - hasTasks: Whether tasks do what the event loop leaves to them.
    ///   - body: The conversation.
    /// - Throws: What the conversation throws.
    static func open(
        to table: RouteTable? = nil, hasTasks: Bool = true, _ body: (RequestConnection) async throws -> Void
    ) async throws {
        let connection = RequestConnection()
        let admission = Admission(
            table ?? connection.table, limits: try TestServer().settings.limits,
            metrics: RequestMetrics(factory: NOOPMetricsHandler.instance), drain: connection.drain)
        let driver = RequestDriver(
            admission, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, now: { 0 },
            endTurn: { connection.state.withLock { $0.turnEnds += 1 } })
        try await withThrowingTaskGroup(of: Void.self) { group in
            if hasTasks { group.addTask { await driver.tasks.run() } }
            defer { group.cancelAll() }
            try await connection.onLoop { channel in
                try channel.pipeline.syncOperations.addHandlers([
                    Outside(connection), RequestHandler(driver), Inside(connection),
                ])
            }
            try await connection.channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
            connection.state.withLock { $0.reads = 0 }
            try await body(connection)
            _ = try await connection.channel.finish(acceptAlreadyClosed: true)
        }
    }

    private var table: RouteTable {
        func post(_ path: String, _ reply: @escaping @Sendable ([UInt8]) throws -> ChartServer.Reply) -> Route {
            Route(method: .post, pattern: path, operationID: path, access: .open, body: .json) { _ in
                .afterBody(reply)
            }
        }
        return RouteTable([
            post("/now") { body in .afterReads { .now(.json(Array("now ".utf8) + body)) } },
            post("/later") { [self] body in later(Array("later ".utf8) + body) },
            post("/work") { [self] body in
                .work { [self] _ in
                    await wait()
                    return .now(.json(Array("work ".utf8) + body))
                }
            },
            post("/refused") { _ in throw Problem(.sessionUnknown, "There is no such session.") },
            post("/failed") { _ in .afterReads { throw Problem(.sessionGone, "It is gone.") } },
            Route(
                method: .put, pattern: "/rows", operationID: "rows", access: .open, body: .dataset
            ) { _ in
                .work { task in
                    var bytes: [UInt8] = []
                    try await task.body { bytes.append(contentsOf: $0) }
                    return .now(.json(Array("rows ".utf8) + bytes))
                }
            },
            Route(method: .put, pattern: "/held", operationID: "held", access: .open, body: .dataset) { [self] _ in
                .work { [self] task in
                    await wait()
                    return .now(.json(Array("held ".utf8) + (try await task.wholeBody())))
                }
            },
            Route(method: .put, pattern: "/unread", operationID: "unread", access: .open, body: .dataset) { _ in
                throw Problem(.datasetUnknown, "It is not read.")
            },
            Route(method: .get, pattern: "/seen/{name}", operationID: "seen", access: .open, query: ["q"]) { request in
                .now(.json(Array("\(request.parameter("name")) \(request.query.text)".utf8)))
            },
            Route(method: .get, pattern: "/stream", operationID: "stream", access: .open) { [self] _ in
                .now(
                    Answer(
                        streaming: .init { [self] writer in
                            try await writer.write(ByteBuffer(string: "one"))
                            await wait()
                            try await writer.write(ByteBuffer(string: "two"))
                            try await writer.finish(nil)
                        }, headers: [:]))
            },
            Route(method: .get, pattern: "/probe", operationID: "probe", access: .open, isProbe: true) { _ in
                .now(.noContent())
            },
            Route(method: .get, pattern: "/waits", operationID: "waits", access: .open) { _ in
                .work { task in
                    .now(
                        try await task.waitWhileClientWaits {
                            try await Task.sleep(for: .seconds(60))
                            return .noContent()
                        })
                }
            },
        ])
    }

    private func later(_ text: [UInt8]) -> ChartServer.Reply {
        let commit = CommitPromise()
        state.withLock { $0.commits.append(commit) }
        let pending = Pending(value: ChangeAnswer(body: .empty), promise: commit, cell: nil)
        return .onCommit(
            AnswerOnCommit(pending: pending) { outcome in outcome.map { _ in .json(text) }.mapError { $0 } })
    }

    private func wait() async {
        await withCheckedContinuation { work in state.withLock { $0.works.append(work) } }
    }

    private func hear(_ text: String, isMore: Bool = false) {
        state.withLock { state in
            if isMore, !state.heard.isEmpty {
                state.heard[state.heard.count - 1] += text
            } else {
                state.heard.append(text)
            }
        }
    }

    /// How often the server has asked the client for more since the last call.
    func takeReads() -> Int {
        state.withLock { state in
            defer { state.reads = 0 }
            return state.reads
        }
    }

    /// How many turns of the event loop have ended since the last call.
    func takeTurnEnds() -> Int {
        state.withLock { state in
            defer { state.turnEnds = 0 }
            return state.turnEnds
        }
    }

    /// Says words, of the client and of the server.
    func say(_ words: String) async throws {
        for word in words.split(separator: ";") { try await sayOne(word.trimmingPrefix { $0 == " " }) }
    }

    private func sayOne(_ words: Substring) async throws {
        switch words {
        case ".": try await receive([.end(nil)])
        case "100?": try await fire(ContinueExpected())
        case "nonsense": try await fire(MessageRefused(problem: Problem(.requestInvalid, "It is no message.")))
        case "shut": try await fire(ChannelEvent.inputClosed)
        case "gone": try await channel.close().get()
        case "busy", "free":
            channel.isWritable = words == "free"
            try await onLoop { $0.pipeline.fireChannelWritabilityChanged() }
        case "read": try await onLoop { $0.pipeline.read() }
        case "commit":
            try await eventually { self.state.withLock { !$0.commits.isEmpty } }
            _ = state.withLock { $0.commits.removeFirst() }.settle(.success(()))
        case "work":
            try await eventually { self.state.withLock { !$0.works.isEmpty } }
            state.withLock { $0.works.removeFirst() }.resume()
        case "leave": drain.beginLeaving()
        case "refuse": drain.begin()
        case _ where words.hasPrefix("+"):
            try await receive([.body(ByteBuffer(substring: words.dropFirst()))])
        case _ where words.hasPrefix("begin "): try await receive(Self.beginning(of: words.dropFirst(6)))
        case _:
            let parts = Self.beginning(of: words)
            // All parts of a request come in one read.
            try await receive(parts + [.end(nil)])
        }
    }

    /// The parts of a request without its end; the head tells the length of the body where a number does.
    private static func beginning(of words: Substring) -> [HTTPRequestPart] {
        var words = words.split(separator: " ")
        let (method, path) = (HTTPRequest.Method(String(words.removeFirst()))!, String(words.removeFirst()))
        var fields: HTTPFields = [.contentType: method == .put ? "text/csv" : "application/json"]
        if let first = words.first, first.hasPrefix("="), let length = Int(first.dropFirst()) {
            fields[.contentLength] = String(length)
            words.removeFirst()
        } else if words.first == "chunked" {
            fields[.transferEncoding] = "chunked"
            words.removeFirst()
        } else if method == .post || method == .put {
            fields[.contentLength] = String(words.reduce(0) { $0 + $1.utf8.count })
        }
        if words.first == "last" {
            fields[.connection] = "close"
            words.removeFirst()
        }
        if words.first == "expecting" {
            fields[.expect] = "100-continue"
            words.removeFirst()
        }
        let head = HTTPRequest(method: method, scheme: "http", authority: "a", path: path, headerFields: fields)
        return [.head(head)] + words.map { .body(ByteBuffer(substring: $0)) }
    }

    private func receive(_ parts: [HTTPRequestPart]) async throws {
        try await onLoop { channel in
            for part in parts { channel.pipeline.fireChannelRead(part) }
            channel.pipeline.fireChannelReadComplete()
        }
    }

    private func fire(_ event: any Sendable) async throws {
        try await onLoop { $0.pipeline.fireUserInboundEventTriggered(event) }
    }

    private func onLoop(_ body: @escaping @Sendable (NIOAsyncTestingChannel) throws -> Void) async throws {
        try await channel.testingEventLoop.submit { [channel] in try body(channel) }.get()
    }

    /// What the client has heard since the connection began, once that is as long as what is expected.
    func heard(like expected: String) async throws -> String {
        for _ in 0..<2_000 where heard.count < expected.count { try await Task.sleep(for: .milliseconds(5)) }
        // What follows too early would come now.
        for _ in 0..<8 { try await onLoop { _ in } }
        return heard
    }

    /// Whether the event loop answers a request without a task; the answer is waited for as long as the patience lasts.
    static func isAnswered(
        _ method: HTTPRequest.Method, _ path: String, _ body: String?, by table: RouteTable, within patience: Duration?
    ) async throws -> Bool {
        var isAnswered = false
        try await open(to: table, hasTasks: false) { connection in
            var fields: HTTPFields = [.contentType: "application/json"]
            if let body { fields[.contentLength] = String(body.utf8.count) }
            let head = HTTPRequest(method: method, scheme: "http", authority: "a", path: path, headerFields: fields)
            try await connection.receive(
                [.head(head)] + (body.map { [.body(ByteBuffer(string: $0))] } ?? []) + [.end(nil)])
            if let patience {
                try await Task.sleep(for: patience)
            } else {
                try await eventually { connection.heard.hasSuffix(".") }
            }
            isAnswered = connection.heard.hasSuffix(".")
        }
        return isAnswered
    }

    private var heard: String { state.withLock { $0.heard.joined(separator: " ") } }
}
