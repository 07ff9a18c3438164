import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import ChartServer

/// The end of connections when the server shuts down.
struct RequestTimeoutHandlerTests {
    /// Records what passes to Hummingbird.
    private final class Inside: ChannelInboundHandler {
        typealias InboundIn = HTTPRequestPart

        var seen: [String] = []

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head: seen.append("head")
            case .body: seen.append("body")
            case .end: seen.append("end")
            }
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event is ChannelShouldQuiesceEvent { seen.append("quiesce") }
        }
    }

    private let channel = EmbeddedChannel()
    private let inside = Inside()

    init() throws {
        try channel.pipeline.syncOperations.addHandlers([RequestTimeoutHandler(timeout: .seconds(30)), inside])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    private func quiesce() { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }

    private func send(_ part: HTTPRequestPart) throws { try channel.writeInbound(part) }

    private static let head = HTTPRequestPart.head(HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/"))

    @Test func `a connection that had a request is told at once`() throws {
        try send(Self.head)
        try send(.end(nil))
        quiesce()
        #expect(inside.seen == ["head", "end", "quiesce"])
    }

    @Test func `the first request of a new connection comes before the end`() throws {
        quiesce()
        #expect(inside.seen.isEmpty)
        try send(Self.head)
        try send(.end(nil))
        channel.embeddedEventLoop.advanceTime(by: RequestTimeoutHandler.grace)
        #expect(inside.seen == ["head", "quiesce", "end"])
    }

    @Test func `a new connection without a request is told after a moment`() throws {
        quiesce()
        channel.embeddedEventLoop.advanceTime(by: RequestTimeoutHandler.grace - .nanoseconds(1))
        #expect(inside.seen.isEmpty)
        channel.embeddedEventLoop.advanceTime(by: .nanoseconds(1))
        #expect(inside.seen == ["quiesce"])
        _ = try channel.finish(acceptAlreadyClosed: true)
    }
}
