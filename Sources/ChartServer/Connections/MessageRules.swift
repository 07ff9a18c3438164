import ChartWire
import HTTPTypes
import NIOCore
import NIOHTTP1

/// The rules for the head of an HTTP/1 message, which apply before any other check.
struct MessageRules: Sendable {
    /// How the connection continues.
    enum Verdict: Sendable {
        /// The head is accepted; further requests may follow.
        case take
        /// The head is accepted, and the connection ends with its answer.
        case takeLast
        /// The head is accepted, and the client waits for 100 before the body; the connection may end with the answer.
        case takeExpecting(isLast: Bool)
        /// The head is refused and the connection ends.
        case refuse(Problem)
    }

    /// Whether a method and a path take a body of a length.
    let admitsBody: @Sendable (_ method: String, _ path: String, _ length: Int?) -> Bool

    /// Checks a head.
    func verdict(of head: HTTPRequestHead) -> Verdict {
        guard head.version == .http1_1 || head.version == .http1_0 else {
            return .refuse(Problem(.requestInvalid, "The server reads HTTP/1.0 and HTTP/1.1 here."))
        }
        var hosts = 0
        var isHostValid = true
        let isOld = head.version.minor == 0
        var (closes, keepsOpen) = (false, !isOld)
        var encoding: String?
        var length: String?
        var expects = false
        for (name, value) in head.headers {
            switch name.utf8.count {
            case 4 where Self.isName(name, "host"):
                hosts += 1
                isHostValid = isHostValid && Self.isAuthority(value)
            case 6 where Self.isName(name, "expect"):
                expects = expects || value.lowercased() == "100-continue"
            case 10 where Self.isName(name, "connection"):
                closes = closes || Self.hasToken(value, "close")
                keepsOpen = keepsOpen || Self.hasToken(value, "keep-alive")
            case 14 where Self.isName(name, "content-length"): length = value
            case 17 where Self.isName(name, "transfer-encoding"):
                encoding = encoding.map { "\($0), \(value)" } ?? value
            default: break
            }
        }
        guard isHostValid, hosts == 1 || hosts == 0 && isOld else {
            return .refuse(Problem(.requestInvalid, "A request has one Host header: a name and perhaps a port."))
        }
        if let encoding {
            guard length == nil else {
                return .refuse(Problem(.requestInvalid, "A request has a length or a transfer encoding, not both."))
            }
            guard encoding.lowercased() == "chunked" else {
                return .refuse(Problem(.encodingUnsupported, "The server reads the transfer encoding chunked alone."))
            }
        }
        let hasBody = encoding != nil || length != nil
        closes = closes || !keepsOpen
        guard expects, hasBody, !isOld else { return closes ? .takeLast : .take }
        guard admitsBody(head.method.rawValue, head.uri, length.flatMap { Int($0) }) else {
            return .takeLast
        }
        return .takeExpecting(isLast: closes)
    }

    /// Whether a field has this name, which is in lower case and has the same length.
    private static func isName(_ name: String, _ lowercased: String) -> Bool {
        zip(name.utf8, lowercased.utf8).allSatisfy { $0 | 0x20 == $1 || $0 == $1 }
    }

    private static func hasToken(_ value: String, _ token: String) -> Bool {
        value.split(separator: ",").contains { part in
            part.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }.lowercased() == token
        }
    }

    /// Whether a text is a host with or without a port.
    static func isAuthority(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var rest = bytes[...]
        if rest.first == UInt8(ascii: "[") {
            guard let end = rest.firstIndex(of: UInt8(ascii: "]")), end > 1 else { return false }
            guard rest[1..<end].allSatisfy({ isHostByte($0) || $0 == UInt8(ascii: ":") }) else { return false }
            rest = rest[(end + 1)...]
        } else {
            let name = rest.prefix { $0 != UInt8(ascii: ":") }
            guard !name.isEmpty, name.allSatisfy(isHostByte) else { return false }
            rest = rest[name.endIndex...]
        }
        guard !rest.isEmpty else { return true }
        let port = rest.dropFirst()
        return rest.first == UInt8(ascii: ":") && port.count <= 5
            && port.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case _: "-._~%!$&'()*+;=".utf8.contains(byte)
        }
    }
}

