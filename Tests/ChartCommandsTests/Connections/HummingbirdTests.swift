import ChartStores
import Configuration
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import NIOPosix
import ServiceLifecycle
import Testing

@testable import ChartCommands
@testable import ChartServer
@testable import ServerTestSupport

/// What the server relies on that Hummingbird does and does not promise.
@Suite struct HummingbirdTests {
    private static let head = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n"

    /// Sends bytes, and returns what comes until the server closes the connection.
    private static func answer(to text: String, on port: Int, isShut: Bool) async throws -> String {
        let client = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
                }
            }
        return try await client.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: text))
            if isShut { outbound.finish() }
            var answer = ""
            for try await piece in inbound { answer += String(buffer: piece) }
            return answer
        }
    }

    @Test(.timeLimit(.minutes(5))) func `the handlers of this server stand before those of Hummingbird`() async throws {
        try await TestServer().test(.socket) { client in
            for (method, path, status) in [(HTTPRequest.Method.get, "/health/live", 200), (.put, "/none", 404)] {
                let response = try await client.execute(uri: path, method: method, body: ByteBuffer(string: "a"))
                #expect(response.status.code == status, "the responder of Hummingbird says 500")
            }
        }
    }

    @Test(.timeLimit(.minutes(5))) func `it closes a connection whose client has closed it for sending`() async throws {
        try await TestServer().test(.socket) { client in
            let port = try #require(client.port)
            #expect(try await Self.answer(to: "", on: port, isShut: true).isEmpty)
            let answer = try await Self.answer(
                to: Self.head + "\r\n" + Self.head + "\r\n", on: port, isShut: true)
            #expect(answer.split(separator: "HTTP/1.1 200 OK").count == 2, "both requests are answered first")
        }
    }

    @Test(.timeLimit(.minutes(5))) func `answers of tasks and of the event loop share a connection`() async throws {
        try await TestServer().test(.socket) { client in
            let port = try #require(client.port)
            // A file is sent by a task, behind an answer of the event loop.
            let answer = try await Self.answer(
                to: Self.head + "\r\nGET /openapi.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                on: port, isShut: false)
            #expect(answer.split(separator: "HTTP/1.1 200 OK").count == 2)
            #expect(answer.hasSuffix("}\n") || answer.hasSuffix("}"), "\(answer.suffix(50))")
        }
    }

    @Test(.timeLimit(.minutes(5))) func `it tells a connection without a request when the server ends`() async throws {
        let port = try await StreamShutdownTests.freePort()
        let server = try TestServer(["http.port": .init(integerLiteral: port)])
        let application = try await buildApplication(reader: server.reader, clock: .system)
        let group = ServiceGroup(
            configuration: .init(
                services: [.init(service: application, successTerminationBehavior: .ignore)],
                logger: Logger(label: "end") { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { try await group.run() }
            try await StreamShutdownTests.waitUntilReady("http://localhost:\(port)")
            async let answer = Self.answer(to: Self.head + "\r\n", on: port, isShut: false)
            try await Task.sleep(for: .milliseconds(200))
            await group.triggerGracefulShutdown()
            #expect(try await answer.hasPrefix("HTTP/1.1 200 OK"))
            try await tasks.waitForAll()
        }
    }

    @Test func `its handler of idle connections closes behind the last answer`() throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let channel = EmbeddedChannel(
            handler: HTTPConnectionStateHandler(idleTimeout: .seconds(60), logger: logger))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        let request = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")
        for _ in 1...2 {
            try channel.writeInbound(HTTPRequestPart.head(request))
            try channel.writeInbound(HTTPRequestPart.end(nil))
        }
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        for isOpen in [true, false] {
            #expect(channel.isActive)
            try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
            try channel.writeOutbound(HTTPResponsePart.end(nil))
            #expect(channel.isActive == isOpen)
        }
    }
}
