import HTTPTypes
import HummingbirdTesting
import NIOCore
import NIOEmbedded
import NIOHTTPTypes

@testable import ChartServer

/// A client of a server in this process.
protocol TestClient: Sendable {
    /// Sends a request, and waits for its answer.
    func send(
        _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields, body: ByteBuffer?
    ) async throws -> TestResponse

    /// Where the server listens; nil for one that does not.
    var port: Int? { get }
}

extension TestClient {
    /// Sends a request, and hands its answer to a check.
    @discardableResult
    func execute<Result>(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields = [:], body: ByteBuffer? = nil,
        _ check: (TestResponse) async throws -> Result = { $0 }
    ) async throws -> Result {
        try await check(await send(method, uri, headers: headers, body: body))
    }
}

/// The answer to a request.
struct TestResponse: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let body: ByteBuffer
}

/// A client whose every request comes over a connection of its own, which has no socket.
struct ChannelClient: TestClient {
    let driver: RequestDriver
    /// Whether bodies come in chunks, so that tasks read them.
    var isChunked = false

    var port: Int? { nil }

    func send(
        _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields, body: ByteBuffer?
    ) async throws -> TestResponse {
        let channel = NIOAsyncTestingChannel()
        let (tasks, runTasks) = ConnectionTasks.make()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await runTasks() }
            defer { group.cancelAll() }
            try await channel.testingEventLoop.submit {
                try channel.pipeline.syncOperations.addHandlers([
                    ConnectionTasks.Holder(tasks), RequestHandler(driver),
                ])
            }.get()
            return try await withTaskCancellationHandler {
                // A connection that stays open would keep the server, and what that has locked.
                defer { channel.close(promise: nil) }
                for part in parts(method, path, headers, body) { try await channel.writeInbound(part) }
                return try await Self.response(on: channel)
            } onCancel: {
                channel.close(promise: nil)
            }
        }
    }

    private func parts(
        _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields, _ body: ByteBuffer?
    ) -> [HTTPRequestPart] {
        var headers = headers
        if isChunked {
            headers[.transferEncoding] = body == nil ? nil : "chunked"
        } else if let body {
            headers[.contentLength] = String(body.readableBytes)
        }
        let head = HTTPRequest(
            method: method, scheme: "http", authority: "localhost", path: path, headerFields: headers)
        var parts = [HTTPRequestPart.head(head)]
        var rest = body ?? ByteBuffer()
        while rest.readableBytes > 0, let piece = rest.readSlice(length: min(32_768, rest.readableBytes)) {
            parts.append(.body(piece))
        }
        return parts + [.end(nil)]
    }

    private static func response(on channel: NIOAsyncTestingChannel) async throws -> TestResponse {
        var head = HTTPResponse(status: .continue)
        var body = ByteBuffer()
        while true {
            switch try await channel.waitForOutboundWrite(as: HTTPResponsePart.self) {
            case .head(let next): head = next
            case .body(var piece): body.writeBuffer(&piece)
            case .end: return TestResponse(status: head.status, headers: head.headerFields, body: body)
            }
        }
    }
}

/// A client of a server that listens.
struct SocketClient: TestClient {
    let base: any TestClientProtocol

    var port: Int? { base.port }

    func send(
        _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields, body: ByteBuffer?
    ) async throws -> TestResponse {
        let response = try await base.executeRequest(uri: path, method: method, headers: headers, body: body)
        return TestResponse(status: response.status, headers: response.headers, body: response.body)
    }
}

extension ChartApplication {
    /// How the requests of a test come to the server.
    enum Connection: Sendable {
        /// Over a connection without a socket each.
        case channel
        /// The same, with bodies in chunks.
        case chunkedChannel
        /// Over a port.
        case socket
    }

    /// Runs a test while the services of the server run.
    func test<Result>(
        _ connection: Connection = .channel, _ body: @Sendable (any TestClient) async throws -> Result
    ) async throws -> Result {
        switch connection {
        // Its client would ask the responder, which no request reaches; it runs the services.
        case .channel, .chunkedChannel:
            try await test(.router) { _ in
                try await body(ChannelClient(driver: driver, isChunked: connection == .chunkedChannel))
            }
        case .socket: try await test(.live) { try await body(SocketClient(base: $0)) }
        }
    }
}
