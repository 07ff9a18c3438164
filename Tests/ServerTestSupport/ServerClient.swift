import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes

@testable import ChartServer

/// A client of a server in this process.
protocol ServerClient: Sendable {
    /// Sends a request, and waits for its answer.
    func send(
        _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields, body: ByteBuffer?
    ) async throws -> ServerAnswer

    /// Where the server listens; nil for one that does not.
    var port: Int? { get }
}

extension ServerClient {
    /// Sends a request, and hands its answer to a check.
    @discardableResult
    func execute<Result>(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields = [:], body: ByteBuffer? = nil,
        _ check: (ServerAnswer) async throws -> Result = { $0 }
    ) async throws -> Result {
        try await check(await send(method, uri, headers: headers, body: body))
    }
}

/// The answer to a request.
struct ServerAnswer: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let body: ByteBuffer
}

/// A client whose every request comes over a connection of its own, which has no socket.
struct ChannelClient: ServerClient {
    let driver: RequestDriver
    /// Whether bodies come in chunks, so that tasks read them.
    var isChunked = false

    var port: Int? { nil }

    func send(
        _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields, body: ByteBuffer?
    ) async throws -> ServerAnswer {
        let channel = NIOAsyncTestingChannel()
        try await channel.testingEventLoop.submit {
            try channel.pipeline.syncOperations.addHandler(RequestHandler(driver))
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

    private static func response(on channel: NIOAsyncTestingChannel) async throws -> ServerAnswer {
        var head = HTTPResponse(status: .continue)
        var body = ByteBuffer()
        while true {
            switch try await channel.waitForOutboundWrite(as: HTTPResponsePart.self) {
            case .head(let next): head = next
            case .body(var piece): body.writeBuffer(&piece)
            case .end: return ServerAnswer(status: head.status, headers: head.headerFields, body: body)
            }
        }
    }
}
