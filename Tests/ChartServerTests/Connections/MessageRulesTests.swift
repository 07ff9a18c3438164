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

    @Test func `an error of the parser is answered with a problem`() throws {
        let channel = EmbeddedChannel(handler: MessageRulesHandler(rules: Self.rules))
        channel.pipeline.fireErrorCaught(HTTPParserError.invalidMethod)
        #expect(throws: HTTPParserError.self) { try channel.throwIfErrorCaught() }
        let answer = HTTPResponseHead(
            version: .http1_1, status: .badRequest, headers: ["connection": "close", "content-length": "0"])
        try channel.writeOutbound(HTTPServerResponsePart.head(answer))
        guard case .head(let head)? = try channel.readOutbound(as: HTTPServerResponsePart.self),
            case .body(.byteBuffer(let body))? = try channel.readOutbound(as: HTTPServerResponsePart.self)
        else {
            Issue.record("there is no answer")
            return
        }
        #expect(head.headers["content-type"] == ["application/problem+json"])
        #expect(head.headers["content-length"] == ["\(body.readableBytes)"])
    }
}
