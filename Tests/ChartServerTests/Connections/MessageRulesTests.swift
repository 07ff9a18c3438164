import ChartWire
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import ChartServer
@testable import ChartStorage

struct MessageRulesTests {
    private static let rules = MessageRules { method, path, length in
        method == "POST" && path == "/rows" && (length ?? 0) <= 10
    }

    private static func head(
        _ headers: [(String, String)], version: HTTPVersion = .http1_1, method: HTTPMethod = .POST
    ) -> HTTPRequestHead {
        HTTPRequestHead(version: version, method: method, uri: "/rows", headers: HTTPHeaders(headers))
    }

    private static func code(of head: HTTPRequestHead) -> ProblemCode? {
        guard case .refuse(let problem) = rules.verdict(of: head) else { return nil }
        return problem.code
    }

    @Test func `a head that breaks a rule is refused`() {
        let host = ("Host", "a:80")
        #expect(Self.code(of: Self.head([host])) == nil)
        #expect(Self.code(of: Self.head([])) == .requestInvalid)
        #expect(Self.code(of: Self.head([host, ("hOST", "a:80")])) == .requestInvalid)
        #expect(Self.code(of: Self.head([], version: .http1_0)) == nil)
        #expect(Self.code(of: Self.head([host], version: .init(major: 2, minor: 0))) == .requestInvalid)
        #expect(Self.code(of: Self.head([host, ("Transfer-Encoding", "Chunked")])) == nil)
        #expect(Self.code(of: Self.head([host, ("Transfer-Encoding", "gzip, chunked")])) == .encodingUnsupported)
        let both = [host, ("Transfer-Encoding", "chunked"), ("Content-Length", "2")]
        #expect(Self.code(of: Self.head(both)) == .requestInvalid)
    }

    @Test(arguments: ["a", "a.b:1", "a:", "127.0.0.1:65535", "[::1]", "[::1]:80", "xn--a_b"])
    func `a host may have a port`(host: String) { #expect(MessageRules.isAuthority(host)) }

    @Test(arguments: ["", ":80", "a b", "a/b", "a@b", "a:b", "a:123456", "[::1", "[]", "[::1]a", "a,b", "ä"])
    func `an invalid host is refused`(host: String) { #expect(!MessageRules.isAuthority(host)) }

    @Test(arguments: ["close", "Close", "CLOSE", "keep-alive, Close", "upgrade,close "])
    func `the header that closes a connection may have any form`(value: String) {
        let verdict = Self.rules.verdict(of: Self.head([("Host", "a"), ("Connection", value)]))
        guard case .takeLast = verdict else {
            Issue.record("\(verdict)")
            return
        }
    }

    @Test func `a client waits for 100 only when the route takes its body`() {
        func expects(_ length: String) -> MessageRules.Verdict {
            Self.rules.verdict(
                of: Self.head([("Host", "a"), ("Expect", "100-Continue"), ("Content-Length", length)]))
        }
        guard case .takeExpecting(isLast: false) = expects("10"), case .takeLast = expects("11") else {
            Issue.record("\(expects("10")), \(expects("11"))")
            return
        }
        let last = Self.rules.verdict(
            of: Self.head([
                ("Host", "a"), ("Expect", "100-continue"), ("Content-Length", "1"), ("Connection", "Close"),
            ]))
        guard case .takeExpecting(isLast: true) = last else {
            Issue.record("\(last)")
            return
        }
    }

    /// Notes the events that reach it.
    private final class Events: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        var problems: [Problem] = []

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if let refused = event as? MessageRefused { problems.append(refused.problem) }
        }
    }

    @Test func `what is no message is refused once, and nothing behind it is taken`() throws {
        let (channel, events) = (EmbeddedChannel(), Events())
        try channel.pipeline.syncOperations.addHandlers([MessageRulesHandler(rules: Self.rules), events])
        channel.pipeline.fireErrorCaught(HTTPParserError.invalidMethod)
        channel.pipeline.fireErrorCaught(HTTPParserError.invalidMethod)
        #expect(events.problems.map(\.code) == [.requestInvalid])
        try channel.writeInbound(HTTPServerRequestPart.head(Self.head([("Host", "a")])))
        #expect(try channel.readInbound(as: HTTPServerRequestPart.self) == nil)
    }

    /// Sends heads and answers, and returns the answers' heads; a full stop where the connection is closed for sending.
    private static func answers(
        _ requests: [(version: HTTPVersion, fields: [(String, String)])], _ fields: HTTPHeaders
    ) throws -> [String] {
        final class Closes: ChannelOutboundHandler {
            typealias OutboundIn = Never
            var isClosed = false

            func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
                isClosed = true
                promise?.succeed()
            }
        }
        let (channel, closes) = (EmbeddedChannel(), Closes())
        try channel.pipeline.syncOperations.addHandlers([closes, MessageRulesHandler(rules: rules)])
        var answers: [String] = []
        for request in requests {
            try channel.writeInbound(HTTPServerRequestPart.head(head(request.fields, version: request.version)))
            guard case .head(let taken)? = try channel.readInbound(as: HTTPServerRequestPart.self) else { break }
            let answer = HTTPResponseHead(version: .http1_1, status: .ok, headers: fields)
            try channel.writeOutbound(HTTPServerResponsePart.head(answer))
            try channel.writeOutbound(HTTPServerResponsePart.end(nil))
            guard case .head(let head)? = try channel.readOutbound(as: HTTPServerResponsePart.self) else { break }
            _ = try channel.readOutbound(as: HTTPServerResponsePart.self)
            let told = (taken.headers["connection"] + ["-"])[0]
            answers.append(
                "\(told) 1.\(head.version.minor) \(head.headers["connection"].joined())" + (closes.isClosed ? "." : ""))
        }
        _ = try? channel.finish(acceptAlreadyClosed: true)
        return answers
    }

    @Test func `a client of HTTP 1.0 keeps its connection where it wants to and the length is known`() throws {
        let (old, new) = (HTTPVersion.http1_0, HTTPVersion.http1_1)
        let keeps = [("Connection", "Keep-Alive")]
        let known: HTTPHeaders = ["content-length": "0"]
        #expect(
            try Self.answers([(old, keeps), (old, keeps), (old, [])], known) == [
                "Keep-Alive 1.0 keep-alive", "Keep-Alive 1.0 keep-alive", "close 1.0 close",
            ])
        #expect(
            try Self.answers([(old, []), (old, [])], known) == ["close 1.0 close"], "the handler of requests closes")
        #expect(try Self.answers([(old, keeps), (old, keeps)], [:]) == ["Keep-Alive 1.0 close."])
        let ending: HTTPHeaders = ["content-length": "0", "connection": "close"]
        #expect(try Self.answers([(old, keeps), (old, keeps)], ending) == ["Keep-Alive 1.0 close."])
        let host = [("Host", "a")]
        #expect(try Self.answers([(new, host), (old, keeps), (old, keeps)], known) == ["- 1.1 ", "close 1.0 close"])
    }
}