extension MessageRules {
    /// The rules of a server with these routes.
    init(_ table: RouteTable, limits: Limits) {
        self.init { method, path, length in
            guard let method = HTTPRequest.Method(method), case .route(let entry, _) = table.match(method, path) else {
                return false
            }
            let body = entry.route.body
            return body != .none && (length ?? 0) <= ByteLimit(rule: body, limits: limits).bytes
        }
    }
}

/// Reports that the client of the request whose head has just arrived waits for 100.
struct ContinueExpected: Sendable {}

/// Reports that the client has sent what is no message, or one that the rules forbid; nothing further is taken from it.
struct MessageRefused: Sendable {
    /// What the client is answered, behind the requests before.
    let problem: Problem
}

/// Checks the messages of an HTTP/1 connection by ``MessageRules``, and speaks HTTP/1.0 to a client that does.
final class MessageRulesHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let rules: MessageRules
    /// Whether nothing counts that comes further: a message was refused, or the last request was taken.
    private var isOver = false
    /// Whether the connection takes no request behind the one in progress.
    private var isLast = false
    /// Whether its first request is HTTP/1.0, and whether one is; nil and false before them.
    private var (beganOld, isOld) = (Bool?.none, false)
    /// Whether the answer in progress ends with the connection.
    private var endsConnection = false

    /// Creates the handler of one connection.
    init(rules: MessageRules) {
        self.rules = rules
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        guard !isLast else {
            isOver = true
            return
        }
        switch verdict(of: head) {
        case .take: context.fireChannelRead(data)
        case .takeLast:
            isLast = isOld
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .takeExpecting(let isLast):
            if isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
            context.fireChannelRead(wrapInboundOut(.head(head)))
            context.fireUserInboundEventTriggered(ContinueExpected())
        case .refuse(let problem): refuse(problem, context)
        }
    }

    /// The verdict of the rules; a client that changes to HTTP/1.0 has its last answer then.
    private func verdict(of head: HTTPRequestHead) -> MessageRules.Verdict {
        let isOld = head.version.minor == 0
        let began = beganOld ?? isOld
        beganOld = began
        if isOld { self.isOld = true }
        let verdict = rules.verdict(of: head)
        if case .take = verdict, isOld, !began { return .takeLast }
        return verdict
    }

    private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        isOver = true
        context.fireUserInboundEventTriggered(MessageRefused(problem: problem))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError else { return context.fireErrorCaught(error) }
        if !isOver { refuse(Problem(.requestInvalid, "The bytes are no message of HTTP/1.1."), context) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // Unwrapping what is written costs more than everything else here.
        guard isOld else { return context.write(data, promise: promise) }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            // HTTP/1.0 has no chunks: a body without a length ends with the connection.
            head.version = .http1_0
            endsConnection = isLast || !Self.hasLength(head)
            head.headers.replaceOrAdd(name: "Connection", value: endsConnection ? "close" : "keep-alive")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            context.write(data, promise: promise)
            guard endsConnection, !isLast else { return }
            isOver = true
            context.flush()
            context.close(mode: .output, promise: nil)
        }
    }

    /// Whether the client knows where the answer ends, and that the connection goes on.
    private static func hasLength(_ head: HTTPResponseHead) -> Bool {
        head.headers["connection"] != ["close"]
            && (head.headers.contains(name: "content-length") || [204, 304].contains(head.status.code))
    }
}

/// Adds the message rules after the parser of an HTTP/1 connection; streams of HTTP/2 have no such parser.
final class MessageRulesInstaller: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Never

    private let rules: MessageRules

    /// Creates the installer of one connection.
    init(rules: MessageRules) {
        self.rules = rules
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        do {
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(MessageRulesHandler(rules: rules), position: .after(parser))
        } catch ChannelPipelineError.notFound {
            return
        } catch {
            context.fireErrorCaught(error)
        }
    }
}
