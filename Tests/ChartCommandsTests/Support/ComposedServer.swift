import ChartStores
import HTTPTypes
import HummingbirdTesting
import NIOCore
import StoreTestSupport

@testable import ChartCommands
@testable import ChartServer
@testable import ServerTestSupport

extension TestServer {
    /// Runs a test against the composition that the executable serves.
    func test(
        _ setup: ChartApplication.Connection = .channel, _ body: @Sendable (any ServerClient) async throws -> Void
    ) async throws {
        let application = try await buildApplication(
            reader: reader, clock: SessionClock { [clock] in clock.now }, storePatience: Self.storePatience)
        try await application.test(setup, body)
    }
}

/// A client of a server that listens.
struct SocketClient: ServerClient {
    let base: any TestClientProtocol

    var port: Int? { base.port }

    func send(
        _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields, body: ByteBuffer?
    ) async throws -> ServerAnswer {
        let response = try await base.executeRequest(uri: path, method: method, headers: headers, body: body)
        return ServerAnswer(status: response.status, headers: response.headers, body: response.body)
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
        _ connection: Connection = .channel, _ body: @Sendable (any ServerClient) async throws -> Result
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
