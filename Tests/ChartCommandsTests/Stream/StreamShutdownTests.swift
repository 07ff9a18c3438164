import AsyncHTTPClient
import Configuration
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle
import Testing

@testable import ChartCommands
@testable import ChartSessions
@testable import ServerTestSupport
@testable import SessionTestSupport

struct StreamShutdownTests {
    @Test(.timeLimit(.minutes(10))) func `a server that shuts down ends its streams without waiting for them`()
        async throws
    {
        let port = try await Self.freePort()
        let server = try TestServer(["http.port": .init(integerLiteral: port)])
        let application = try await buildApplication(reader: server.reader)
        let group = ServiceGroup(
            configuration: .init(
                services: [.init(service: application, successTerminationBehavior: .ignore)],
                logger: Logger(label: "shutdown") { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { try await group.run() }
            let base = "http://localhost:\(port)"
            try await Self.waitUntilReady(base)
            let id = try await Self.open(base)
            let response = try await HTTPClient.shared.execute(
                HTTPClientRequest(url: "\(base)/v1/sessions/\(id)/stream"), timeout: .seconds(50))
            var stream = EventStream(response)
            #expect(try await stream.next()?.name == "state")
            await group.triggerGracefulShutdown()
            let end = try await stream.next()
            #expect(end?.name == "end" && end?.body.string("reason") == "shutdown")
            #expect(try await stream.next() == nil)
            try await tasks.waitForAll()
        }
    }

    private static func open(_ base: String) async throws -> String {
        var request = HTTPClientRequest(url: "\(base)/v1/sessions")
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(string: #"{"surfaces":[]}"#))
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(50))
        let text = String(buffer: try await response.body.collect(upTo: 65_536))
        return try #require(Reply(status: 201, headers: [:], text: text).string("id"))
    }

    static func waitUntilReady(_ base: String) async throws {
        for _ in 0..<2_000 {
            let request = HTTPClientRequest(url: "\(base)/health/ready")
            if let response = try? await HTTPClient.shared.execute(request, timeout: .seconds(5)),
                response.status == .ok
            {
                return
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("the server does not listen")
    }

    /// A port without a listener.
    static func freePort() async throws -> Int {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        defer { channel.close(promise: nil) }
        return try #require(channel.localAddress?.port)
    }
}
